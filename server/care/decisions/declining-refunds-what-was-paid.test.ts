import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import {
  acceptedUpsellOrder,
  upsellAtClinic,
  patientAtAddons,
  firstUpsellInVisit,
  answeredPatientInCare,
} from "#server/growth/testing/upsells.ts";
import { putStep } from "#server/onboarding/testing/answers.ts";
import { pay, readyToPay } from "#server/onboarding/testing/checkout.ts";
import { ledger } from "#server/orders/testing/shop.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer, testApiKey } from "#server/testing/harness.ts";
import { overchargeOrder, sandboxCharges } from "../testing/sandbox-charges.ts";

const apiKey = testApiKey;
let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

/** The gateway has already captured, and the practice accepts that payment for the order. */
async function acceptOvercharge(orderId: string): Promise<number> {
  const cents = await overchargeOrder(server, orderId);
  const accepted = { params: { id: orderId }, body: { outcome: "accept" } } as const;
  expect((await server.call(care.resolvePayment, accepted, { apiKey, key: newId() })).status).toBe(200);
  return cents;
}
/** All of it is refunded, and the ledger agrees. */
async function expectRefunded(orderId: string, cents: number): Promise<void> {
  await server.jobs.drain();
  expect(await sandboxCharges(server, orderId)).toMatchObject([{ amount_captured: cents, amount_refunded: cents }]);
  expect(await ledger(server, orderId)).toEqual({ sum: 0, gateway: 0 });
  const { db } = server.services;
  const { status } = await db
    .selectFrom("customer_order")
    .select("status")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  expect(status).toBe("refunded");
}

describe("decisions §8 a decline refunds what was already paid", () => {
  test("a plan with an upsell accepted in the visit: all of it, and nothing of it is sent", async () => {
    const rosa = await patientAtAddons(server, { thin_hair: "3" });
    const { upsellId, product, pricingId } = await firstUpsellInVisit(server, rosa);
    expect((await server.call(growth.acceptOnboardingUpsell, { body: { upsellId } }, rosa)).status).toBe(200);
    // The add-ons page submits the preselected items.
    await putStep(server, rosa, 4, { products: [{ productid: product.productid, pricingid: pricingId }] });
    const { totalamount } = await readyToPay(server, rosa);
    const { ok } = await pay(server, rosa, totalamount);
    const orderId = ok.order?.id ?? "";
    const { ok: order } = await server.call(treatment.order, { params: { id: orderId } }, rosa);
    expect(order.detail.map(({ productid }) => productid)).toContain(product.productid);
    const cents = await acceptOvercharge(orderId);
    const declined = { params: { id: rosa.id }, body: { reason: "Please see a doctor near you." } };
    expect((await server.call(care.declinePlan, declined, { apiKey })).status).toBe(200);
    await expectRefunded(orderId, cents);
    const parcel = { params: { id: orderId }, body: { carrier: "Meadow Post", trackingnumber: "MP-1" } };
    expect((await server.call(care.shipOrder, parcel, { apiKey })).problem.code).toBe("prescription_needed");
  });

  test("an upsell in care: all of it, and the plan stays", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    const cents = await acceptOvercharge(orderId);
    const { id = "" } = (await upsellAtClinic(server, rosa)) ?? {};
    const declined = { params: { id }, body: { reason: "Let us wait." } };
    expect((await server.call(care.declineUpsell, declined, { apiKey })).ok.status).toBe("declined");
    await expectRefunded(orderId, cents);
    const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
    expect(ok.planstatus).toBe("approved");
    expect((await sandboxCharges(server, rosa.orderId)).map(({ amount_refunded }) => amount_refunded)).toEqual([0]);
  });
});
