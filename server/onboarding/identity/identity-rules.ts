import type * as z from "zod/mini";
import type { IdentityPhotoKind, IdentityStatus } from "#contract/entities.ts";
import type { IdentityResult } from "#server/platform/identity/identity-check.ts";

export type IdentityStatus = z.output<typeof IdentityStatus>;
type PhotoKind = z.output<typeof IdentityPhotoKind>;

export const maxIdentityAttempts = 3;

/** Whether the number may be tried (again), and why not. */
export function identityAttemptAllowed(status: IdentityStatus, attempts: number): "yes" | "settled" | "attempts" {
  if (status === "matched") return "settled";
  return status === "review" || attempts >= maxIdentityAttempts ? "attempts" : "yes";
}

/** Her identity after a try; `attempts` counts it. The last try that fails brings a person in. */
export function identityStatusAfterAttempt(result: IdentityResult, attempts: number): IdentityStatus {
  return result === "no_match" && attempts >= maxIdentityAttempts ? "review" : result;
}

export const identityAttemptsLeft = (status: IdentityStatus, attempts: number): number =>
  status === "review" ? 0 : Math.max(0, maxIdentityAttempts - attempts);

/** A match of another birthday proves nothing about the new one; a review goes on. */
export const identityStatusAfterNewDetails = (status: IdentityStatus): IdentityStatus =>
  status === "matched" ? "none" : status;

/** Photos are asked for only when a person has to look. */
export const needsIdentityReview = (status: IdentityStatus): boolean => status === "review";
export const isIdentityProved = (status: IdentityStatus): boolean => status === "matched" || status === "review";

/** A proof of identity after the visit, as far as photos go. `sent` since the review began. */
export interface IdentityReviewState {
  readonly visit: "PENDING" | "DONE";
  readonly status: IdentityStatus;
  readonly sent: readonly PhotoKind[];
}

/** After the visit a photo is taken while a person looks, or once one said that it is not she: then they look anew. */
export const acceptsPhotos = ({ visit, status }: Pick<IdentityReviewState, "visit" | "status">): boolean =>
  visit === "DONE" && (status === "review" || status === "no_match");

/** The photos she is asked for: those the person who looks has not got; after a “no match” both. */
export function requestedPhotos(state: IdentityReviewState): PhotoKind[] {
  if (!acceptsPhotos(state)) return [];
  const kinds: readonly PhotoKind[] = ["photo_id", "selfie"];
  return kinds.filter((kind) => state.status === "no_match" || !state.sent.includes(kind));
}
