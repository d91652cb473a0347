import { evaluateCondition, referencesOf } from "#content/logic/conditions.ts";
import type { Content } from "#content/loader/load.ts";
import type { StepView } from "#contract/onboarding/steps.ts";
import type { Assessment, OpenQuestion } from "../visit/assess.ts";

/**
 * Which answers one press may save: those to the only question of a screen. A slip of the thumb must neither stop a visit nor leave a flag, so an answer
 * that makes any rule hold waits for Continue, as one that asks for text does. Of a list only “none of these” is an answer by itself.
 */
export function quickAnswers(
  content: Pick<Content, "rules">,
  { open, known }: Pick<Assessment, "open" | "known">,
  step: number,
): StepView["quickanswers"] {
  const screens = Map.groupBy(
    open.filter(({ screen }) => screen.step === step),
    ({ screen }) => screen.id,
  );
  return [...screens.values()].flatMap(([first, ...others]) => {
    if (!first || others.length > 0) return [];
    const { question } = first;
    const options = answersByOnePress(question).filter((id) => !raisesRule(question, id));
    return options.length > 0 ? [{ questionid: question.id, options }] : [];
  });

  function raisesRule({ id, answertype }: OpenQuestion["question"], option: string): boolean {
    const answer = answertype === "array" ? [option] : option;
    const answered = { ...known, answers: { ...known.answers, [id]: answer } };
    return content.rules.some(
      ({ when }) => referencesOf(when).questions.includes(id) && evaluateCondition(when, answered),
    );
  }
}

function answersByOnePress({ answertype, answerlist }: OpenQuestion["question"]): string[] {
  if (answertype !== "single" && answertype !== "array") return [];
  return answerlist
    .filter(({ asksothers, exclusive }) => !asksothers && (answertype === "single" || exclusive))
    .map(({ id }) => id);
}
