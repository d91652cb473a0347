import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { couponFor } from "#server/discounts/public.ts";
import { resolveMismatch } from "#server/orders/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { expireAuthorizations } from "#server/platform/gateway/sandbox/emulator/intents.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { cancelSubscriptionsOfProduct } from "../prescription-orders/apply-prescription-decision.ts";
import { shopAtNoon } from "../testing/at-noon.ts";
import {
  home,
  type InCare,
  putCard,
  mailSubjects,
  passDays,
  declineCard,
  subscriptionOf,
  prescriptionOrderIn,
  capturedCents,
  tokenOf,
} from "../testing/in-care.ts";
import { chargePastDue } from "./charge-past-due.ts";
import { runBilling } from "./run-billing.ts";

const shop = shopAtNoon();

const coupon = "FSASTORE30";
const products = ["estradiol_patch_0_05", "progesterone_capsule_100"] as const;
const dayMs = 86_400_000;

/** The patient's plan is approved after the authorization lapsed; the job that finds out has not run. */
async function approvedWithoutAuthorization(): Promise<InCare> {
  const rosa = await handedOver(shop, "IA", coupon);
  const params = { id: rosa.id };
  await shop.call(care.accept, { params, body: {} }, { apiKey: testApiKey });
  shop.clock.advance(8 * dayMs);
  await expireAuthorizations({ db: shop.services.db, clock: shop.clock });
  await shop.call(care.approvePlan, { params, body: {} }, { apiKey: testApiKey });
  return rosa;
}

/** The patient's first order is past due, with the discount of its coupon. */
async function firstOrderPastDue(): Promise<InCare> {
  const rosa = await approvedWithoutAuthorization();
  await shop.jobs.drain();
  expect((await home(shop, rosa)).subscriptions.map(({ status }) => status)).toEqual(["past_due", "past_due"]);
  return rosa;
}

/** Whether the coupon of the patient's order is still used by it (`used`) or free for everybody. */
async function couponUse(rosa: InCare): Promise<"used" | "free"> {
  const row = await shop.services.db
    .selectFrom("coupon_use")
    .select("released_at")
    .where("order_id", "=", rosa.orderId)
    .executeTakeFirstOrThrow();
  const again = await couponFor(shop.services, rosa.id, coupon).catch((error: { code: string }) => error.code);
  const isFree = row.released_at !== null;
  expect(again === "coupon_used").toBe(!isFree);
  return isFree ? "free" : "used";
}
const couponCount = async () =>
  (
    await shop.services.db
      .selectFrom("coupon_counter")
      .select("used")
      .where("code", "=", coupon)
      .executeTakeFirstOrThrow()
  ).used;
const cancelAll = async (rosa: InCare, subscriptionid?: string) =>
  shop.call(
    treatment.cancel,
    { params: { id: rosa.id }, body: subscriptionid === undefined ? {} : { subscriptionid } },
    { token: await tokenOf(shop, rosa) },
  );
const endProduct = (rosa: InCare, product: string) =>
  inTransaction(shop.services, (tx) => cancelSubscriptionsOfProduct(tx, rosa.id, product));

