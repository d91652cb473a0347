import { store } from "#contract/cart/calls.ts";
import { payment } from "#contract/payment.ts";
import { updatePatient } from "#server/auth/public.ts";
import { placeOrder } from "#server/orders/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestPatient, TestServer } from "#server/testing/harness.ts";
import { preparedPatient } from "#server/testing/prepared-patients/prepared-patient.ts";
import { zipCodeInState } from "#server/testing/zip-codes.ts";
import { submitVisit } from "../matching/submit-visit.ts";
import type { Submitted } from "./submitted-visit.ts";

/** Pack size of each of the two products, one month by default. */
export interface PackSizes {
  readonly patch?: "1m" | "3m";
  readonly capsule?: "1m" | "3m";
}

/** A patient submitted to the clinic with an authorized order, without answering the visit: for tests of what comes after. */
export async function handedOver(
  server: TestServer,
  state = "IA",
  couponCode: string | null = null,
  existingPatient: TestPatient | null = null,
  packs: PackSizes = {},
): Promise<Submitted> {
  const patient = existingPatient ?? (await server.newPatient());
  const name = JSON.stringify(["handed over", state, couponCode, packs]);
  const orderId = await preparedPatient(server, patient, name, (on, { id, token }) =>
    submitWithOrder(on, id, token, state, couponCode, packs),
  );
  return { ...patient, orderId };
}

async function submitWithOrder(
  server: TestServer,
  patientId: string,
  token: string,
  state: string,
  couponCode: string | null,
  { patch, capsule }: PackSizes,
): Promise<string> {
  const { services } = server;
  const address = { address1: "1 Elm Street", city: "Town", state, zipcode: zipCodeInState(state) };
  await server.call(store.createShippingAddress, { body: address }, { token });
  await server.call(payment.saveSource, { body: { source: "tok_visa" } }, { token });
  const { id: orderId } = await placeOrder(services, {
    patientId,
    kind: "onboarding",
    lines: [
      { productid: "estradiol_patch_0_05", pricingid: `estradiol_patch_0_05_${patch ?? "1m"}`, quantity: 1 },
      { productid: "progesterone_capsule_100", pricingid: `progesterone_capsule_100_${capsule ?? "1m"}`, quantity: 1 },
    ],
    couponCode,
    shippingId: null,
    expectedTotalCents: null,
    idempotencyKey: newId(),
    capture: "manual",
    termsVersion: "terms@test",
  });
  await inTransaction(services, async (tx) => {
    await updatePatient(tx, patientId, { state, birthday: "1974-05-06" });
    const done = { status: "DONE", identity_status: "matched" } as const;
    const steps = { step: 7, furthest_step: 7, order_id: orderId };
    await tx.db
      .updateTable("onboarding")
      .set({ ...done, ...steps })
      .where("patient_id", "=", patientId)
      .execute();
    await submitVisit(tx, { patientId, orderId });
  });
  return orderId;
}
