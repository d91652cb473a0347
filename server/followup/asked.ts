import type { AnswerValue } from "#contract/questions.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { toldBefore } from "#server/onboarding/public.ts";
import { answersOf, latestOf } from "./answers.ts";
import { completedReviews, type ReviewRow } from "./queries.ts";
import { isAsked, type Answers, type Step, type Walk } from "./steps.ts";
import { type LastTime, sideEffectIds, symptomIds, symptomsToAsk } from "./symptoms.ts";

type Parts = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** What a review keeps sealed beside its answers. */
export interface Asked {
  /** The symptoms it asks for. */
  readonly symptoms: readonly string[];
  /** What she had answered before to its questions of change. */
  readonly lastTime: LastTime;
  /** The questions on her way, as it was when she last answered. */
  readonly way: readonly string[];
}

interface Kept extends Pick<Asked, "symptoms" | "way"> {
  readonly before: readonly { readonly id: string; readonly answer: AnswerValue; readonly at: string }[];
}

const place = (id: string) => `followup.asked_sealed:${id}`;

export const sealAsked = (secrets: Services["secrets"], id: string, { symptoms, lastTime, way }: Asked): Buffer =>
  secrets.seal(
    {
      symptoms,
      way,
      before: [...lastTime].map(([question, { answer, at }]) => ({ id: question, answer, at: at.toISOString() })),
    } satisfies Kept,
    place(id),
  );

export function openAsked(
  secrets: Services["secrets"],
  { id, asked_sealed }: Pick<ReviewRow, "id" | "asked_sealed">,
): Asked {
  const { symptoms, way, before } = secrets.open<Kept>(asked_sealed, place(id));
  const lastTime = new Map(before.map((each) => [each.id, { answer: each.answer, at: new Date(each.at) }]));
  return { symptoms, way, lastTime };
}

/** What a review that is sent now asks for: it hangs on what she has told until now, and stays the same throughout. */
export async function askedNow(parts: Parts, patientId: string): Promise<Asked> {
  const lastTime = await lastTimeOf(parts, patientId);
  return { symptoms: symptomsToAsk(parts.content, lastTime), lastTime, way: [] };
}

/** What she answered to the questions of change in a review before, else in her visit. What was no longer on her way does not count. */
async function lastTimeOf(parts: Parts, patientId: string): Promise<LastTime> {
  const { content, clock, secrets } = parts;
  const symptoms = symptomIds(content);
  const wanted = new Set([...symptoms, ...sideEffectIds(content)]);
  const reviews = await completedReviews(parts.db, patientId);
  const [visit, answers] = await Promise.all([
    toldBefore(parts, patientId, symptoms, clock.now()),
    answersOf(parts, reviews),
  ]);
  const told = new Map(visit);
  for (const review of reviews) {
    const { way } = openAsked(secrets, review);
    for (const [id, { value, at }] of latestOf(answers.get(review.id) ?? []))
      if (wanted.has(id) && way.includes(id) && (visit.get(id)?.at ?? at) <= at) told.set(id, { answer: value, at });
  }
  return told;
}

/** The questions on her way now. One that was on it and that today's content no longer has stays. */
export function wayNow(before: readonly string[], steps: readonly Step[], { path }: Walk, answers: Answers): string[] {
  const known = new Set(steps.flatMap(({ questions }) => questions.map(({ id }) => id)));
  const now = path
    .flatMap((at) => steps[at] ?? [])
    .flatMap((step) => step.questions.filter((question) => isAsked(step, question, answers)));
  return [...before.filter((id) => !known.has(id)), ...now.map(({ id }) => id)];
}
