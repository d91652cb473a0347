import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { couponFor } from "#server/discounts/public.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { shopAtNoon } from "#server/treatment/testing/at-noon.ts";
import { deliver, home, passDays, subscriptionOf, tokenOf } from "#server/treatment/testing/in-care.ts";
import { handedOver } from "../../testing/handed-over.ts";
import { sandboxCharges } from "../../testing/sandbox-charges.ts";
import type { Submitted } from "../../testing/submitted-visit.ts";

const shop = shopAtNoon();

const apiKey = testApiKey;
const coupon = "FSASTORE30";
const patch = "estradiol_patch_0_05";
const capsule = "progesterone_capsule_100";
const reason = "It suits your skin better.";
const tablet = { productid: "estradiol_tablet_1", pricingid: "estradiol_tablet_1_1m", reason };
const otherCapsule = { productid: "progesterone_capsule_200", pricingid: "progesterone_capsule_200_1m", reason };

const inDays = (count: number) => addDays(clinicToday(shop.services), count);

/** A patient whose plan is approved as `body` says and whose payment is settled. */
async function approved(body: object, couponCode: string | null = null): Promise<Submitted> {
  const patient = await handedOver(shop, "IA", couponCode);
  const params = { id: patient.id };
  await shop.call(care.accept, { params, body: {} }, { apiKey });
  const { status, raw } = await shop.call(care.approvePlan, { params, body }, { apiKey });
  expect([status, status === 200 ? "" : raw.body]).toEqual([200, ""]);
  await shop.jobs.drain();
  return patient;
}
const paidLines = async ({ id }: Submitted, productId: string) =>
  shop.services.db
    .selectFrom("order_line")
    .innerJoin("customer_order", "customer_order.id", "order_line.order_id")
    .select(["order_line.order_id", "unit_price_cents", "order_line.discount_cents", "customer_order.total_cents"])
    .where("customer_order.patient_id", "=", id)
    .where("product_id", "=", productId)
    .where("cancelled_at", "is", null)
    .where("customer_order.status", "in", ["paid", "shipped", "delivered"])
    .execute();

describe("decisions §11 what a doctor left out of the first parcel was not dispensed, also once the parcel is sent", () => {
  test("a replacement is charged on the day of the plan although the first parcel has arrived", async () => {
    const rosa = await approved({ replaced: { [patch]: tablet } });
    await deliver(shop, rosa.orderId);
    const { nextchargeon, onhanduntil } = await subscriptionOf(shop, rosa, tablet.productid);
    expect([nextchargeon, onhanduntil]).toEqual([inDays(0), null]);
    await passDays(shop, 1);
    expect(await paidLines(rosa, tablet.productid)).toMatchObject([{ unit_price_cents: 2900 }]);
  });

  test("what begins later is charged in time for its day", async () => {
    const day = inDays(20);
    const rosa = await approved({ start: { [patch]: day } });
    await deliver(shop, rosa.orderId);
    const { leaddays } = shop.services.content.shipping;
    expect((await subscriptionOf(shop, rosa, patch)).nextchargeon).toBe(addDays(day, -leaddays));
    await passDays(shop, 20 - leaddays);
    expect(await paidLines(rosa, patch)).toHaveLength(1);
  });

  test("no document says that it was sent", async () => {
    const rosa = await approved({ replaced: { [patch]: tablet } });
    await deliver(shop, rosa.orderId);
    const token = await tokenOf(shop, rosa);
    const { raw } = await shop.call(documents.ndcLetter, { params: { id: rosa.id } }, { token });
    const text = (await readPdf(raw.rawPayload)).text.replaceAll(" ", "");
    expect(text).toContain("100mg");
    expect(text).not.toContain("0.05mg/day");
  });
});

describe("sound checkout 8: the discount of the first order is used once, whatever is left out of its parcel", () => {
  const couponIsFree = async (rosa: Submitted) =>
    (await couponFor(shop.services, rosa.id, coupon).catch(() => null)) !== null;
  const cancel = async (rosa: Submitted, productId: string) => {
    const { id: subscriptionid } = await subscriptionOf(shop, rosa, productId);
    const token = await tokenOf(shop, rosa);
    const { status } = await shop.call(
      treatment.cancel,
      { params: { id: rosa.id }, body: { subscriptionid } },
      { token },
    );
    expect(status).toBe(200);
  };

  test("what begins later is charged with it", async () => {
    const rosa = await approved({ start: { [patch]: inDays(20) } }, coupon);
    expect(await couponIsFree(rosa)).toBe(false);
    await passDays(shop, 13);
    expect(await paidLines(rosa, patch)).toMatchObject([{ unit_price_cents: 5900, discount_cents: 1770 }]);
  });

  test("nothing of the first order is sent: the code isn't free while a charge to come has its discount, and is free after that", async () => {
    const rosa = await approved({ replaced: { [patch]: tablet, [capsule]: otherCapsule } }, coupon);
    expect(await couponIsFree(rosa)).toBe(false);
    await cancel(rosa, tablet.productid);
    expect(await couponIsFree(rosa)).toBe(false);
    await cancel(rosa, otherCapsule.productid);
    expect(await couponIsFree(rosa)).toBe(true);
  });

  test("what begins later is cancelled: the code stays used by what was sent", async () => {
    const rosa = await approved({ start: { [patch]: inDays(20) } }, coupon);
    await cancel(rosa, patch);
    expect(await couponIsFree(rosa)).toBe(false);
  });
});

