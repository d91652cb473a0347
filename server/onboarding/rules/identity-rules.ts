import type * as z from "zod/mini";
import type { IdentityPhotoKind, IdentityStatus } from "#contract/account/identity.ts";
import { identityStates } from "#server/platform/database/states.ts";
import type { IdentityResult } from "#server/platform/identity/identity-check.ts";

export type IdentityStatus = z.output<typeof IdentityStatus>;
type PhotoKind = z.output<typeof IdentityPhotoKind>;

export const maxIdentityAttempts = 3;

/** Whether the number may be tried (again), or why not. */
export function identityAttemptAllowed(status: IdentityStatus, attempts: number): "yes" | "settled" | "attempts" {
  if (status === "matched") return "settled";
  return status === "review" || attempts >= maxIdentityAttempts ? "attempts" : "yes";
}

/** The identity status after an attempt, which `attempts` counts. The last failed attempt sends the identity to a person's review. */
export function identityStatusAfterAttempt(result: IdentityResult, attempts: number): IdentityStatus {
  return result === "no_match" && attempts >= maxIdentityAttempts ? "review" : result;
}

export const identityAttemptsLeft = (status: IdentityStatus, attempts: number): number =>
  status === "review" ? 0 : Math.max(0, maxIdentityAttempts - attempts);

/** A match of the earlier birthday proves nothing about the new one; a review goes on. */
export const identityStatusAfterNewDetails = (status: IdentityStatus): IdentityStatus =>
  status === "matched" ? "none" : status;

/** Photos are asked for only when a person has to look at the identity. */
export const needsIdentityReview = (status: IdentityStatus): boolean => status === "review";
export const isIdentityProved = (status: IdentityStatus): boolean => identityStates.proved.has(status);

/** An identity check after the visit, as far as photos matter. `sent` since the review began. */
export interface IdentityReviewState {
  readonly visit: "PENDING" | "DONE";
  readonly status: IdentityStatus;
  readonly sent: readonly PhotoKind[];
}

/** After the visit photos are accepted during a review, and after a “no match”, which they reopen for review. */
export const acceptsPhotos = ({ visit, status }: Pick<IdentityReviewState, "visit" | "status">): boolean =>
  visit === "DONE" && identityStates.unproved.has(status);

/** The photos the patient is asked for: those the reviewer lacks; after a “no match” both. */
export function requestedPhotos(state: IdentityReviewState): PhotoKind[] {
  if (!acceptsPhotos(state)) return [];
  const kinds: readonly PhotoKind[] = ["photo_id", "selfie"];
  return kinds.filter((kind) => state.status === "no_match" || !state.sent.includes(kind));
}
