import type { Content } from "#content/loader/load.ts";
import type { AnswerValue } from "#contract/onboarding/questions.ts";
import { answersBefore } from "#server/onboarding/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";

/** A symptom that a check-in asks about. */
export interface StartSymptom {
  readonly id: string;
  readonly name: string;
  readonly question: string;
  /** The answer in the visit, 1–4. */
  readonly then: number;
}

/** How many symptoms a check-in asks about: as many as one answers in ten seconds. */
const most = 3;

/** The symptoms that bothered the patient most, worst first; those alike in the order of the visit. */
export function worstSymptoms(
  { questionnaire }: Pick<Content, "questionnaire">,
  answers: ReadonlyMap<string, { readonly answer: AnswerValue }>,
): StartSymptom[] {
  return questionnaire.questions
    .filter(({ answertype }) => answertype === "scale")
    .map(({ id, label, question }) => ({ id, name: label, question, then: Number(answers.get(id)?.answer ?? 0) }))
    .filter(({ then }) => then > 0)
    .toSorted((one, other) => other.then - one.then)
    .slice(0, most);
}

/** The symptoms by the answers of the visit handed in at `submittedAt`: what the patient changed since is no start. */
export async function loadStart(
  services: Pick<Services, "content" | "secrets"> & { readonly db: Database },
  patientId: string,
  submittedAt: Date,
): Promise<StartSymptom[]> {
  const ids = services.content.questionnaire.questions
    .filter(({ answertype }) => answertype === "scale")
    .map(({ id }) => id);
  return worstSymptoms(services.content, await answersBefore(services, patientId, ids, submittedAt));
}
