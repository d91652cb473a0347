import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onboarding } from "#contract/onboarding/calls.ts";
import { openShop, type Shop } from "#server/orders/testing/shop.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { readOnboardingRecord } from "../testing/answers.ts";
import { crashAfterPayment, pay, readyToPay } from "../testing/checkout.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** The patient's flow is the one the last of the changes asks for: another one may lead back to a screen the patient has not seen. */
async function patientInVisit(): Promise<TestPatient> {
  const patient = await shop.newPatient();
  await shop.call(onboarding.overrideFlow, { body: { flow_variant: flow } }, { token: patient.token });
  return patient;
}
const flow = "C";

/** Tries everything that changes what a visit orders, and returns how each was answered. */
async function tryChanges({ token }: TestPatient): Promise<(string | number)[]> {
  const step = (n: number, body: object) => shop.call(onboarding.saveStep, { params: { n }, body }, { token });
  const answers = [
    await step(2.7, { answers: [{ questionid: "weight", answer: "151" }] }),
    await step(4, { products: [] }),
    await step(6, {}),
    await shop.call(onboarding.updateTreatmentForm, { body: { treatmentform: "patch" } }, { token }),
    await shop.call(onboarding.applyCoupon, { body: { couponid: "FSASTORE30" } }, { token }),
    await shop.call(onboarding.removeCoupon, {}, { token }),
    await shop.call(onboarding.overrideFlow, { body: { flow_variant: flow } }, { token }),
  ];
  return answers.map(({ status, problem }) => (status === 200 ? 200 : problem.code));
}
const allRefused = Array.from({ length: 7 }, () => "payment_pending");
const allSaved = Array.from({ length: 7 }, () => 200);

const orderStates = async ({ id }: TestPatient) =>
  (await shop.services.db.selectFrom("customer_order").select("status").where("patient_id", "=", id).execute()).map(
    ({ status }) => status,
  );

describe("a visit does not change while it is being paid", () => {
  test("at the bank: nothing in it changes, then it is finished as it was ordered", async () => {
    const patient = await patientInVisit();
    const { totalamount } = await readyToPay(shop, patient);
    expect(await tryChanges(patient)).toEqual(allSaved);
    shop.faults.add("authorize", "after");
    expect((await pay(shop, patient, totalamount)).problem.code).toBe("payment_pending");
    expect(await tryChanges(patient)).toEqual(allRefused);
    await shop.reconcile();
    expect(await readOnboardingRecord(shop, patient)).toMatchObject({ onboardingstatus: "DONE" });
  });

  test("from the moment the payment begins, before there is an order", async () => {
    const patient = await patientInVisit();
    await readyToPay(shop, patient);
    await shop.services.db
      .updateTable("onboarding")
      .set({ payment_started_at: shop.clock.now(), completion_key: newId() })
      .where("patient_id", "=", patient.id)
      .execute();
    expect(await tryChanges(patient)).toEqual(allRefused);
  });

  test("once the bank has declined, it may change at once", async () => {
    const patient = await patientInVisit();
    const { totalamount } = await readyToPay(shop, patient, { card: "tok_chargeCustomerFail" });
    shop.faults.add("authorize", "after");
    expect((await pay(shop, patient, totalamount)).problem.code).toBe("payment_pending");
    await shop.reconcile();
    expect(await orderStates(patient)).toEqual(["failed"]);
    expect(await tryChanges(patient)).toEqual(allSaved);
  });

  test("a visit that was stopped all the same is not finished, and its authorization is voided", async () => {
    const patient = await patientInVisit();
    const { totalamount, order } = await crashAfterPayment(shop, patient, newId());
    await shop.services.db
      .updateTable("onboarding")
      .set({ stop_rule_id: "liver", stopped_at: shop.clock.now() })
      .where("patient_id", "=", patient.id)
      .execute();
    await shop.jobs.drain();
    expect((await pay(shop, patient, totalamount)).problem.code).toBe("visit_stopped");
    expect(await shop.charges(order.id)).toMatchObject([{ status: "canceled", amount_captured: 0 }]);
    expect(await orderStates(patient)).toEqual(["voided"]);
    expect(await readOnboardingRecord(shop, patient)).toMatchObject({ onboardingstatus: "PENDING" });
    const cases = await shop.services.db
      .selectFrom("care_case")
      .select("id")
      .where("patient_id", "=", patient.id)
      .execute();
    expect(cases).toEqual([]);
  });
});
