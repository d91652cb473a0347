import { afterEach, describe, expect, test, vi } from "vitest";
import { care } from "#contract/care/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { Intent } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { type TestPatient, testApiKey } from "#server/testing/harness.ts";
import { shopAtNoon } from "#server/treatment/testing/at-noon.ts";
import { home, mailSubjects } from "#server/treatment/testing/in-care.ts";
import {
  acceptUpsell,
  acceptedUpsellOrder,
  upsellAtClinic,
  answeredPatientInCare,
  dashboardUpsell,
  upsellOrders,
} from "../testing/upsells.ts";

const apiKey = testApiKey;
const shop = shopAtNoon();
afterEach(() => vi.restoreAllMocks());

const cancelAll = ({ id, token }: TestPatient) =>
  shop.call(treatment.cancel, { params: { id }, body: {} }, { token, key: newId() });
const accept = async (patient: TestPatient) => {
  const { upsellId, total } = await dashboardUpsell(shop, patient, "minoxidil");
  return acceptUpsell(shop, patient, upsellId, { totalamount: total });
};
const orderOf = async (patient: TestPatient) =>
  (await upsellOrders(shop, patient))[0] ?? expect.fail("The patient ordered nothing");
const upsellReviewsOf = ({ id }: TestPatient) =>
  shop.services.db.selectFrom("upsell_request").select(["order_id", "status"]).where("patient_id", "=", id).execute();
/** Mocks the bank's answer to the next charges, until changed. */
const mockBankStatus = (status: Intent["status"]): void => {
  const { gateway } = shop.services;
  for (const ask of ["authorize", "retrieve"] as const) {
    const real = gateway[ask].bind(gateway) as (input: unknown) => Promise<Intent>;
    vi.spyOn(gateway, ask).mockImplementation(async (input: unknown) => ({ ...(await real(input)), status }));
  }
};

/** Nothing is authorized, captured or in the doctor's list, and the upsell is not offered again unasked. */
async function expectVoided(rosa: TestPatient): Promise<void> {
  await shop.jobs.drain();
  const { id, status } = await orderOf(rosa);
  expect(status).toBe("voided");
  expect(await shop.charges(id)).toMatchObject([{ status: "canceled", amount_captured: 0 }]);
  expect(await upsellAtClinic(shop, rosa)).toBeUndefined();
  const { ok } = await shop.call(growth.dashboardUpsells, {}, { token: rosa.token });
  expect(ok.items.map(({ name }) => name)).not.toContain("minoxidil");
}

