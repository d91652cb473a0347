import type { CopyRecipient } from "#contract/staff/record-access.ts";

/** For whom a copy of something is made. */
export const recipientNames: Readonly<Record<CopyRecipient, string>> = {
  patient: "The patient",
  representative: "A representative or executor",
  insurer: "An insurer",
  court: "A court or a lawyer",
  practice: "Another practice",
  authority: "An authority",
  other: "Somebody else",
};
