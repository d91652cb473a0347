import { onboarding } from "#contract/onboarding.ts";
import { payment } from "#contract/payment.ts";
import { store } from "#contract/store.ts";
import type { TestServer } from "#server/testing/harness.ts";
import { answerAll, put, type Walk } from "./answers.ts";

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

/** Takes a patient to step 7: visit answered, address and card on file, consents given. `card` null puts none on file. */
export async function readyToPay(
  server: TestServer,
  patient: Patient,
  { card = "tok_visa", ...walk }: Walk & { card?: string | null } = {},
) {
  const { token } = patient;
  await answerAll(server, patient, walk);
  const address = await server.call(store.createShippingAddress, { body: addressBody }, { token });
  if (card !== null) await server.call(payment.saveSource, { body: { source: card } }, { token });
  const { ok: view } = await server.call(onboarding.step, { params: { n: 6 } }, { token });
  const consents = view.consents.map(({ id, version }) => ({ id, version }));
  await put(server, patient, 6, { shippingid: address.ok.id, consents });
  return { shippingid: address.ok.id, totalamount: await totalOf(server, patient) };
}

/** The total she is shown, in dollars. */
export async function totalOf(server: TestServer, { token }: Patient): Promise<number> {
  return (await server.call(store.computeTax, { body: {} }, { token })).ok.ordersummary.totalamount;
}

/** Pays and finishes: the answer to step 7. */
export async function pay(server: TestServer, { token }: Patient, totalamount: number, key?: string) {
  return server.call(
    onboarding.saveStep,
    { params: { n: 7 }, body: { totalamount } },
    { token, ...(key ? { key } : {}) },
  );
}
