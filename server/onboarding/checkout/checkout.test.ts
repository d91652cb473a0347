import { beforeAll, describe, expect, test } from "vitest";
import { store } from "#contract/cart/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { payment } from "#contract/payment.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { answerVisit, putStep, readOnboardingRecord } from "../testing/answers.ts";
import { addressBody, crashAfterPayment, pay, readyToPay, quotedTotal } from "../testing/checkout.ts";
import { resumePaidVisit } from "./finish-visit.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const ordersIn = (patient: TestPatient) =>
  server.services.db
    .selectFrom("customer_order")
    .select(["id", "status", "total_cents"])
    .where("patient_id", "=", patient.id)
    .execute();
const casesOf = (patient: TestPatient) =>
  server.services.db.selectFrom("care_case").select("order_id").where("patient_id", "=", patient.id).execute();
/** Subjects of the order confirmations the patient was sent. */
async function confirmations(patient: TestPatient): Promise<string[]> {
  const [start = ""] = server.services.content.mails.order_confirmation.subject.split("{{");
  const mails = await server.mailbox.list(patient.email);
  return mails.map(({ subject }) => subject).filter((subject) => subject.startsWith(start));
}

describe("step 6", () => {
  test("shows the consents of checkout and accepts one of the patient's addresses", async () => {
    const patient = await server.newPatient();
    await answerVisit(server, patient);
    const { ok } = await server.call(onboarding.step, { params: { n: 6 } }, { token: patient.token });
    expect(ok.kind).toBe("checkout");
    expect(ok.consents.map(({ id }) => id)).toContain("recurring_charge");
    const address = await server.call(store.createShippingAddress, { body: addressBody }, { token: patient.token });
    expect((await putStep(server, patient, 6, { shippingid: address.ok.id })).onboarding.onboardingstep).toBe(7);
  });

  test("a patient without an address is refused", async () => {
    const patient = await server.newPatient();
    await answerVisit(server, patient);
    const { status, problem } = await server.call(
      onboarding.saveStep,
      { params: { n: 6 }, body: {} },
      { token: patient.token },
    );
    expect([status, problem.code]).toEqual([409, "no_shipping_address"]);
  });

  test("another patient's address is not found", async () => {
    const [patient, other] = [await server.newPatient(), await server.newPatient()];
    await answerVisit(server, patient);
    const address = await server.call(store.createShippingAddress, { body: addressBody }, { token: other.token });
    const { status, problem } = await server.call(
      onboarding.saveStep,
      { params: { n: 6 }, body: { shippingid: address.ok.id } },
      { token: patient.token },
    );
    expect([status, problem.code]).toEqual([404, "not_found"]);
  });

  test.each([
    ["an unknown consent", { consents: [{ id: "free_puppies", version: "1" }] }, "consents.0.id"],
    [
      "an older version of a consent",
      { consents: [{ id: "recurring_charge", version: "2001-01-01" }] },
      "consents.0.id",
    ],
    ["what belongs to another step", { answers: [] }, "answers"],
  ])("%s is refused", async (_, body, path) => {
    const patient = await server.newPatient();
    await answerVisit(server, patient);
    await server.call(store.createShippingAddress, { body: addressBody }, { token: patient.token });
    const { status, problem } = await server.call(
      onboarding.saveStep,
      { params: { n: 6 }, body },
      { token: patient.token },
    );
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, path]);
  });
});

