import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { placeOrder } from "#server/orders/public.ts";
import { refusal } from "#server/orders/testing/shop.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { expireAuthorizations } from "#server/platform/gateway/sandbox/emulator/intents.ts";
import { requestPrescriptionRenewal, activePrescriptions } from "#server/prescriptions/public.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { cancelSubscriptions } from "../subscriptions/cancel-subscription.ts";
import { shopAtNoon } from "../testing/at-noon.ts";
import { agreeToChange, changeTreatment, newestChange, stronger, weaker } from "../testing/changes.ts";
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
} from "../testing/in-care.ts";
import { treatmentScenarios } from "../testing/scenarios.ts";

const shop = shopAtNoon();
const { approveAll } = treatmentScenarios(() => shop);

const cheap = "estradiol_tablet_0_5_1m";
const discountOf = async (rosa: InCare, product: string) => {
  const { id } = await subscriptionOf(shop, rosa, product);
  const row = await shop.services.db
    .selectFrom("prescription_order")
    .select(["id", "discount_cents", "amount_cents"])
    .where("subscription_id", "=", id)
    .where("status", "=", "scheduled")
    .executeTakeFirstOrThrow();
  return { ...row, price: row.amount_cents };
};
const fills = async ({ id }: InCare, product: string) =>
  (
    await shop.services.db
      .selectFrom("prescription")
      .select("refills_left")
      .where("patient_id", "=", id)
      .where("product_id", "=", product)
      .orderBy("approved_at")
      .execute()
  ).map(({ refills_left }) => refills_left);

describe("the discount of a prescription order whose product the doctor changes", () => {
  test("is the same share of the lower price, so that it is not free", async () => {
    const rosa = await inCare(shop);
    const before = await discountOf(rosa, "estradiol_patch_0_05");
    await shop.services.db
      .updateTable("prescription_order")
      .set({ discount_cents: Math.floor(before.price / 2) })
      .where("id", "=", before.id)
      .execute();
    const { ok } = await changeTreatment(shop, rosa, { pricingid: cheap, despitewarning: true });
    expect(ok.status).toBe("agreed");
    const after = await discountOf(rosa, "estradiol_tablet_0_5");
    expect(after.price).toBeLessThan(before.price / 2);
    expect(after.discount_cents).toBeLessThanOrEqual(after.price / 2);
    expect(after.discount_cents).toBeGreaterThan(after.price / 2 - 2);
    const [charge] = (await home(shop, rosa)).charges;
    await passDays(shop, 35);
    expect((await capturedCents(shop, rosa)).slice(1)).toEqual([Math.round((charge?.amount ?? 0) * 100)]);
  });

  test.each([
    ["a share of the price grows with it", false, (half: number, price: number) => Math.floor((half * 6200) / price)],
    ["what an order earned takes off no more than it did", true, (half: number) => half],
  ])("at a higher price %s", async (_, isEarned, expected) => {
    const rosa = await inCare(shop);
    const { id, price } = await discountOf(rosa, "estradiol_patch_0_05");
    const half = Math.floor(price / 2);
    await shop.services.db
      .updateTable("prescription_order")
      .set({ discount_cents: half, discount_order_id: isEarned ? rosa.orderId : null })
      .where("id", "=", id)
      .execute();
    await changeTreatment(shop, rosa, { pricingid: stronger });
    expect((await agreeToChange(shop, rosa, await newestChange(shop, rosa))).status).toBe(200);
    const after = await discountOf(rosa, "estradiol_patch_0_1");
    expect([after.price, after.discount_cents]).toEqual([6200, expected(half, price)]);
  });
});

test("a notified discount that leaves less than can be charged leaves nothing to pay, never the whole price", async () => {
  const rosa = await inCare(shop);
  await shop.services.db
    .updateTable("prescription_order")
    .set((column) => ({ discount_cents: column("amount_cents", "-", 10) }))
    .where("patient_id", "=", rosa.id)
    .where("status", "=", "scheduled")
    .execute();
  expect((await home(shop, rosa)).charges[0]?.amount).toBe(0);
  await passDays(shop, 35);
  await shop.jobs.drain();
  const [order] = (await home(shop, rosa)).orders;
  expect([order?.summary.totalamount, order?.detail.length]).toEqual([0, 2]);
});

describe("the fills of a prescription that replaces another one", () => {
  test("a past-due first prescription order that was changed consumes the fill it was given", async () => {
    const patient = await handedOver(shop, "IA");
    const params = { id: patient.id };
    await shop.call(care.accept, { params, body: {} }, { apiKey: testApiKey });
    shop.clock.advance(8 * 86_400_000);
    await expireAuthorizations({ db: shop.services.db, clock: shop.clock });
    await shop.call(care.approvePlan, { params, body: {} }, { apiKey: testApiKey });
    await shop.jobs.drain();
    const { ok } = await changeTreatment(shop, patient, { pricingid: weaker, refills: 5 });
    expect(ok.status).toBe("agreed");
    expect((await putCard(shop, patient)).retried).toMatchObject({ outcome: "paid" });
    expect(await fills(patient, "estradiol_patch_0_025")).toEqual([5]);
    expect(
      prescriptionOrderIn(await subscriptionOf(shop, patient, "estradiol_patch_0_025"), "scheduled"),
    ).toBeDefined();
  });

  test("§8 a cart order that comes to nothing restores its fill to the prescription it was consumed from", async () => {
    const rosa = await inCare(shop);
    const { services } = shop;
    const product = "progesterone_capsule_100";
    await cancelSubscriptions(services, { patientId: rosa.id });
    await passDays(shop, 25);
    await declineCard(shop, rosa, "insufficient_funds");
    shop.beforeGatewayAnswer(async () => {
      shop.beforeGatewayAnswer(async () => undefined);
      const { prescriptionId = "" } = (await activePrescriptions(services, rosa.id)).get(product) ?? {};
      await inTransaction(services, (tx) => requestPrescriptionRenewal(tx, rosa.id, prescriptionId));
      await approveAll(rosa);
    });
    const lines = [{ productid: product, pricingid: `${product}_1m`, quantity: 1 }];
    const cart = shop.orderRequest(rosa.id, { kind: "cart", capture: "automatic", termsVersion: "terms@test", lines });
    expect(await refusal(placeOrder(services, cart))).toBe("insufficient_funds");
    expect(await fills(rosa, product)).toEqual([12, 13]);
  });
});
