import { answerRows, type AnswerRow, answersIn } from "./answers.ts";
import { pendingReviewRows, type ReviewRow } from "./queries.ts";
import { type Parts, reviewIn } from "./review.ts";
import { stepsLeft } from "./steps.ts";
import { stopsTold } from "./stops.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Stop } from "#contract/questions.ts";

export interface PendingReviews {
  /** The review that waits for the patient: how many steps are left once it is begun, null before; undefined: none waits. */
  readonly waiting: { readonly left: number | null } | undefined;
  /** What was told in reviews that cannot wait and that no doctor has dealt with yet, each rule once. */
  readonly emergencies: readonly Stop[];
}

/** The reads `pendingReviews` needs. */
export const reviewReads = (db: Database, patientId: string) => ({
  reviews: pendingReviewRows(db, patientId),
  reviewAnswers: answerRows(db, pendingReviewRows(db, patientId).clearSelect().select("id")),
});

interface ReviewRows {
  readonly reviews: readonly unknown[];
  readonly reviewAnswers: readonly AnswerRow[];
}

/** What waits for a patient, or for a doctor, in the reviews. */
export function pendingReviews(
  parts: Pick<Parts, "content" | "secrets">,
  { reviews, reviewAnswers }: ReviewRows,
): PendingReviews {
  const rows = reviews as readonly ReviewRow[];
  const open = rows.find(({ status }) => status !== "COMPLETED");
  const toRead = rows.filter(({ told_at, closed_at }) => told_at !== null && closed_at === null);
  const answers = answersIn(parts.secrets, rows, reviewAnswers);
  const review = open && reviewIn(parts, open, answers.get(open.id) ?? []);
  return {
    waiting: review && { left: review.all.length === 0 ? null : stepsLeft(review.steps, review.walk.at) },
    emergencies: stopsTold(toRead.flatMap(({ id }) => answers.get(id) ?? [])),
  };
}
