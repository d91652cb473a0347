import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { earnDiscount, availableDiscounts } from "#server/discounts/public.ts";
import { placeOrder } from "#server/orders/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { expireAuthorizations } from "#server/platform/gateway/sandbox/emulator/intents.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { shopAtNoon } from "../testing/at-noon.ts";
import {
  home,
  type InCare,
  inCare,
  passDays,
  putCard,
  declineCard,
  subscriptionOf,
  prescriptionOrderIn,
  capturedCents,
  tokenOf,
} from "../testing/in-care.ts";
import { treatmentScenarios } from "../testing/scenarios.ts";
import { runBilling } from "./run-billing.ts";

const shop = shopAtNoon();

const dayMs = 86_400_000;
const reminder = "Your next order is coming up";
const earn = (
  patientId: string,
  discount: { percent: number } | { amountCents: number },
  source: "followup" | "referral" = "followup",
) =>
  inTransaction(shop.services, ({ db: tx }) =>
    earnDiscount(tx, { patientId, source, sourceId: newId(), code: "CODE", now: shop.clock.now(), ...discount }),
  );
const unusedDiscounts = async ({ id }: InCare) => (await availableDiscounts(shop.services.db, id)).length;
const toCents = (dollars: number) => Math.round(dollars * 100);
const reminders = async ({ email }: InCare) => {
  await shop.jobs.drain();
  return (await shop.mailbox.list(email)).filter(({ subject }) => subject === reminder).map(({ text }) => text);
};
/** Days until the soonest charge. */
async function untilCharge(rosa: InCare): Promise<number> {
  const [charge] = (await home(shop, rosa)).charges;
  return Math.ceil((Date.parse(`${charge?.chargeon}T17:00:00Z`) - shop.clock.now().getTime()) / dayMs);
}
/** Places a cart order for the patient. */
const placeCartOrder = ({ id }: InCare) =>
  placeOrder(shop.services, shop.orderRequest(id, { kind: "cart", capture: "automatic", termsVersion: "terms@test" }));

