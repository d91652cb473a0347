import type { Content } from "#content/loader/load.ts";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { OnboardingRow } from "./flow/record-queries.ts";
import { type IdentityPhoto, noVisitStatus, type VisitStatus, toVisitStatus } from "./identity/identity-review.ts";
import { presentIdentityVerification } from "./identity/photos-after-visit.ts";
import { presentStop } from "./rules/screening.ts";

/** How far a visit is, as far as the patient gets to know. */
export interface VisitProgress extends VisitStatus {
  /** Something was answered in it. */
  readonly isStarted: boolean;
  /** What ended it, or has spoken against the treatment since. */
  readonly stop: ScreeningStop | null;
  /** The identity is in review, and a photo for it is missing. */
  readonly photosMissing: boolean;
}

/** Where everybody is after signing up. */
const firstStep = 2;

const progressColumns = [
  "step",
  "status",
  "identity_status",
  "identity_review_started_at",
  "stop_rule_id",
  "rules_version",
] as const;

export const visitProgressQuery = (db: Database, patientId: string) =>
  db.selectFrom("onboarding").select(progressColumns).where("patient_id", "=", patientId);

/** The progress of the visit with this row, if one was begun; `photos` of the identity are newest first. */
export function visitProgress(
  content: Content,
  row: Pick<OnboardingRow, (typeof progressColumns)[number]> | undefined,
  photos: readonly IdentityPhoto[],
): VisitProgress {
  if (!row) return { ...noVisitStatus, isStarted: false, stop: null, photosMissing: false };
  const visitStatus = toVisitStatus(row);
  const { status: visit, identityStatus: status } = visitStatus;
  const identity = { visit, status, since: row.identity_review_started_at };
  return {
    ...visitStatus,
    isStarted: row.step > firstStep,
    stop: row.stop_rule_id === null ? null : presentStop(content, row.stop_rule_id),
    photosMissing:
      visit === "DONE" &&
      status === "review" &&
      presentIdentityVerification(identity, photos).requestedphotos.length > 0,
  };
}
