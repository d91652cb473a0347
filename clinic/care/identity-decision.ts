import type { IdentityReason } from "#contract/account/identity.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { type Permission, permits } from "#contract/policy/policy.ts";

export type IdentityOutcome = "matched" | "no_match" | "review";

/** What a decision on an identity looks at. */
export type CheckedIdentity = Pick<
  PatientRecord,
  "id" | "identitystatus" | "planstatus" | "onboardingstatus" | "photos"
>;

export interface IdentityChoice {
  readonly outcome: IdentityOutcome;
  readonly label: string;
  /** What it means for the patient. */
  readonly effect: string;
}

const choiceOf = (outcome: IdentityOutcome, { onboardingstatus }: CheckedIdentity): IdentityChoice => {
  if (outcome === "matched")
    return {
      outcome,
      label: "It’s them",
      effect: "The identity is confirmed. The patient doesn’t need to do anything.",
    };
  if (outcome === "review")
    return {
      outcome,
      label: "Somebody looks again",
      effect: "It’s back in the inbox, and no plan is approved before.",
    };
  return {
    outcome,
    label: "It can’t be confirmed",
    effect:
      onboardingstatus === "DONE"
        ? "The patient reads why, and can send new photos."
        : "The patient reads that their details didn’t match, and can try again in the visit.",
  };
};

/**
 * What can be decided about an identity now: a check that waits, or the correction of one that is done, until the plan is decided. Nothing where there was
 * no check.
 */
export function identityChoices(record: CheckedIdentity): readonly IdentityChoice[] {
  const { identitystatus, planstatus } = record;
  if (identitystatus === "none") return [];
  if (identitystatus === "review") return (["matched", "no_match"] as const).map((each) => choiceOf(each, record));
  if (planstatus === "approved" || planstatus === "declined") return [];
  return (["matched", "no_match", "review"] as const)
    .filter((outcome) => outcome !== identitystatus)
    .map((each) => choiceOf(each, record));
}

/** Why it can't be confirmed. Where it's none of these, the patient reads that the photos weren't clear enough. */
export const reasonOptions: readonly { readonly value: IdentityReason; readonly label: string }[] = [
  { value: "photo_unclear", label: "The photos can’t be read, or the ID isn’t all in the picture" },
  { value: "id_expired", label: "The ID has expired" },
  { value: "name_differs", label: "The name on the ID isn’t the one they entered" },
  { value: "birthday_differs", label: "The date of birth on the ID isn’t the one they entered" },
  { value: "face_differs", label: "The photos may not show the same person" },
];

/** Whether a reason is asked for: where the patient is asked for photos again, which isn't during the visit. */
export const takesIdentityReason = (
  outcome: IdentityOutcome | null,
  { onboardingstatus }: Pick<CheckedIdentity, "onboardingstatus">,
): boolean => outcome === "no_match" && onboardingstatus === "DONE";

export const mayCheckIdentity = (permissions: readonly Permission[]): boolean =>
  permits(permissions, care.decideIdentity.access.needs);

/** Somebody decided, or the patient sent another photo, since it was looked at. */
export const identityDiffers = (seen: CheckedIdentity, now: CheckedIdentity): boolean =>
  seen.identitystatus !== now.identitystatus || photoIds(seen) !== photoIds(now);
const photoIds = ({ photos = [] }: CheckedIdentity): string =>
  photos
    .map(({ id }) => id)
    .toSorted()
    .join();

export const identityDone: Readonly<Record<IdentityOutcome, string>> = {
  matched: "The identity is confirmed.",
  no_match: "It’s kept that the identity can’t be confirmed.",
  review: "The identity is back in the inbox.",
};
