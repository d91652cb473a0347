import type { Content } from "#content/loader/load.ts";
import type { Facts } from "#content/logic/conditions.ts";
import { factsOf, openQuestions } from "#content/logic/visit-questions.ts";
import { valuesOf } from "../rules/answers.ts";
import { choiceIssues, productsOfChoices } from "../rules/choice-rules.ts";
import { ageOn } from "../rules/details-rules.ts";
import { isIdentityProved, needsIdentityReview } from "../rules/identity-rules.ts";
import { screeningHits, type Rule } from "../rules/screening.ts";
import { isEligible } from "../rules/treatment-options.ts";
import { flowOf, type Flow } from "./flow.ts";
import {
  asksQuestions,
  openSteps,
  flowStepOrder,
  withRevealAfterQuestions,
  type ConditionalSteps,
  currentStep,
  type StepProgress,
} from "./steps.ts";
import type { Visit } from "./visit.ts";

export type OpenQuestion = ReturnType<typeof openQuestions>["open"][number];

/** What follows from the state of a visit: nothing here is stored, all of it is computed from the content. */
export interface Assessment {
  readonly flow: Flow;
  /** The open answers and the facts that conditions may ask about. */
  readonly known: Facts;
  readonly open: readonly OpenQuestion[];
  readonly hits: readonly Rule[];
  readonly conditionalSteps: ConditionalSteps;
  readonly stepProgress: StepProgress;
  readonly current: number;
  /** The patient chose before the questions, and the choice does not fit the answers: it is made again after the questions. */
  readonly mustChooseAgain: boolean;
}

/** `today` is the day at the clinic, `YYYY-MM-DD`. */
export function assess(content: Content, visit: Visit, today: string): Assessment {
  const { record, patient, choices } = visit;
  const flow = flowOf(content.flows, record.variant);
  const givenValues = valuesOf(visit.answers);
  const personal = {
    age: patient.birthday === null ? null : ageOn(patient.birthday, today),
    state: patient.state,
    products: choices.map(({ productid }) => productid),
  };
  const { open, answers } = openQuestions(
    content,
    flow.variant,
    givenValues,
    factsOf(content, { ...personal, answers: givenValues }),
  );
  const known: Facts = { answers, facts: factsOf(content, { ...personal, answers }) };
  const conditionalSteps: ConditionalSteps = {
    details: record.askedDetails || patient.birthday === null || patient.state === null,
    clarifications: open.some(({ screen }) => screen.step === 3.1),
    review: needsIdentityReview(record.identityStatus),
  };
  const order = flowStepOrder(flow);
  const isStepFilled = stepFilledPredicate(content, visit, known, open);
  const mustChooseAgain =
    order.indexOf(3) < order.indexOf(record.furthest) && order.indexOf(3) < order.indexOf(2) && !isStepFilled(3);
  const steps = openSteps(flow, conditionalSteps);
  const stepProgress: StepProgress = {
    order,
    open: mustChooseAgain ? withRevealAfterQuestions(steps) : steps,
    furthest: record.furthest,
    isStepFilled,
  };
  return {
    flow,
    known,
    open,
    hits: screeningHits(content, known, productsOfChoices(content, choices)),
    conditionalSteps,
    stepProgress,
    current: currentStep(stepProgress),
    mustChooseAgain,
  };
}

/** Whether everything a step asks for is there. */
function stepFilledPredicate(
  content: Content,
  { record, patient, answers, choices, photos }: Visit,
  known: Facts,
  open: readonly OpenQuestion[],
) {
  return (step: number): boolean => {
    if (asksQuestions(step))
      return open.every(
        ({ screen, question }) => screen.step !== step || question.answertype === "nothing" || question.id in answers,
      );
    switch (step) {
      case 1.5:
        return patient.birthday !== null && patient.state !== null;
      case 3:
        return areChoicesValid(content, known, choices);
      case 4:
        return choices.length > 0;
      case 5:
        return isIdentityProved(record.identityStatus);
      case 5.1:
        return photos.has("photo_id");
      case 5.2:
        return photos.has("selfie");
      case 6:
        return record.shippingId !== null;
      case 7:
        return false;
      default:
        return true;
    }
  };
}

/** Whether the choices of step 3 may stay. Choosing nothing is valid only when no treatment fits the patient. */
function areChoicesValid(content: Content, known: Facts, choices: Visit["choices"]): boolean {
  const products = choices.filter(({ step }) => step === 3);
  if (products.length === 0)
    return !content.catalogue.products.some((each) => !each.addon && isEligible(content, known, each));
  const concurrent = choices.filter(({ step }) => step === 4);
  return choiceIssues(content, known, { addon: false, products, concurrent }).length === 0;
}
