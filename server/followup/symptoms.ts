import type { Content } from "#content/loader/load.ts";
import type { AnswerValue } from "#contract/onboarding/questions.ts";

/** What she answered when she was last asked, by question. */
export type PreviousAnswers = ReadonlyMap<string, { readonly answer: AnswerValue; readonly at: Date }>;

/** The symptoms of the visit: each has the 0–4 scale. */
export const symptomIds = ({ questionnaire }: Pick<Content, "questionnaire">): string[] =>
  questionnaire.questions.filter(({ answertype }) => answertype === "scale").map(({ id }) => id);

/** The questions whose list is of side effects. */
export const sideEffectIds = ({ followup }: Pick<Content, "followup">): string[] =>
  followup.steps
    .flatMap(({ questions }) => questions)
    .filter(({ treatmentoption }) => treatmentoption === "sideeffect")
    .map(({ id }) => id);

/** How much a symptom bothered her, 0–4; null when she was not asked. */
export function severityOf(answer: AnswerValue | undefined): number | null {
  const value = typeof answer === "string" && answer !== "" ? Number(answer) : Number.NaN;
  return Number.isInteger(value) ? value : null;
}

/** The symptoms she is asked about: those that bothered her when she was last asked, the worst ones first, and a few others. */
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
