import type { Content } from "../schema/content.ts";
import { evaluateCondition, type Facts, type FactValue } from "./conditions.ts";

type Screen = Content["questionnaire"]["screens"][number];
type Question = Content["questionnaire"]["questions"][number];
type Answers = Facts["answers"];

interface PlacedQuestion {
  readonly screen: Screen;
  readonly question: Question;
}

/** Content does not change once it is read, so neither do the questions of its flows. */
const questionCache = new WeakMap<Content, Map<string, readonly PlacedQuestion[]>>();

/** The questions of a flow, section by section in the order of its steps. */
export function questionsOf(content: Content, variant: string): readonly PlacedQuestion[] {
  const flows = questionCache.get(content) ?? new Map<string, readonly PlacedQuestion[]>();
  questionCache.set(content, flows);
  const known = flows.get(variant);
  if (known) return known;
  const questions = findQuestions(content, variant);
  flows.set(variant, questions);
  return questions;
}

function findQuestions(content: Content, variant: string): readonly PlacedQuestion[] {
  const steps = content.flows.find((flow) => flow.variant === variant)?.steps ?? [];
  const { screens, questions } = content.questionnaire;
  return steps
    .flatMap((step) => screens.filter((screen) => screen.step === step))
    .flatMap((screen) =>
      questions.filter((question) => question.screen === screen.id).map((question) => ({ screen, question })),
    )
    .filter(({ question }) => !question.flows || question.flows.some((flow) => flow === variant));
}

/** The questions open for the patient, and the answers to them. An answer to a question that has closed again is left out, so no rule sees it. */
export function openQuestions(
  content: Content,
  variant: string,
  given: Answers,
  facts: Facts["facts"] = {},
): { open: PlacedQuestion[]; answers: Record<string, FactValue> } {
  const answers: Record<string, FactValue> = {};
  const open = questionsOf(content, variant).filter(({ screen, question }) => {
    const known = { answers, facts };
    if (screen.showif && !evaluateCondition(screen.showif, known)) return false;
    if (question.showif && !evaluateCondition(question.showif, known)) return false;
    const answer = given[question.id];
    if (answer !== undefined) answers[question.id] = answer;
    return true;
  });
  return { open, answers };
}

/** The facts available to rules besides answers. `age` in whole years; `products` are chosen product ids. */
export function factsOf(
  content: Content,
  visit: { age: number | null; state: string | null; products: readonly string[]; answers: Answers },
): Facts["facts"] {
  const chosen = content.catalogue.products.filter((product) => visit.products.includes(product.productid));
  const state = content.states.find((each) => each.id === visit.state);
  const bmi = bodyMassIndex(Number(visit.answers["height"]), Number(visit.answers["weight"]));
  return {
    ...(visit.age !== null && { age: visit.age }),
    ...(state && { state: state.id, facevisits: state.facevisits ? "yes" : "no" }),
    ...(bmi !== undefined && { bmi }),
    product: [...new Set(chosen.flatMap((product) => [product.productid, product.family]))],
    category: [...new Set(chosen.flatMap((product) => product.categories))],
  };
}

/** The questions that facts are worked out from. */
export const questionsOfFact = { bmi: ["height", "weight"] } as const;

/** kg/m² from inches and pounds, by the factor 703 that health agencies publish. */
function bodyMassIndex(inches: number, pounds: number): number | undefined {
  return inches > 0 && pounds > 0 ? (pounds * 703) / inches ** 2 : undefined;
}
