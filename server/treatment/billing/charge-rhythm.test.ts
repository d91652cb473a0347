import { describe, expect, test } from "vitest";
import { treatment } from "#contract/treatment/calls.ts";
import { chargeOrder } from "#server/orders/placing/place-order.ts";
import { daysBetween } from "#server/platform/clock/calendar-days.ts";
import { placeRenewalOrder } from "../prescription-orders/place-renewal-order.ts";
import { withLockedTreatment } from "../snapshot/lock-treatment.ts";
import { shopAtNoon } from "../testing/at-noon.ts";
import {
  bill,
  deliverPaid,
  inCare,
  type InCare,
  passDays,
  mailSubjects,
  subscriptionOf,
  prescriptionOrderIn,
  capturedCents,
  tokenOf,
} from "../testing/in-care.ts";
import { treatmentScenarios } from "../testing/scenarios.ts";
import { runBilling } from "./run-billing.ts";

const shop = shopAtNoon();

const dayMs = 86_400_000;
const { today, at, approveAll, outOfFills, pastDue, acceptCard, loseAddress, chargedOn } = treatmentScenarios(
  () => shop,
);
const reminders = async (rosa: InCare) =>
  (await mailSubjects(shop, rosa)).filter((subject) => subject === "Your next order is coming up").length;

describe("decisions §9 the rhythm of charges", () => {
  test("reordered while paused: after the scheduled prescription order another one is scheduled", async () => {
    const rosa = await inCare(shop);
    await passDays(shop, 20);
    const subscription = await subscriptionOf(shop, rosa);
    const { status } = await shop.call(
      treatment.pause,
      { params: { id: rosa.id }, body: { months: 1, subscriptionid: subscription.id } },
      { token: await tokenOf(shop, rosa) },
    );
    expect(status).toBe(200);
    await passDays(shop, 1);
    // The pause covers the parcel companion too, and so does the order.
    const { id } = prescriptionOrderIn(await subscriptionOf(shop, rosa), "delivered");
    const again = await shop.call(treatment.reorder, { params: { id } }, { token: await tokenOf(shop, rosa) });
    expect([again.status, again.ok.order?.detail.length]).toEqual([200, 2]);
    await deliverPaid(shop, rosa);
    await passDays(shop, 45);
    for (const product of ["progesterone_capsule_100", "estradiol_patch_0_05"]) {
      const now = await subscriptionOf(shop, rosa, product);
      expect(now.status).toBe("active");
      expect(now.nextchargeon).not.toBeNull();
    }
  });

  test("a postponed prescription order: the one after comes no later than its box requires", async () => {
    at("2027-01-30T17:00:00Z");
    const rosa = await inCare(shop);
    await passDays(shop, 35);
    expect(await chargedOn(rosa)).toEqual(["2027-02-20"]);
    await deliverPaid(shop, rosa);
    await outOfFills(rosa);
    at("2027-03-25T17:00:00Z");
    await runBilling(shop.services);
    at("2027-03-28T17:00:00Z");
    await approveAll(rosa);
    await passDays(shop, 8);
    await deliverPaid(shop, rosa);
    await passDays(shop, 62);
    const [, second = "", third = ""] = await chargedOn(rosa);
    expect(daysBetween(second, third)).toBeLessThanOrEqual(28);
  });

  test("a prescription order postponed by weeks: the one after is not charged a few days later", async () => {
    at("2027-01-02T17:00:00Z");
    const rosa = await inCare(shop);
    await outOfFills(rosa);
    await passDays(shop, 20);
    at("2027-02-20T17:00:00Z");
    await approveAll(rosa);
    await passDays(shop, 8);
    await deliverPaid(shop, rosa);
    const arrived = today();
    await passDays(shop, 62);
    const [, second = ""] = await chargedOn(rosa);
    // The box is used from its arrival, and the next one is charged 7 days before it is empty.
    expect(daysBetween(arrived, second)).toBe(21);
  });

  test("cancelled after it was paid and before it was settled: the next one is planned", async () => {
    const rosa = await inCare(shop);
    await passDays(shop, 19);
    const prescriptionOrder = prescriptionOrderIn(await subscriptionOf(shop, rosa), "scheduled");
    shop.clock.advance(daysBetween(today(), prescriptionOrder.chargeon ?? "") * dayMs);
    const orderId = await withLockedTreatment(shop.services, rosa.id, async (services, snapshot) => {
      const prescriptionOrders = snapshot.prescriptionOrders.filter(({ status }) => status === "scheduled");
      const input = {
        patientId: rosa.id,
        prescriptionOrders,
        keyOf: () => "renewal:killed",
        offSession: true,
      };
      return (await placeRenewalOrder(services, snapshot, input)).orderId;
    });
    await chargeOrder(shop.services, orderId ?? "");
    const { status } = await shop.call(
      treatment.cancelPrescriptionOrder,
      { params: { id: prescriptionOrder.id } },
      { token: await tokenOf(shop, rosa) },
    );
    expect(status).toBe(200);
    await bill(shop);
    const now = await subscriptionOf(shop, rosa);
    expect(now.status).toBe("active");
    expect(now.nextchargeon).not.toBeNull();
  });
});

describe("decisions §9 no charge without an address or a card, and none without notice", () => {
  test("past due, and no address at the next retry: retried once the patient has one", async () => {
    const rosa = await pastDue();
    const restoreAddress = await loseAddress(rosa);
    await passDays(shop, 4);
    await restoreAddress();
    await acceptCard(rosa);
    await passDays(shop, 10);
    expect(await capturedCents(shop, rosa)).toHaveLength(2);
  });

  test("no address on the day: the patient is notified of the new day before the charge", async () => {
    const rosa = await inCare(shop);
    await passDays(shop, 19);
    const before = await reminders(rosa);
    const restoreAddress = await loseAddress(rosa);
    await passDays(shop, 6);
    await restoreAddress();
    await passDays(shop, 8);
    expect(await capturedCents(shop, rosa)).toHaveLength(2);
    expect(await reminders(rosa)).toBe(before + 1);
  });

  test("without a card, a run long after asks the patient for one once", async () => {
    const rosa = await inCare(shop);
    await passDays(shop, 19);
    await shop.services.db
      .updateTable("payment_source")
      .set({ is_default: false })
      .where("patient_id", "=", rosa.id)
      .execute();
    await passDays(shop, 6);
    shop.clock.advance(20 * dayMs);
    const cardMails = async () =>
      (await mailSubjects(shop, rosa)).filter((subject) => subject === "Please add a card").length;
    const before = await cardMails();
    expect(before).toBeGreaterThan(0);
    for (let run = 0; run < 5; run += 1) await runBilling(shop.services);
    expect((await cardMails()) - before).toBeLessThanOrEqual(1);
  });
});