describe("§8 the coupon of a first order that is past due", () => {
  test("stays used while the order is past due, and after it was paid at its discount", async () => {
    const rosa = await firstOrderPastDue();
    const { summary } = (await home(shop, rosa)).orders[0]!;
    expect(summary.discount).toBeGreaterThan(0);
    expect(await couponUse(rosa)).toBe("used");
    expect((await putCard(shop, rosa)).retried).toMatchObject({ outcome: "paid", amount: summary.totalamount });
    expect(await couponUse(rosa)).toBe("used");
    await cancelAll(rosa);
    expect(await couponUse(rosa)).toBe("used");
  });

  test("is free once the patient cancels what is past due, and counts once", async () => {
    const rosa = await firstOrderPastDue();
    const before = await couponCount();
    const [first] = (await home(shop, rosa)).subscriptions;
    await cancelAll(rosa, first?.id);
    expect(await couponUse(rosa)).toBe("used");
    await cancelAll(rosa);
    expect(await couponUse(rosa)).toBe("free");
    expect(await couponCount()).toBe(before - 1);
  });

  test("stays used when the patient cancels one prescription order: the next one has its discount", async () => {
    const rosa = await firstOrderPastDue();
    const options = { token: await tokenOf(shop, rosa) };
    for (const product of products) {
      const { id } = prescriptionOrderIn(await subscriptionOf(shop, rosa, product), "payment_failed");
      await shop.call(treatment.cancelPrescriptionOrder, { params: { id } }, options);
    }
    expect(await couponUse(rosa)).toBe("used");
    await cancelAll(rosa);
    expect(await couponUse(rosa)).toBe("free");
  });

  test("is free once the doctor ends all of it", async () => {
    const rosa = await firstOrderPastDue();
    await endProduct(rosa, products[0]);
    expect(await couponUse(rosa)).toBe("used");
    await endProduct(rosa, products[1]);
    expect(await couponUse(rosa)).toBe("free");
  });

  test("is free when the doctor ended all of it before the capture, and nothing is past due", async () => {
    const rosa = await approvedWithoutAuthorization();
    for (const product of products) await endProduct(rosa, product);
    await shop.jobs.drain();
    expect(await couponUse(rosa)).toBe("free");
    expect((await putCard(shop, rosa)).retried).toBeNull();
  });

  test("is free once a charge under way at the cancellation is cancelled", async () => {
    const rosa = await firstOrderPastDue();
    shop.faults.add("authorize", "before");
    expect((await chargePastDue(shop.services, { patientId: rosa.id, idempotencyKey: newId() }))?.outcome).toBe(
      "pending",
    );
    await cancelAll(rosa);
    expect(await couponUse(rosa)).toBe("used");
    shop.clock.advance(dayMs / 4);
    await shop.reconcile();
    await runBilling(shop.services);
    expect(await capturedCents(shop, rosa)).toEqual([]);
    expect(await couponUse(rosa)).toBe("free");
  });

  test("stays used when the practice gives back a payment of a different amount: nothing is past due, and the next charge is announced", async () => {
    const rosa = await handedOver(shop, "IA", coupon);
    const params = { id: rosa.id };
    await shop.call(care.accept, { params, body: {} }, { apiKey: testApiKey });
    await shop.gatewayDb
      .updateTable("sandbox.intent")
      .set({ amount: 1000 })
      .where("order_id", "=", rosa.orderId)
      .execute();
    await shop.call(care.approvePlan, { params, body: {} }, { apiKey: testApiKey });
    await shop.jobs.drain();
    expect((await shop.orderRow(rosa.orderId)).status).toBe("mismatch");
    await resolveMismatch(shop.services, rosa.orderId, "release");
    await shop.jobs.drain();
    const { subscriptions, charges, nextstep } = await home(shop, rosa);
    expect(subscriptions.map(({ status }) => status)).toEqual(["active", "active"]);
    expect(nextstep.kind).toBe("under_way");
    expect(await couponUse(rosa)).toBe("used");
    const told = await mailSubjects(shop, rosa);
    expect(told).toContain("You weren't charged");
    expect(
      told.filter((subject) => /payment|card/i.test(subject) && subject !== "We're looking into your payment"),
    ).toEqual([]);
    expect(charges.map(({ retry }) => retry)).toEqual([false]);
    await passDays(shop, 4);
    expect(await capturedCents(shop, rosa)).toEqual([]);
    expect(await mailSubjects(shop, rosa)).toContain("Your next order is coming up");
    // Five days from the reminder on.
    await passDays(shop, 2);
    expect(await capturedCents(shop, rosa)).toHaveLength(1);
  });

  test("stays used when another card is declined too", async () => {
    const rosa = await firstOrderPastDue();
    await declineCard(shop, rosa, "insufficient_funds");
    expect((await chargePastDue(shop.services, { patientId: rosa.id, idempotencyKey: newId() }))?.outcome).toBe(
      "declined",
    );
    expect(await couponUse(rosa)).toBe("used");
  });
});
