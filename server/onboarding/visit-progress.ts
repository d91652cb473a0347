import type { Content } from "#content/load.ts";
import type { Stop } from "#contract/questions.ts";
import { type IdentityPhoto, noStanding, type Standing, standingIn } from "./identity-review.ts";
import { identityStandingIn } from "./later-photos.ts";
import type { RecordRow } from "./record-queries.ts";
import { presentStop } from "./screening.ts";

/** How far a visit is, as far as the patient is told of it. */
export interface VisitProgress extends Standing {
  /** Something was answered in it. */
  readonly begun: boolean;
  /** What ended it, or spoke against the treatment since. */
  readonly stop: Stop | null;
  /** A person looks at the identity, and a photo for it is missing. */
  readonly photosMissing: boolean;
}

/** Where everybody stands after signing up. */
const firstStep = 2;

/** The progress of the visit with this row, if one was begun; `photos` of the identity newest first. */
export function visitProgress(
  content: Content,
  row: RecordRow | undefined,
  photos: readonly IdentityPhoto[],
): VisitProgress {
  if (!row) return { ...noStanding, begun: false, stop: null, photosMissing: false };
  const standing = standingIn(row);
  const { status: visit, identityStatus: status } = standing;
  const identity = { visit, status, since: row.identity_review_since };
  return {
    ...standing,
    begun: row.step > firstStep,
    stop: row.stop_rule_id === null ? null : presentStop(content, row.stop_rule_id),
    photosMissing: visit === "DONE" && status === "review" && identityStandingIn(identity, photos).wanted.length > 0,
  };
}