describe("step 7", () => {
  test("authorizes, finishes the visit, hands it to the clinic and confirms by mail", async () => {
    const patient = await server.newPatient();
    const { totalamount } = await readyToPay(server, patient);
    const { status, ok } = await pay(server, patient, totalamount);
    expect(status).toBe(200);
    expect(ok.onboarding).toMatchObject({ onboardingstatus: "DONE", onboardingstep: 7, hasorder: true });
    expect(ok.order).toMatchObject({ status: "authorized", number: expect.stringMatching(/^\d+$/) });
    expect(ok.interstitial).toMatchObject({ type: 6 });
    await server.jobs.drain();
    expect(await casesOf(patient)).toEqual([{ order_id: ok.order?.id }]);
    expect((await confirmations(patient)).length).toBe(1);
    expect((await ordersIn(patient)).map(({ total_cents }) => total_cents)).toEqual([Math.round(totalamount * 100)]);
  });

  test("afterwards every step is completed", async () => {
    const patient = await server.newPatient();
    const { token } = patient;
    const { totalamount } = await readyToPay(server, patient);
    await pay(server, patient, totalamount);
    const refused = [
      await server.call(onboarding.step, { params: { n: 2 } }, { token }),
      await server.call(
        onboarding.saveStep,
        { params: { n: 2.7 }, body: { answers: [{ questionid: "weight", answer: "150" }] } },
        { token },
      ),
      await pay(server, patient, totalamount),
      await server.call(onboarding.productReveal, { query: {} }, { token }),
      await server.call(onboarding.applyCoupon, { body: { couponid: "FSASTORE30" } }, { token }),
      await server.call(onboarding.removeCoupon, {}, { token }),
      await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token }),
    ];
    expect(refused.map(({ status, problem }) => [status, problem.code])).toEqual(
      refused.map(() => [409, "step_completed"]),
    );
    expect((await ordersIn(patient)).length).toBe(1);
    expect((await server.call(onboarding.recordV2, {}, { token })).ok.view).toBeNull();
  });

  test("a missing consent is named", async () => {
    const patient = await server.newPatient();
    const { token } = patient;
    await answerVisit(server, patient);
    await server.call(store.createShippingAddress, { body: addressBody }, { token });
    await server.call(payment.saveSource, { body: { source: "tok_visa" } }, { token });
    const { ok: view } = await server.call(onboarding.step, { params: { n: 6 } }, { token });
    await putStep(server, patient, 6, {
      consents: view.consents.filter(({ id }) => id !== "recurring_charge").map(({ id, version }) => ({ id, version })),
    });
    const { status, problem } = await pay(server, patient, await quotedTotal(server, patient));
    const label = view.consents.find(({ id }) => id === "recurring_charge")?.label;
    expect([status, problem.message]).toEqual([400, `Please check the box: ${label}`]);
    expect(await ordersIn(patient)).toEqual([]);
  });

  test("a total the patient was not shown asks for confirmation again", async () => {
    const patient = await server.newPatient();
    const { totalamount } = await readyToPay(server, patient);
    const low = await pay(server, patient, totalamount - 1);
    expect([low.status, low.problem.code]).toEqual([409, "price_changed"]);
    expect((await pay(server, patient, totalamount)).status).toBe(200);
  });

  test("without a card there is no order", async () => {
    const patient = await server.newPatient();
    const { totalamount } = await readyToPay(server, patient, { card: null });
    expect((await pay(server, patient, totalamount)).problem.code).toBe("no_payment_method");
  });

  test("a declined card leaves the visit open, and another card finishes it", async () => {
    const patient = await server.newPatient();
    const { totalamount } = await readyToPay(server, patient, { card: "tok_chargeCustomerFail" });
    const declined = await pay(server, patient, totalamount);
    expect([declined.status, declined.problem.code]).toEqual([402, "card_declined"]);
    expect(await readOnboardingRecord(server, patient)).toMatchObject({
      onboardingstatus: "PENDING",
      onboardingstep: 7,
    });
    await server.call(payment.saveSource, { body: { source: "tok_visa" } }, { token: patient.token });
    expect((await pay(server, patient, totalamount)).ok.order?.status).toBe("authorized");
  });

  test("a coupon lowers the total the patient pays", async () => {
    const patient = await server.newPatient();
    const { totalamount } = await readyToPay(server, patient);
    const applied = await server.call(
      onboarding.applyCoupon,
      { body: { couponid: "fsastore30" } },
      { token: patient.token },
    );
    expect(applied.ok).toMatchObject({ onboarding: { couponid: "FSASTORE30" }, coupon: { percent: 30 } });
    const lower = await quotedTotal(server, patient);
    expect(lower).toBeLessThan(totalamount);
    expect((await pay(server, patient, lower)).status).toBe(200);
  });

  test("a coupon can be removed, and an unknown one is refused in the words of §5", async () => {
    const { token } = await server.newPatient();
    await server.call(onboarding.applyCoupon, { body: { couponid: "FSASTORE30" } }, { token });
    expect((await server.call(onboarding.removeCoupon, {}, { token })).ok.couponid).toBeNull();
    const { status, problem } = await server.call(onboarding.applyCoupon, { body: { couponid: "NOSUCH" } }, { token });
    expect([status, problem.message]).toEqual([
      404,
      "The coupon you entered does not exist, please check the code you entered.",
    ]);
  });
});

