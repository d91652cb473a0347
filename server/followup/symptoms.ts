import type { Content } from "#content/loader/load.ts";
import type { AnswerValue } from "#contract/onboarding/questions.ts";

/** The patient's previous answers, by question. */
export type PreviousAnswers = ReadonlyMap<string, { readonly answer: AnswerValue; readonly at: Date }>;

/** The symptoms of the visit: the questions on the 0–4 scale. */
export const symptomIds = ({ questionnaire }: Pick<Content, "questionnaire">): string[] =>
  questionnaire.questions.filter(({ answertype }) => answertype === "scale").map(({ id }) => id);

/** The questions that list side effects. */
export const sideEffectIds = ({ followup }: Pick<Content, "followup">): string[] =>
  followup.steps
    .flatMap(({ questions }) => questions)
    .filter(({ treatmentoption }) => treatmentoption === "sideeffect")
    .map(({ id }) => id);

/** The severity of a symptom, 0–4; null when it was not asked. */
export function severityOf(answer: AnswerValue | undefined): number | null {
  const value = typeof answer === "string" && answer !== "" ? Number(answer) : Number.NaN;
  return Number.isInteger(value) ? value : null;
}

/** The symptoms a follow-up asks about: those that bothered the patient when last asked, the worst first, and a few others. */
export function symptomsToAsk(
  content: Pick<Content, "questionnaire" | "followup">,
  previousAnswers: PreviousAnswers,
): string[] {
  const { most, fresh, alsoask } = content.followup.symptoms;
  const bothered = symptomIds(content)
    .map((id) => ({ id, bother: severityOf(previousAnswers.get(id)?.answer) ?? 0 }))
    .filter(({ bother: severity }) => severity > 0)
    .toSorted((a, b) => b.bother - a.bother)
    .slice(0, most)
    .map(({ id }) => id);
  return [...bothered, ...alsoask.filter((id) => !bothered.includes(id)).slice(0, fresh)];
}
