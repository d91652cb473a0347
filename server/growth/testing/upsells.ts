import { care } from "#contract/care/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import type { Upsell } from "#contract/growth/upsell.ts";
import type { Input, Output } from "#contract/http/endpoint.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { completeVisit, type Visit } from "#server/care/testing/submitted-visit.ts";
import { answerVisit, type Overrides } from "#server/onboarding/testing/answers.ts";
import { newId } from "#server/platform/ids.ts";
import { type CallResult, type TestPatient, type TestServer, testApiKey } from "#server/testing/harness.ts";
import { preparedPatient } from "#server/testing/prepared-patients/prepared-patient.ts";

const apiKey = testApiKey;
/** Answers that trigger both upsells and contraindicate neither. */
export const answersForBothUpsells = { vaginal_dryness: "3", thin_hair: "3" };

/** A patient at the add-ons step, or another one, in the flow that starts with the questions. */
export async function patientAtAddons(
  server: TestServer,
  answers: Overrides = answersForBothUpsells,
  until = 4,
): Promise<TestPatient> {
  const patient = await server.newPatient();
  await preparedPatient(server, patient, `add-ons ${JSON.stringify([answers, until])}`, async (on, { token }) => {
    await on.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token });
    await answerVisit(on, { token }, { answers, until });
  });
  return patient;
}

/** The first upsell of the visit. */
export async function firstUpsellInVisit(server: TestServer, { token }: TestPatient): Promise<Upsell> {
  const [first] = (await server.call(growth.onboardingUpsell, {}, { token })).ok.items;
  if (!first) throw new Error("The visit offers no upsell");
  return first;
}

/** A patient who answered the visit and whose plan was approved and paid. */
export async function answeredPatientInCare(server: TestServer, visit: Visit = {}) {
  const patient = await server.newPatient();
  const answered = { ...visit, answers: { ...answersForBothUpsells, ...visit.answers } };
  const orderId = await preparedPatient(
    server,
    patient,
    `in care ${JSON.stringify(answered)}`,
    async (on, { id, token }) => {
      const orderOfVisit = await completeVisit(on, token, answered);
      const params = { id };
      await on.call(care.accept, { params, body: {} }, { apiKey });
      const { status, raw } = await on.call(care.approvePlan, { params, body: {} }, { apiKey });
      if (status !== 200) throw new Error(`The plan was not approved: ${raw.payload}`);
      await on.jobs.drain();
      return orderOfVisit;
    },
  );
  return { ...patient, orderId };
}

/** The dashboard upsell of this name. */
export async function dashboardUpsell(
  server: TestServer,
  { token }: TestPatient,
  name: "cream" | "minoxidil",
): Promise<Upsell> {
  const { ok } = await server.call(growth.dashboardUpsells, {}, { token });
  const found = ok.items.find((each) => each.name === name);
  if (!found) throw new Error(`The patient is not offered the ${name}`);
  return found;
}

/** Accepts an upsell; `totalamount` is in dollars. */
export const acceptUpsell = (
  server: TestServer,
  { token }: TestPatient,
  id: string,
  body: Input<typeof growth.acceptUpsell>["body"],
  key = newId(),
): Promise<CallResult<Output<typeof growth.acceptUpsell>>> =>
  server.call(growth.acceptUpsell, { params: { id }, body }, { token, key });

/** Accepts an upsell, and the bank authorizes it; returns the order's id. */
export async function acceptedUpsellOrder(
  server: TestServer,
  patient: TestPatient,
  name: "cream" | "minoxidil" = "minoxidil",
): Promise<string> {
  const { upsellId, total } = await dashboardUpsell(server, patient, name);
  const { status, ok, raw } = await acceptUpsell(server, patient, upsellId, { totalamount: total });
  if (status !== 200) throw new Error(`The upsell was not accepted: ${raw.payload}`);
  return ok.order.id;
}

/** The patient's upsell orders, in any status. */
export const upsellOrders = ({ services }: TestServer, { id }: TestPatient) =>
  services.db
    .selectFrom("customer_order")
    .select(["id", "status"])
    .where("patient_id", "=", id)
    .where("kind", "=", "upsell")
    .execute();

/** The patient's undecided upsell request, as the clinic sees it. */
export async function upsellAtClinic(server: TestServer, { id }: TestPatient) {
  const { ok } = await server.call(care.upsells, { query: {} }, { apiKey });
  return ok.items.find(({ patient }) => patient.id === id);
}
