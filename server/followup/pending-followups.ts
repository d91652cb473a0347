import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import type { Database } from "#server/platform/database/open.ts";
import { answerRows, type AnswerRow, openAnswers } from "./answers.ts";
import { uniqueStops } from "./findings.ts";
import { type Deps, followupFrom } from "./load-followup.ts";
import { pendingFollowupRows, isInterrupted, type FollowupRow } from "./queries.ts";
import { stepsLeft } from "./step-order.ts";

export interface PendingFollowups {
  /** The open follow-up; `left`: the steps left once it is begun, null before. Undefined when none is open, or an emergency interrupts it. */
  readonly awaitingPatient: { readonly left: number | null } | undefined;
  /** The urgent notices of follow-ups that no doctor has dealt with, each rule once. */
  readonly emergencies: readonly ScreeningStop[];
}

/** The queries `presentPendingFollowups` needs. */
export const pendingFollowupQueries = (db: Database, patientId: string) => ({
  followups: pendingFollowupRows(db, patientId),
  followupAnswers: answerRows(db, pendingFollowupRows(db, patientId).clearSelect().select("id")),
});

interface PendingFollowupRows {
  readonly followups: readonly FollowupRow[];
  readonly followupAnswers: readonly AnswerRow[];
}

/** The follow-ups that await the patient, and the urgent notices that await a doctor. */
export function presentPendingFollowups(
  services: Pick<Deps, "content" | "secrets">,
  { followups: rows, followupAnswers }: PendingFollowupRows,
): PendingFollowups {
  const openFollowup = rows.find((row) => row.status !== "COMPLETED" && !isInterrupted(row));
  const unread = rows.filter(
    ({ awaiting_doctor_since, closed_at }) => awaiting_doctor_since !== null && closed_at === null,
  );
  const answers = openAnswers(services.secrets, rows, followupAnswers);
  const followup = openFollowup && followupFrom(services, openFollowup, answers.get(openFollowup.id) ?? []);
  return {
    awaitingPatient: followup && {
      left: followup.all.length === 0 ? null : stepsLeft(followup.steps, followup.progress.current),
    },
    emergencies: uniqueStops(unread.flatMap(({ id }) => answers.get(id) ?? [])),
  };
}
