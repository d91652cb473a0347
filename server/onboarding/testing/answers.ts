import type * as z from "zod/mini";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { Answer, Question } from "#contract/onboarding/questions.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import type { StepResult, StepView } from "#contract/onboarding/steps.ts";
import type { TestServer } from "#server/testing/harness.ts";
import { preparedPatient } from "#server/testing/prepared-patients/prepared-patient.ts";
import { ownSsn } from "#server/testing/ssn.ts";

type View = z.output<typeof StepView>;
type Saved = z.output<typeof StepResult>;
type AnswerInput = Pick<Answer, "answer" | "others">;

/** Answers to use instead of the safe ones, by question id. */
export type Overrides = Readonly<Record<string, AnswerInput["answer"] | AnswerInput>>;

/** Options that mean “none of these”, in order of preference. */
const safeOptions = [
  "none",
  "no",
  "never",
  "under_2_years",
  "under_5_years",
  "under_12_months",
  "one_to_10_years",
  "present",
  "told_normal",
  "negative",
];

const usualAnswers: Readonly<Record<string, AnswerInput["answer"]>> = {
  last_period: "one_to_10_years",
  goals: ["heat", "sleep"],
  uterus: "present",
  ovaries: "both",
  hot_flashes: "3",
  night_sweats: "2",
  poor_sleep: "1",
  height: "65",
  weight: "150",
  bp_known: "told_normal",
  preferred_form: "patch",
  hormone_wish: "open",
};

/** A plausible answer that stops nothing, to any question a visit may ask. */
export function safeAnswer(question: Question, overrides: Overrides = {}): Answer {
  const chosen = overrides[question.id] ?? usualAnswers[question.id] ?? defaultAnswer(question);
  const given = typeof chosen === "object" && "answer" in chosen ? chosen : { answer: chosen as AnswerInput["answer"] };
  return { questionid: question.id, ...given };
}

function defaultAnswer({ answertype, answerlist, min = 0, max = 0, allowempty }: Question): AnswerInput["answer"] {
  const safe = safeOptions.find((id) => answerlist.some((option) => option.id === id)) ?? answerlist[0]?.id ?? "";
  switch (answertype) {
    case "single":
    case "others":
      return safe;
    case "array":
      return [safe];
    case "scale":
      return "0";
    case "number":
      return String(Math.round((min + max) / 2));
    case "date":
      return "2020-01-15";
    case "text":
    case "nothing":
      return allowempty ? "" : "Nothing to add.";
  }
}

interface Patient {
  readonly token: string;
}

/** The patient's current record. */
export async function readOnboardingRecord(server: TestServer, { token }: Patient): Promise<OnboardingRecord> {
  return (await server.call(onboarding.record, {}, { token })).ok;
}

/** Saves a step and expects success. */
export async function putStep(
  server: TestServer,
  { token }: Patient,
  n: number,
  body: Parameters<typeof bodyOf>[0],
): Promise<Saved> {
  const answer = await server.call(onboarding.saveStep, { params: { n }, body: bodyOf(body) }, { token });
  if (answer.status !== 200) throw new Error(`Step ${n} answered ${answer.status}: ${answer.raw.payload}`);
  return answer.ok;
}

type Body = z.input<NonNullable<(typeof onboarding)["saveStep"]["body"]>>;
const bodyOf = (body: Body): Body => body;

/** Answers every open question of the current step, and those they open, until the step is complete or the visit is stopped. */
export async function answerStep(
  server: TestServer,
  patient: Patient,
  overrides: Overrides = {},
): Promise<Saved | null> {
  const { token } = patient;
  const { ok } = await server.call(onboarding.recordV2, {}, { token });
  let view: View | null = ok.view;
  let saved: Saved | null = null;
  while (view?.currentscreen) {
    const questions = view.screens
      .flatMap((screen) => screen.questions)
      .filter(({ answer, answertype }) => answer === null && answertype !== "nothing");
    saved = await putStep(server, patient, view.step, {
      answers: questions.map((question) => safeAnswer(question, overrides)),
    });
    if (saved.stop) return saved;
    view = saved.view;
  }
  // Everything was answered before, in another order of the steps: the patient only goes on.
  return saved ?? (view ? putStep(server, patient, view.step, {}) : null);
}

export interface VisitOptions {
  readonly answers?: Overrides;
  readonly state?: string;
  readonly birthday?: string;
  readonly ssn?: string;
  /** Product ids to choose at step 3; by default, what is recommended or required first. */
  readonly products?: readonly string[];
  /** Stops when this is the current step. */
  readonly until?: number;
}

/**
 * Takes a new patient through the visit in the order of their flow, answering safely, up to `until` (6, checkout, by default). Stops where
 * a rule stops the visit.
 */
export async function answerVisit(
  server: TestServer,
  patient: Patient,
  options: VisitOptions = {},
): Promise<OnboardingRecord> {
  return preparedPatient(server, patient, `visit ${JSON.stringify(options)}`, (on, signedUp) =>
    answerSteps(on, signedUp, options),
  );
}

async function answerSteps(server: TestServer, patient: Patient, options: VisitOptions): Promise<OnboardingRecord> {
  const until = options.until ?? 6;
  let record = await readOnboardingRecord(server, patient);
  for (let round = 0; round < 60; round += 1) {
    if (record.stop || record.onboardingstatus === "DONE" || record.onboardingstep === until) return record;
    const saved = await completeStep(server, patient, record.onboardingstep, options);
    record = saved?.onboarding ?? (await readOnboardingRecord(server, patient));
  }
  throw new Error("The visit did not come to an end");
}

/** Null where the step is completed by another call. */
async function completeStep(
  server: TestServer,
  patient: Patient,
  step: number,
  options: VisitOptions,
): Promise<Saved | null> {
  const { token } = patient;
  switch (step) {
    case 1.5:
      return putStep(server, patient, step, {
        state: options.state ?? "CA",
        birthday: options.birthday ?? "1974-05-06",
      });
    case 3:
      return putStep(server, patient, step, { products: await chooseProducts(server, patient, options.products) });
    case 4:
      return putStep(server, patient, step, { products: [] });
    case 5:
      await server.call(onboarding.verifyIdentity, { body: { ssn: options.ssn ?? ownSsn() } }, { token });
      return null;
    default:
      return step >= 2 && step < 4 ? answerStep(server, patient, options.answers) : putStep(server, patient, step, {});
  }
}

/** The first treatment offered with whatever it requires, or the products named; each in its first supply. */
export async function chooseProducts(server: TestServer, { token }: Patient, productIds?: readonly string[]) {
  const { ok } = await server.call(onboarding.productReveal, { query: {} }, { token });
  const all = server.services.content.catalogue.products;
  const optionIds = ok.products.map(({ productid }) => productid);
  const first = ok.products.find(({ fit }) => fit !== "required")?.productid ?? optionIds[0];
  const chosenIds = productIds ?? [
    ...(first ? [first] : []),
    ...ok.products.filter(({ fit }) => fit === "required").map(({ productid }) => productid),
  ];
  return [...new Set(chosenIds)].map((productid) => ({
    productid,
    pricingid: all.find((product) => product.productid === productid)?.pricings[0]?.pricingid ?? "",
  }));
}