describe("spec §4 cancel: the patient cancels everything while the bank is asked about an upsell", () => {
  test("authorized a moment later: it is voided at once, and the patient is notified", async () => {
    const rosa = await answeredPatientInCare(shop);
    shop.beforeGatewayAnswer(() => cancelAll(rosa));
    const key = newId();
    const { upsellId, total } = await dashboardUpsell(shop, rosa, "minoxidil");
    const send = () => acceptUpsell(shop, rosa, upsellId, { totalamount: total }, key);
    const { status, ok } = await send();
    expect([status, ok.message]).toEqual([
      200,
      "You canceled while we were checking with your bank, so we took this back. You weren't charged.",
    ]);
    expect((await send()).status).toBe(200);
    await expectVoided(rosa);
    expect(await upsellReviewsOf(rosa)).toMatchObject([{ status: "withdrawn" }]);
    const mails = await mailSubjects(shop, rosa);
    expect(mails.filter((subject) => /^Order \d+ is withdrawn$/.test(subject))).toHaveLength(1);
  });

  test("the bank answers later, to the job: the same result", async () => {
    const rosa = await answeredPatientInCare(shop);
    mockBankStatus("processing");
    expect((await accept(rosa)).problem.code).toBe("payment_pending");
    expect((await cancelAll(rosa)).status).toBe(200);
    vi.restoreAllMocks();
    await shop.reconcile();
    expect(await upsellReviewsOf(rosa)).toMatchObject([{ status: "withdrawn" }]);
    await expectVoided(rosa);
  });

  test("the bank waits for a step of the patient: it is closed without that step", async () => {
    const rosa = await answeredPatientInCare(shop);
    mockBankStatus("requires_action");
    expect((await accept(rosa)).problem.code).toBe("payment_pending");
    await shop.reconcile();
    expect((await orderOf(rosa)).status).toBe("unknown");
    await cancelAll(rosa);
    await shop.reconcile();
    const { id, status } = await orderOf(rosa);
    expect([status, await upsellReviewsOf(rosa)]).toEqual(["voided", []]);
    expect(await shop.charges(id)).toMatchObject([{ status: "canceled", amount_captured: 0 }]);
  });

  test("authorized, and not yet passed to the doctor: the same result", async () => {
    const rosa = await answeredPatientInCare(shop);
    const orderId = await acceptedUpsellOrder(shop, rosa);
    const { db } = shop.services;
    // The state a crash leaves between the bank's approval and what follows.
    await db.deleteFrom("upsell_request").where("order_id", "=", orderId).execute();
    await db.updateTable("upsell").set({ status: "open", decided_at: null }).where("order_id", "=", orderId).execute();
    await cancelAll(rosa);
    await expectVoided(rosa);
    await shop.jobs.enqueue(db, "growth.finish-upsells", {});
    await expectVoided(rosa);
    expect(await upsellReviewsOf(rosa)).toEqual([{ order_id: orderId, status: "withdrawn" }]);
  });
});

describe("spec §4 cancel: the patient has no active subscription but an upsell request", () => {
  test("cancelling everything withdraws it, once; then there is nothing to cancel", async () => {
    const rosa = await answeredPatientInCare(shop);
    await cancelAll(rosa);
    expect((await cancelAll(rosa)).problem.code).toBe("wrong_state");
    await acceptedUpsellOrder(shop, rosa);
    const { status, ok } = await cancelAll(rosa);
    expect([status, ok.message]).toEqual([
      200,
      "Canceled. Your doctor won't review what you added, and you won't be charged for it.",
    ]);
    await expectVoided(rosa);
    expect((await home(shop, rosa)).upsellrequests).toEqual([]);
    expect(await mailSubjects(shop, rosa)).toContainEqual(expect.stringMatching(/^Order \d+ is withdrawn$/));
    expect((await cancelAll(rosa)).problem.code).toBe("wrong_state");
  });

  test("one active subscription is cancelled alone by its id", async () => {
    const rosa = await answeredPatientInCare(shop);
    await cancelAll(rosa);
    await acceptedUpsellOrder(shop, rosa);
    const [ended] = (await home(shop, rosa)).subscriptions;
    const one = { params: { id: rosa.id }, body: { subscriptionid: ended?.id } };
    expect((await shop.call(treatment.cancel, one, { token: rosa.token })).problem.code).toBe("wrong_state");
    expect(await upsellAtClinic(shop, rosa)).toBeDefined();
  });
});

describe("spec §7 upsell accept: an order that failed", () => {
  test("unlinks its upsells, which another order may buy", async () => {
    const rosa = await answeredPatientInCare(shop);
    mockBankStatus("requires_payment_method");
    expect((await accept(rosa)).status).toBe(402);
    vi.restoreAllMocks();
    const tied = () =>
      shop.services.db
        .selectFrom("upsell")
        .select("order_id")
        .where("patient_id", "=", rosa.id)
        .where("order_id", "is not", null)
        .execute();
    expect(await tied()).toHaveLength(1);
    await shop.jobs.enqueue(shop.services.db, "growth.finish-upsells", {});
    await shop.jobs.drain();
    expect(await tied()).toEqual([]);
    expect((await accept(rosa)).status).toBe(200);
    const params = { id: (await upsellAtClinic(shop, rosa))?.id ?? "" };
    expect((await shop.call(care.approveUpsell, { params, body: {} }, { apiKey })).status).toBe(200);
  });
});