describe("§9 an earned discount, at the patient's next charge", () => {
  test("is named on home and part of the amount shown, notified and charged, once, with several schedulers", async () => {
    const rosa = await inCare(shop);
    const [before] = (await home(shop, rosa)).charges;
    await earn(rosa.id, { percent: 20 });
    const { charges, discounts } = await home(shop, rosa);
    expect(discounts).toEqual([{ text: "20% off your next charge, from your review", amount: null, percent: 20 }]);
    const sum = charges[0]?.amount ?? 0;
    expect(toCents(sum)).toBe(Math.round(toCents(before?.amount ?? 0) * 0.8));
    await passDays(shop, (await untilCharge(rosa)) - 5);
    expect((await reminders(rosa)).map((text) => text.includes(`$${sum.toFixed(2)}`))).toEqual([true]);
    shop.clock.advance((await untilCharge(rosa)) * dayMs);
    await Promise.all(Array.from({ length: 6 }, () => runBilling(shop.services)));
    expect((await capturedCents(shop, rosa)).slice(1)).toEqual([toCents(sum)]);
    const after = await home(shop, rosa);
    expect(after.orders[0]?.summary).toMatchObject({ totalamount: sum, discountfrom: "your review" });
    expect(after.discounts).toEqual([]);
    expect(after.charges[0]?.amount).toBe(before?.amount);
    expect(await unusedDiscounts(rosa)).toBe(0);
  });

  test("two of them go to two charges, the earlier discount first", async () => {
    const rosa = await inCare(shop);
    const { id } = prescriptionOrderIn(await subscriptionOf(shop, rosa), "scheduled");
    const skipped = { params: { id }, body: { separately: true } };
    await shop.call(treatment.skip, skipped, { token: await tokenOf(shop, rosa) });
    const plain = (await home(shop, rosa)).charges;
    await earn(rosa.id, { amountCents: 1000 });
    shop.clock.advance(1000);
    await earn(rosa.id, { percent: 50 });
    const { charges, discounts } = await home(shop, rosa);
    expect(discounts.map(({ amount, percent }) => [amount, percent])).toEqual([
      [10, null],
      [null, 50],
    ]);
    expect(charges).toHaveLength(2);
    expect(toCents(charges[0]!.amount)).toBe(toCents(plain[0]!.amount) - 1000);
    expect(toCents(charges[1]!.amount)).toBe(toCents(plain[1]!.amount) / 2);
  });

  test("does not apply to what has a discount of its own", async () => {
    const rosa = await inCare(shop);
    const token = await tokenOf(shop, rosa);
    const params = { id: rosa.id };
    const { id: subscriptionid } = await subscriptionOf(shop, rosa);
    await shop.call(treatment.preventCancel, { params, body: { subscriptionid } }, { token });
    const before = prescriptionOrderIn(await subscriptionOf(shop, rosa), "scheduled").amount;
    const other = "progesterone_capsule_100";
    const capsules = prescriptionOrderIn(await subscriptionOf(shop, rosa, other), "scheduled").amount;
    await earn(rosa.id, { percent: 50 });
    expect(prescriptionOrderIn(await subscriptionOf(shop, rosa), "scheduled").amount).toBe(before);
    expect(prescriptionOrderIn(await subscriptionOf(shop, rosa, other), "scheduled").amount).toBe(capsules / 2);
  });

  test("stays with what is past due when the charge fails, and the next retry has it", async () => {
    const rosa = await inCare(shop);
    await earn(rosa.id, { percent: 20 });
    const sum = toCents((await home(shop, rosa)).charges[0]?.amount ?? 0);
    await passDays(shop, (await untilCharge(rosa)) - 1);
    await declineCard(shop, rosa, "insufficient_funds");
    await passDays(shop, 1);
    expect(await unusedDiscounts(rosa)).toBe(0);
    expect((await putCard(shop, rosa)).retried).toMatchObject({ outcome: "paid", amount: sum / 100 });
    expect(await unusedDiscounts(rosa)).toBe(0);
    expect((await capturedCents(shop, rosa)).slice(1)).toEqual([sum]);
  });

  test("decision 27: another order took it while the charge was past due without a card: the new card pays no more than was notified", async () => {
    const rosa = await inCare(shop);
    const full = toCents((await home(shop, rosa)).charges[0]?.amount ?? 0);
    await earn(rosa.id, { percent: 20 }, "referral");
    const { db } = shop.services;
    const paymentSources = () => db.updateTable("payment_source").where("patient_id", "=", rosa.id);
    await paymentSources().set({ is_default: false }).execute();
    await passDays(shop, await untilCharge(rosa));
    expect((await subscriptionOf(shop, rosa)).status).toBe("past_due");
    const { loseAddress } = treatmentScenarios(() => shop);
    const restoreAddress = await loseAddress(rosa);
    expect((await putCard(shop, rosa)).retried).toMatchObject({ outcome: "declined", amount: 0 });
    await restoreAddress();
    const bought = await placeCartOrder(rosa);
    expect(await unusedDiscounts(rosa)).toBe(0);
    expect((await putCard(shop, rosa)).retried).toBeNull();
    expect((await capturedCents(shop, rosa)).slice(1)).toEqual([bought.totalCents]);
    expect((await subscriptionOf(shop, rosa)).status).toBe("active");
    await passDays(shop, 4);
    expect(await reminders(rosa)).toContainEqual(expect.stringContaining(`$${(full / 100).toFixed(2)}`));
    expect(await capturedCents(shop, rosa)).toHaveLength(2);
    await passDays(shop, 3);
    expect((await capturedCents(shop, rosa)).slice(2)).toEqual([full]);
  });

  test("another order took it after the reminder: the patient is notified again, and charged five days later", async () => {
    const rosa = await inCare(shop);
    const full = toCents((await home(shop, rosa)).charges[0]?.amount ?? 0);
    await earn(rosa.id, { percent: 20 }, "referral");
    await passDays(shop, (await untilCharge(rosa)) - 2);
    expect(await reminders(rosa)).toHaveLength(1);
    const bought = await placeCartOrder(rosa);
    expect(await unusedDiscounts(rosa)).toBe(0);
    await passDays(shop, 2);
    await runBilling(shop.services);
    expect(await capturedCents(shop, rosa)).toEqual([expect.any(Number), bought.totalCents]);
    const mails = await reminders(rosa);
    expect(mails).toHaveLength(2);
    expect(mails.some((text) => text.includes(`$${(full / 100).toFixed(2)}`))).toBe(true);
    await passDays(shop, 4);
    expect(await capturedCents(shop, rosa)).toHaveLength(2);
    await passDays(shop, 1);
    expect((await capturedCents(shop, rosa)).at(-1)).toBe(full);
  });
});

/** A patient whose charge failed at half its price and whose card works again. `half`: that charge, in cents. */
async function pastDueAtHalf(): Promise<{ readonly rosa: InCare; readonly half: number }> {
  const rosa = await inCare(shop);
  await earn(rosa.id, { percent: 50 });
  const half = toCents((await home(shop, rosa)).charges[0]?.amount ?? 0);
  await passDays(shop, (await untilCharge(rosa)) - 1);
  await declineCard(shop, rosa, "insufficient_funds");
  await passDays(shop, 1);
  const sources = shop.services.db
    .selectFrom("payment_source")
    .select("gateway_method_id")
    .where("patient_id", "=", rosa.id);
  await shop.gatewayDb
    .updateTable("sandbox.payment_method")
    .set({ charge_decline: null })
    .where(
      "id",
      "in",
      (await sources.execute()).map(({ gateway_method_id }) => gateway_method_id),
    )
    .execute();
  return { rosa, half };
}

