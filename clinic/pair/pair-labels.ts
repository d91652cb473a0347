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
