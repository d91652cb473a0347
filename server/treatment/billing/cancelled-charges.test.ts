import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { payment } from "#contract/payment.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { refundCharge, captureOrVoidCharge } from "#server/orders/payments/sync-intent.ts";
import { withGateway } from "#server/orders/testing/shop.ts";
import { intentOf } from "#server/payment/public.ts";
import { GatewayRefused } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { shopAtNoon } from "../testing/at-noon.ts";
import { changeTreatment, stronger } from "../testing/changes.ts";
import {
  bill,
  home,
  inCare,
  type InCare,
  passDays,
  subscriptionOf,
  prescriptionOrderIn,
  capturedCents,
  tokenOf,
} from "../testing/in-care.ts";
import { hasPrescriptionRenewal, treatmentScenarios } from "../testing/scenarios.ts";
import { chargePastDue } from "./charge-past-due.ts";
import { runBilling } from "./run-billing.ts";

const shop = shopAtNoon();

const apiKey = testApiKey;
const { putOnHold, pastDue, acceptCard, loseAddress } = treatmentScenarios(() => shop);
const signedIn = async (rosa: InCare) => ({ token: await tokenOf(shop, rosa) });
const cancelPrescriptionOrder = async (rosa: InCare, id: string | undefined) =>
  shop.call(treatment.cancelPrescriptionOrder, { params: { id: id ?? "" } }, await signedIn(rosa));

describe("decisions §9 the gateway is down while a renewal is placed", () => {
  /** A patient whose renewal order is placed and unknown to the gateway. */
  async function renewalWithoutCharge(): Promise<InCare> {
    const rosa = await inCare(shop);
    await passDays(shop, 18);
    for (let day = 0; day < 9 && !(await hasPrescriptionRenewal(shop, rosa)); day += 1) {
      shop.faults.clear();
      shop.faults.add("authorize", "before");
      await passDays(shop, 1);
    }
    shop.faults.clear();
    expect(await hasPrescriptionRenewal(shop, rosa)).toBe(true);
    expect(await capturedCents(shop, rosa)).toHaveLength(1);
    return rosa;
  }

  test.each<[string, (rosa: InCare) => Promise<unknown>]>([
    [
      "the patient cancels",
      async (rosa) => shop.call(treatment.cancel, { params: { id: rosa.id }, body: {} }, await signedIn(rosa)),
    ],
    ["the patient's answers raise a STOP", putOnHold],
  ])("%s: hours later nothing is charged", async (_, happens) => {
    const rosa = await renewalWithoutCharge();
    await happens(rosa);
    shop.clock.advance(6 * 3_600_000);
    await shop.reconcile();
    await runBilling(shop.services);
    await shop.jobs.drain();
    expect(await capturedCents(shop, rosa)).toHaveLength(1);
  });
});

test("decisions §9 a charge that fails after the doctor discontinued an item is retried only for the rest", async () => {
  const rosa = await pastDue();
  await passDays(shop, 2);
  shop.clock.advance(86_400_000);
  shop.beforeGatewayAnswer(() => changeTreatment(shop, rosa, { pricingid: stronger, until: "stop" }));
  await runBilling(shop.services);
  const { charges } = await home(shop, rosa);
  expect(charges.map(({ retry, items }) => [retry, items.map(({ name }) => name)])).toEqual([
    [true, ["Progesterone capsule"]],
  ]);
});

describe("decisions §9 what is past due is charged once", () => {
  test("the same key again, after the gateway rejected the request, answers the same", async () => {
    const rosa = await pastDue();
    await acceptCard(rosa);
    const command = { patientId: rosa.id, idempotencyKey: newId() };
    const authorize = () => Promise.reject(new GatewayRefused("declined", "The bank refused"));
    const first = await chargePastDue(withGateway(shop.services, { authorize }), command);
    expect(first?.outcome).toBe("declined");
    expect(await chargePastDue(shop.services, command)).toEqual(first);
    await shop.jobs.drain();
    expect(await capturedCents(shop, rosa)).toHaveLength(1);
  });

  test("a card saved while the last retry is under way is charged", async () => {
    const rosa = await pastDue();
    await passDays(shop, 6);
    shop.clock.advance(86_400_000);
    const options = await signedIn(rosa);
    shop.beforeGatewayAnswer(() => shop.call(payment.saveSource, { body: { source: "tok_visa" } }, options));
    await runBilling(shop.services);
    await passDays(shop, 20);
    expect(await capturedCents(shop, rosa)).toHaveLength(2);
    expect((await subscriptionOf(shop, rosa)).status).toBe("active");
  });

  test("a card saved while there is no address stays saved", async () => {
    const rosa = await pastDue();
    await loseAddress(rosa);
    const { status } = await shop.call(payment.saveSource, { body: { source: "tok_visa" } }, await signedIn(rosa));
    expect(status).toBe(200);
    expect(await capturedCents(shop, rosa)).toHaveLength(1);
  });
});

describe("decisions §9 a prescription order is cancelled", () => {
  test("one of two items of an order: its line is marked, and the other one is shipped", async () => {
    const rosa = await inCare(shop, { delivered: false });
    await cancelPrescriptionOrder(rosa, prescriptionOrderIn(await subscriptionOf(shop, rosa), "processing").id);
    const { status, ok } = await shop.call(
      care.shipOrder,
      { params: { id: rosa.orderId }, body: { carrier: "Meadow Post", trackingnumber: "MP-1" } },
      { apiKey },
    );
    expect(status).toBe(200);
    expect(Object.fromEntries(ok.order.detail.map(({ productid, cancelled }) => [productid, cancelled]))).toEqual({
      estradiol_patch_0_05: true,
      progesterone_capsule_100: false,
    });
  });

  test("all of a plan that was paid and not settled: its subscriptions do not stay pending", async () => {
    const rosa = await handedOver(shop, "IA");
    const params = { id: rosa.id };
    await shop.call(care.accept, { params, body: {} }, { apiKey });
    await shop.call(care.approvePlan, { params, body: {} }, { apiKey });
    await captureOrVoidCharge(shop.services, (await intentOf(shop.services.db, rosa.orderId)).id);
    for (const { prescriptionorders } of (await home(shop, rosa)).subscriptions)
      await cancelPrescriptionOrder(rosa, prescriptionorders[0]?.id);
    for (const { id } of await shop.services.db.selectFrom("refund").select("id").execute())
      await refundCharge(shop.services, id);
    await shop.jobs.drain();
    await bill(shop);
    expect((await home(shop, rosa)).subscriptions.map(({ status }) => status)).toEqual(["active", "active"]);
  });

  test("a refund the gateway rejects for good: the practice is notified, once", async () => {
    const rosa = await inCare(shop, { delivered: false });
    await cancelPrescriptionOrder(rosa, prescriptionOrderIn(await subscriptionOf(shop, rosa), "processing").id);
    const { number } = (await home(shop, rosa)).orders[0] ?? {};
    const refused = () => Promise.reject(new GatewayRefused("disputed", "The charge is disputed"));
    const open = await shop.services.db.selectFrom("refund").select("id").where("status", "=", "created").execute();
    for (const { id } of [...open, ...open]) await refundCharge(withGateway(shop.services, { refund: refused }), id);
    await bill(shop);
    const practiceMails = (await shop.mailbox.list(shop.services.content.brand.supportemail)).filter(({ text }) =>
      text.includes(`Order: ${number}`),
    );
    expect(practiceMails.map(({ subject }) => subject)).toEqual(["A refund didn't go through"]);
  });
});
