import { store } from "#contract/cart/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { payment } from "#contract/payment.ts";
import { placeOrder } from "#server/orders/public.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";
import { preparedPatient } from "#server/testing/prepared-patients/prepared-patient.ts";
import { visitBasket } from "../visit/visit-basket.ts";
import { answerVisit, putStep, type VisitOptions } from "./answers.ts";

interface Patient {
  readonly token: string;
}

export const addressBody = {
  firstname: "Rosa",
  lastname: "Winter",
  address1: "12 Garden Way",
  city: "Fresno",
  state: "CA",
  zipcode: "93701",
};

/** Takes a patient to step 7: visit answered, address and card on file, consents given. `card: null` puts none on file. */
export async function readyToPay(server: TestServer, patient: Patient, options: ReadyToPay = {}) {
  return preparedPatient(server, patient, `ready to pay ${JSON.stringify(options)}`, (on, signedUp) =>
    orderSummary(on, signedUp, options),
  );
}

type ReadyToPay = VisitOptions & { card?: string | null };

async function orderSummary(server: TestServer, patient: Patient, { card = "tok_visa", ...options }: ReadyToPay) {
  const { token } = patient;
  await answerVisit(server, patient, options);
  const address = await server.call(store.createShippingAddress, { body: addressBody }, { token });
  if (card !== null) await server.call(payment.saveSource, { body: { source: card } }, { token });
  const { ok: view } = await server.call(onboarding.step, { params: { n: 6 } }, { token });
  const consents = view.consents.map(({ id, version }) => ({ id, version }));
  await putStep(server, patient, 6, { shippingid: address.ok.id, consents });
  return { shippingid: address.ok.id, totalamount: await quotedTotal(server, patient) };
}

/** The total the patient is shown, in dollars. */
export async function quotedTotal(server: TestServer, { token }: Patient): Promise<number> {
  return (await server.call(store.computeTax, { body: {} }, { token })).ok.ordersummary.totalamount;
}

/** Pays and finishes the visit; resolves with the answer to step 7. */
export async function pay(server: TestServer, { token }: Patient, totalamount: number, key?: string) {
  return server.call(
    onboarding.saveStep,
    { params: { n: 7 }, body: { totalamount } },
    { token, ...(key ? { key } : {}) },
  );
}

/** Places the order as step 7 does and stops there, as a killed server would. */
export async function crashAfterPayment(server: TestServer, patient: TestPatient, key: string) {
  const { totalamount } = await readyToPay(server, patient);
  const basket = await visitBasket(server.services, patient.id);
  await server.services.db
    .updateTable("onboarding")
    .set({ payment_started_at: server.clock.now() })
    .where("patient_id", "=", patient.id)
    .execute();
  const order = await placeOrder(server.services, {
    patientId: patient.id,
    kind: "onboarding",
    lines: (basket?.choices ?? []).map((choice) => ({ ...choice, quantity: 1 })),
    couponCode: null,
    shippingId: basket?.shippingId ?? null,
    expectedTotalCents: null,
    idempotencyKey: key,
    capture: "manual",
    termsVersion: "test",
  });
  return { order, totalamount };
}