describe("step 7 loses nothing and does nothing twice", () => {
  test("killed after the charge: a repeat with another key finishes the same order", async () => {
    const patient = await server.newPatient();
    const { order, totalamount } = await crashAfterPayment(server, patient, newId());
    const { status, ok } = await pay(server, patient, totalamount);
    expect([status, ok.order?.id, ok.onboarding.onboardingstatus]).toEqual([200, order.id, "DONE"]);
    await server.jobs.drain();
    expect([
      (await ordersIn(patient)).length,
      (await casesOf(patient)).length,
      (await confirmations(patient)).length,
    ]).toEqual([1, 1, 1]);
  });

  test("killed after the charge: the server finishes by itself, once", async () => {
    const patient = await server.newPatient();
    const { order } = await crashAfterPayment(server, patient, newId());
    await server.jobs.drain();
    await resumePaidVisit(server.services, patient.id);
    await server.jobs.drain();
    expect(await readOnboardingRecord(server, patient)).toMatchObject({ onboardingstatus: "DONE", hasorder: true });
    expect(await casesOf(patient)).toEqual([{ order_id: order.id }]);
    expect((await confirmations(patient)).length).toBe(1);
  });

  test("killed before the answer was stored: the same key gets the same success", async () => {
    const patient = await server.newPatient();
    const { totalamount } = await readyToPay(server, patient);
    const key = newId();
    const first = await pay(server, patient, totalamount, key);
    await server.services.db
      .deleteFrom("idempotency_key")
      .where("owner", "=", patient.id)
      .where("key", "=", key)
      .execute();
    const second = await pay(server, patient, totalamount, key);
    expect([second.status, second.ok.order]).toEqual([200, first.ok.order]);
    expect((await ordersIn(patient)).length).toBe(1);
  });

  test("many posts with one key: one order, one answer", async () => {
    const patient = await server.newPatient();
    const { totalamount } = await readyToPay(server, patient);
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(server, patient, totalamount, key)));
    expect(answers.filter(({ status }) => status !== 200).every(({ problem }) => problem.code === "in_flight")).toBe(
      true,
    );
    const again = await pay(server, patient, totalamount, key);
    expect(again.ok.onboarding.onboardingstatus).toBe("DONE");
    expect((await ordersIn(patient)).map(({ status }) => status)).toEqual(["authorized"]);
  });

  test("the job clears the note of a payment that came to nothing", async () => {
    const patient = await server.newPatient();
    await server.services.db
      .updateTable("onboarding")
      .set({ payment_started_at: server.clock.now() })
      .where("patient_id", "=", patient.id)
      .execute();
    await resumePaidVisit(server.services, patient.id);
    const row = await server.services.db
      .selectFrom("onboarding")
      .select(["payment_started_at", "status"])
      .where("patient_id", "=", patient.id)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ payment_started_at: null, status: "PENDING" });
  });
});
