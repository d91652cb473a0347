import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import type { Scope } from "#contract/http/scopes.ts";

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
        ? "The patient reads that the photos weren’t clear enough, and can send new ones. Message them if it’s something else."
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

export const mayCheckIdentity = (scopes: readonly Scope[]): boolean =>
  care.decideIdentity.scopes.some((scope) => scopes.includes(scope));

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
