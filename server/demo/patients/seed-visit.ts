import type * as z from "zod/mini";
import type { Content } from "#content/loader/load.ts";
import { store } from "#contract/cart/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import type { StepView } from "#contract/onboarding/steps.ts";
import { payment } from "#contract/payment.ts";
import type { SeedServer } from "./seed-server.ts";

export type DemoPatient = Content["demo"]["patients"][number];
type View = z.output<typeof StepView>;

/** Accepted by the demo identity check. */
const ssn = "123-45-6789";

/** Takes a patient through the visit as the content says, from its current step up to the one the content ends at. */
export async function completeVisit(seedServer: SeedServer, patient: DemoPatient, token: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { onboarding: record, view } = await seedServer.call(onboarding.recordV2, {}, token);
    if (record.stop) throw new Error(`The visit of the demo patient ${patient.id} is stopped by ${record.stop.ruleid}`);
    if (record.onboardingstatus === "DONE" || !view) return;
    if (patient.onboardingstatus === "PENDING" && view.step === patient.step) return;
    await submitStep(seedServer, patient, view, token);
  }
  throw new Error(`The visit of the demo patient ${patient.id} does not come to an end`);
}

async function submitStep(seedServer: SeedServer, patient: DemoPatient, view: View, token: string): Promise<void> {
  const save = (body: z.input<typeof onboarding.saveStep.body>) =>
    seedServer.call(onboarding.saveStep, { params: { n: view.step }, body }, token);
  switch (view.kind) {
    case "details":
      return void (await save({ state: patient.state, birthday: patient.birthday }));
    case "questions":
      return void (await save({ answers: answersTo(patient, view) }));
    case "options":
    case "addons":
      return void (await save({ products: productsAt(seedServer, patient, view.kind === "addons") }));
    case "identity":
      return void (await seedServer.call(onboarding.verifyIdentity, { body: { ssn } }, token));
    case "checkout":
      await saveAddressAndCard(seedServer, patient, token);
      return void (await save({ consents: view.consents.map(({ id, version }) => ({ id, version })) }));
    case "finish": {
      const { ordersummary } = await seedServer.call(store.computeTax, { body: {} }, token);
      return void (await save({ totalamount: ordersummary.totalamount }));
    }
    default:
      return void (await save({}));
  }
}

/** The patient's answers to the open questions; without any, optional questions stay empty. */
function answersTo(patient: DemoPatient, view: View): Answer[] {
  const open = view.screens
    .flatMap(({ questions }) => questions)
    .filter(({ answer, answertype }) => answer === null && answertype !== "nothing");
  return open.flatMap(({ id, allowempty }) => {
    const answer = patient.answers[id];
    if (answer !== undefined) return [{ questionid: id, answer: typeof answer === "string" ? answer : [...answer] }];
    if (allowempty) return [];
    throw new Error(`The demo patient ${patient.id} has no answer to ${id}`);
  });
}

const productsAt = ({ services }: SeedServer, patient: DemoPatient, addon: boolean) =>
  patient.products.filter(
    ({ productid }) =>
      services.content.catalogue.products.find((product) => product.productid === productid)?.addon === addon,
  );

async function saveAddressAndCard(seedServer: SeedServer, patient: DemoPatient, token: string): Promise<void> {
  const { address } = await seedServer.call(store.defaultShippingAddress, {}, token);
  const { firstname, lastname, state } = patient;
  const body = { ...patient.address, firstname, lastname, state };
  if (!address) await seedServer.call(store.createShippingAddress, { body }, token);
  await seedServer.call(payment.saveSource, { body: { source: "tok_visa" } }, token);
}