describe("decisions §9 nothing is dispensed before the day a doctor lets it begin", () => {
  test("not even from the cart after its subscription was cancelled", async () => {
    const day = inDays(30);
    const rosa = await approved({ start: { [patch]: day } });
    const token = await tokenOf(shop, rosa);
    const { id: subscriptionid } = await subscriptionOf(shop, rosa, patch);
    await shop.call(treatment.cancel, { params: { id: rosa.id }, body: { subscriptionid } }, { token });
    const checkout = [{ productid: patch, pricingid: `${patch}_1m`, quantity: 1 }];
    const { status, problem } = await shop.call(store.checkout, { body: { checkout, totalamount: 59 } } as never, {
      token,
      key: newId(),
    });
    expect([status, problem.code]).toEqual([409, "too_early"]);
  });
});

describe("decisions §11 the patient is told what is paid and when it begins", () => {
  test("the mail names what comes back of the charge", async () => {
    const rosa = await approved({ replaced: { [patch]: tablet } });
    const [charge] = await sandboxCharges(shop, rosa.orderId);
    expect(charge).toMatchObject({ amount_captured: 9400, amount_refunded: 5900 });
    const mail = (await shop.mailbox.list(rosa.email)).find(({ subject }) => subject.startsWith("Good news"));
    expect(mail?.text).toContain("$94.00");
    expect(mail?.text).toContain("$59.00");
  });

  test("nothing is sent before the patient's yes: the next step asks for it, and no payment failed", async () => {
    const strongPatch = { productid: "estradiol_patch_0_1", pricingid: "estradiol_patch_0_1_1m", reason };
    const otherCapsuleLater = { [capsule]: inDays(20) };
    const rosa = await approved({
      replaced: { [patch]: strongPatch },
      start: { ...otherCapsuleLater, [patch]: inDays(20) },
    });
    expect(await sandboxCharges(shop, rosa.orderId)).toMatchObject([{ status: "canceled", amount_captured: 0 }]);
    const now = await home(shop, rosa);
    const title = `${now.doctor?.name} prescribed something else`;
    expect(now.nextstep).toMatchObject({ kind: "change_to_agree", title: "We need your answer" });
    expect(now.changes[0]).toMatchObject({ title, refusal: expect.stringContaining("the one you prescribed") });
    expect(now.orders[0]?.timeline.map(({ event, state }) => [event, state])).toEqual([
      ["authorized", "done"],
      ["in_review", "done"],
      ["approved", "done"],
      ["voided", "done"],
    ]);
    const token = await tokenOf(shop, rosa);
    const params = { id: now.changes[0]?.id ?? "" };
    expect((await shop.call(treatment.refuseChange, { params, body: {} }, { token })).status).toBe(200);
    const after = await home(shop, rosa);
    expect(after.nextstep).toMatchObject({ kind: "changed_by_doctor", title });
    const own = await subscriptionOf(shop, rosa, patch);
    const words = [after.nextstep, after.changes, after.plan, own.state, own.statustext];
    expect(JSON.stringify(words), "nothing the patient got was changed").not.toMatch(/changed your|changed this/i);
    expect(own.statustext).toContain("Your doctor prescribed something else.");
    await passDays(shop, 20);
    expect(await paidLines(rosa, strongPatch.productid)).toEqual([]);
  });

  test("the day is on home, with the plan and the subscription, until it has come", async () => {
    const day = inDays(30);
    const rosa = await approved({ start: { [patch]: day } });
    const now = await home(shop, rosa);
    expect(now.plan.items.map(({ productid, startson }) => [productid, startson])).toEqual([
      [patch, day],
      [capsule, null],
    ]);
    const own = now.subscriptions.find(({ item }) => item.productid === patch);
    expect(own?.startson).toBe(day);
    expect(own?.statustext).toMatch(/^Starts on .*First charge on /);
    const { ok } = await shop.call(care.patient, { params: { id: rosa.id } }, { apiKey });
    expect(ok.subscriptions?.find(({ item }) => item.productid === patch)?.startson).toBe(day);
    await passDays(shop, 31);
    expect((await subscriptionOf(shop, rosa, patch)).startson).toBeNull();
  });
});

test("decisions §11 another medicine is no other strength or form: it is refused, and nothing is decided", async () => {
  const rosa = await handedOver(shop);
  const params = { id: rosa.id };
  await shop.call(care.accept, { params, body: {} }, { apiKey });
  const cream = { productid: "tretinoin_cream_0_025", pricingid: "tretinoin_cream_0_025_1m", reason };
  const { status, problem } = await shop.call(
    care.approvePlan,
    { params, body: { replaced: { [patch]: cream } } },
    { apiKey },
  );
  expect([status, problem.details?.fields?.map(({ path }) => path)]).toEqual([400, [`replaced.${patch}`]]);
});
