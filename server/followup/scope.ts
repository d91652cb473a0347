import type { Content } from "#content/loader/load.ts";
import type { AnswerValue } from "#contract/onboarding/questions.ts";
import { answersBefore } from "#server/onboarding/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { loadAnswers, latestAnswers } from "./answers.ts";
import { findCompletedFollowups, type FollowupRow } from "./queries.ts";
import { isAsked, type Answers, type Step, type StepProgress } from "./step-order.ts";

/** The patient's previous answers, by question. */
export type PreviousAnswers = ReadonlyMap<string, { readonly answer: AnswerValue; readonly at: Date }>;

/** The symptoms of the visit: the questions on the 0–4 scale. */
const symptomIds = ({ questionnaire }: Pick<Content, "questionnaire">): string[] =>
  questionnaire.questions.filter(({ answertype }) => answertype === "scale").map(({ id }) => id);

/** The questions that list side effects. */
const sideEffectIds = ({ followup }: Pick<Content, "followup">): string[] =>
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
function symptomsToAsk(
  content: Pick<Content, "questionnaire" | "followup">,
  previousAnswers: PreviousAnswers,
): string[] {
  const { most, fresh, alsoask } = content.followup.symptoms;
  const bothered = symptomIds(content)
    .map((id) => ({ id, severity: severityOf(previousAnswers.get(id)?.answer) ?? 0 }))
    .filter(({ severity }) => severity > 0)
    .toSorted((a, b) => b.severity - a.severity)
    .slice(0, most)
    .map(({ id }) => id);
  return [...bothered, ...alsoask.filter((id) => !bothered.includes(id)).slice(0, fresh)];
}

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** What a follow-up keeps sealed besides its answers. */
export interface FollowupScope {
  /** The symptoms it asks about. */
  readonly symptoms: readonly string[];
  /** The patient's previous answers to the questions it compares. */
  readonly previousAnswers: PreviousAnswers;
  /** The questions on the patient's path when they last answered. */
  readonly questionPath: readonly string[];
}

interface SealedScope extends Pick<FollowupScope, "symptoms" | "questionPath"> {
  readonly previous: readonly { readonly id: string; readonly answer: AnswerValue; readonly at: string }[];
}

const sealContext = sealed("followup.scope_sealed");

export const sealScope = (
  secrets: Services["secrets"],
  id: string,
  { symptoms, previousAnswers, questionPath }: FollowupScope,
): Buffer =>
  secrets.seal(
    {
      symptoms,
      questionPath,
      previous: [...previousAnswers].map(([question, { answer, at }]) => ({
        id: question,
        answer,
        at: at.toISOString(),
      })),
    } satisfies SealedScope,
    sealContext(id),
  );

export function openScope(
  secrets: Services["secrets"],
  { id, scope_sealed }: Pick<FollowupRow, "id" | "scope_sealed">,
): FollowupScope {
  const { symptoms, questionPath, previous } = secrets.open<SealedScope>(scope_sealed, sealContext(id));
  const previousAnswers = new Map(previous.map((each) => [each.id, { answer: each.answer, at: new Date(each.at) }]));
  return { symptoms, questionPath, previousAnswers };
}

/** The scope of a follow-up sent now: it depends on the patient's answers so far and stays the same throughout. */
export async function newScope(services: Deps, patientId: string): Promise<FollowupScope> {
  const previousAnswers = await loadPreviousAnswers(services, patientId);
  return { symptoms: symptomsToAsk(services.content, previousAnswers), previousAnswers, questionPath: [] };
}

/**
 * The patient's previous answers to the compared questions: the latest from completed follow-ups, else from the visit. Answers off the
 * patient's final path do not count.
 */
async function loadPreviousAnswers(services: Deps, patientId: string): Promise<PreviousAnswers> {
  const { content, clock, secrets } = services;
  const symptoms = symptomIds(content);
  const wanted = new Set([...symptoms, ...sideEffectIds(content)]);
  const followups = await findCompletedFollowups(services.db, patientId);
  const [visit, answers] = await Promise.all([
    answersBefore(services, patientId, symptoms, clock.now()),
    loadAnswers(services, followups),
  ]);
  const latest = new Map(visit);
  for (const followup of followups) {
    const { questionPath } = openScope(secrets, followup);
    for (const [id, { value, at }] of latestAnswers(answers.get(followup.id) ?? []))
      if (wanted.has(id) && questionPath.includes(id) && (visit.get(id)?.at ?? at) <= at)
        latest.set(id, { answer: value, at });
  }
  return latest;
}

/** The questions on the patient's path now. A question on the previous path that today's content no longer has stays. */
export function currentQuestionPath(
  previousPath: readonly string[],
  steps: readonly Step[],
  { path }: StepProgress,
  answers: Answers,
): string[] {
  const known = new Set(steps.flatMap(({ questions }) => questions.map(({ id }) => id)));
  const now = path
    .flatMap((at) => steps[at] ?? [])
    .flatMap((step) => step.questions.filter((question) => isAsked(step, question, answers)));
  return [...previousPath.filter((id) => !known.has(id)), ...now.map(({ id }) => id)];
}
