import { store } from "#contract/cart/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { payment } from "#contract/payment.ts";
import { answerVisit, putStep, type VisitOptions } from "#server/onboarding/testing/answers.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";
import { preparedPatient } from "#server/testing/prepared-patients/prepared-patient.ts";

export interface Submitted extends TestPatient {
  readonly orderId: string;
}

export interface Visit extends VisitOptions {
  readonly card?: string;
}

const addresses: Readonly<Record<string, { city: string; zipcode: string }>> = {
  IA: { city: "Iowa City", zipcode: "52240" },
  TX: { city: "Austin", zipcode: "78704" },
};

/** A patient who completed the visit and paid: the payment is authorized and the case submitted to the clinic. */
export async function submitted(server: TestServer, visit: Visit = {}): Promise<Submitted> {
  const patient = await server.newPatient();
  const orderId = await preparedPatient(server, patient, `submitted ${JSON.stringify(visit)}`, (on, signedUp) =>
    completeVisit(on, signedUp.token, visit),
  );
  return { ...patient, orderId };
}

/** As `submitted`, for a patient who signed up. Resolves with the id of the order. */
export async function completeVisit(server: TestServer, token: string, visit: Visit): Promise<string> {
  const state = visit.state ?? "IA";
  await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token });
  await answerVisit(server, { token }, { ...visit, state });
  const address = { address1: "1 Elm Street", ...(addresses[state] ?? { city: "Town", zipcode: "52240" }), state };
  await server.call(store.createShippingAddress, { body: address }, { token });
  await server.call(payment.saveSource, { body: { source: visit.card ?? "tok_visa" } }, { token });
  const { ok: checkout } = await server.call(onboarding.step, { params: { n: 6 } }, { token });
  await putStep(server, { token }, 6, { consents: checkout.consents.map(({ id, version }) => ({ id, version })) });
  const { ok: tax } = await server.call(store.computeTax, { body: {} }, { token });
  const paid = await putStep(server, { token }, 7, { totalamount: tax.ordersummary.totalamount });
  if (!paid.order) throw new Error("The visit was not paid");
  return paid.order.id;
}