describe("§8 a patient is never charged more than was notified: a charge that failed", () => {
  test("is retried at the amount its mail names, whatever the patient orders in between", async () => {
    const { rosa, half } = await pastDueAtHalf();
    await shop.jobs.drain();
    const mails = (await shop.mailbox.list(rosa.email)).map(({ text }) => text);
    expect(mails.some((text) => text.includes(`tried to charge $${(half / 100).toFixed(2)}`))).toBe(true);
    const bought = await placeCartOrder(rosa);
    expect((await home(shop, rosa)).charges[0]).toMatchObject({ amount: half / 100, retry: true });
    await passDays(shop, 3);
    expect((await capturedCents(shop, rosa)).slice(1)).toEqual([bought.totalCents, half]);
    expect(await unusedDiscounts(rosa)).toBe(0);
  });

  test("releases its discount once nothing is past due: its prescription orders, or everything, are cancelled", async () => {
    const { rosa } = await pastDueAtHalf();
    const token = await tokenOf(shop, rosa);
    const items = (await home(shop, rosa)).charges[0]?.items ?? [];
    for (const [index, { prescriptionorderid }] of items.entries()) {
      expect([index, await unusedDiscounts(rosa)]).toEqual([index, 0]);
      await shop.call(treatment.cancelPrescriptionOrder, { params: { id: prescriptionorderid } }, { token });
    }
    expect(await unusedDiscounts(rosa)).toBe(1);
    const other = await pastDueAtHalf();
    const params = { id: other.rosa.id };
    await shop.call(treatment.cancel, { params, body: {} }, { token: await tokenOf(shop, other.rosa) });
    expect(await unusedDiscounts(other.rosa)).toBe(1);
  });

  test("that fails again keeps its discount, and so does one the patient tries to pay", async () => {
    const { rosa, half } = await pastDueAtHalf();
    await declineCard(shop, rosa, "insufficient_funds");
    await passDays(shop, 3);
    expect((await home(shop, rosa)).charges[0]?.amount).toBe(half / 100);
    expect((await putCard(shop, rosa)).retried).toMatchObject({ outcome: "paid", amount: half / 100 });
    expect(await unusedDiscounts(rosa)).toBe(0);
  });
});

describe("§8 a renewal at a discount that is refunded", () => {
  test("releases the discount with its last prescription order", async () => {
    const rosa = await inCare(shop);
    await earn(rosa.id, { percent: 50 });
    await passDays(shop, await untilCharge(rosa));
    await shop.jobs.drain();
    const token = await tokenOf(shop, rosa);
    const paid = (await home(shop, rosa)).subscriptions.map((each) => prescriptionOrderIn(each, "processing").id);
    expect(paid).toHaveLength(2);
    for (const [index, id] of paid.entries()) {
      expect([index, await unusedDiscounts(rosa)]).toEqual([index, 0]);
      const { status } = await shop.call(treatment.cancelPrescriptionOrder, { params: { id } }, { token });
      expect(status).toBe(200);
    }
    expect(await unusedDiscounts(rosa)).toBe(1);
  });
});

describe("§8 what is left of a charge costs no more than was notified", () => {
  test("one of two cannot be filled, and the discount is too large for the rest: the patient is notified again", async () => {
    const rosa = await inCare(shop);
    const other = "progesterone_capsule_100";
    const price = toCents(prescriptionOrderIn(await subscriptionOf(shop, rosa, other), "scheduled").amount);
    await earn(rosa.id, { amountCents: price - 20 });
    const days = await untilCharge(rosa);
    await passDays(shop, days - 1);
    await shop.services.db
      .updateTable("prescription")
      .set({ refills_left: 0 })
      .where("patient_id", "=", rosa.id)
      .where("product_id", "!=", other)
      .execute();
    await passDays(shop, 1);
    expect(await capturedCents(shop, rosa)).toHaveLength(1);
    await runBilling(shop.services);
    await passDays(shop, 5);
    expect((await capturedCents(shop, rosa)).slice(1)).toEqual([price]);
    expect(await reminders(rosa)).toHaveLength(2);
  });
});

describe("§8 a discount of a first order that is past due", () => {
  async function pastDue(): Promise<InCare> {
    const patient = await shop.newPatient();
    await earn(patient.id, { amountCents: 2000 });
    const rosa = await handedOver(shop, "IA", null, patient);
    const params = { id: rosa.id };
    await shop.call(care.accept, { params, body: {} }, { apiKey: testApiKey });
    shop.clock.advance(8 * dayMs);
    await expireAuthorizations({ db: shop.services.db, clock: shop.clock });
    await shop.call(care.approvePlan, { params, body: {} }, { apiKey: testApiKey });
    await shop.jobs.drain();
    return rosa;
  }

  test("stays with what is past due, is not given twice, and the payment includes it", async () => {
    const rosa = await pastDue();
    const { orders, subscriptions, discounts } = await home(shop, rosa);
    expect(subscriptions.map(({ status }) => status)).toEqual(["past_due", "past_due"]);
    expect([discounts, await unusedDiscounts(rosa)]).toEqual([[], 0]);
    expect((await putCard(shop, rosa)).retried).toMatchObject({
      outcome: "paid",
      amount: orders[0]?.summary.totalamount,
    });
    expect(await unusedDiscounts(rosa)).toBe(0);
  });

  test("is available again once the order comes to nothing", async () => {
    const rosa = await pastDue();
    const params = { id: rosa.id };
    await shop.call(treatment.cancel, { params, body: {} }, { token: await tokenOf(shop, rosa) });
    expect(await unusedDiscounts(rosa)).toBe(1);
  });
});
