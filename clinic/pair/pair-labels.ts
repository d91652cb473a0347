import type { MergeStatus } from "#contract/care/merges.ts";
import type { PairAgreement } from "#contract/care/pairs.ts";
import type { PairVerdict } from "#contract/care/patients.ts";

/** What two records have in common, within a sentence. */
export const agreementLabels: Readonly<Record<PairAgreement, string>> = {
  birthday: "birthday",
  number: "last four of the SSN",
  first_name: "first name",
  last_name: "last name",
  phone: "phone",
  address: "shipping address",
  card: "card",
};

/** What is said of two records, and what follows. */
export const verdictLabels: Readonly<Record<PairVerdict, { readonly label: string; readonly effect: string }>> = {
  same: {
    label: "The same person",
    effect:
      "The records are linked: what either has at home counts for both. What runs in the first continues. Patients aren’t told of each other.",
  },
  not_same: { label: "Two people", effect: "Both continue, and these two aren’t asked about again." },
};

/** How far the question whether two accounts may become one has come. */
export const mergeStatusLabels: Readonly<
  Record<MergeStatus, { readonly label: string; readonly tone: "neutral" | "info" | "warning" | "success" }>
> = {
  asked: { label: "The patient was asked", tone: "info" },
  expired: { label: "No answer in time", tone: "warning" },
  declined: { label: "The patient said no", tone: "warning" },
  withdrawn: { label: "Withdrawn", tone: "neutral" },
  merged: { label: "One account", tone: "success" },
  undone: { label: "Undone", tone: "neutral" },
};
