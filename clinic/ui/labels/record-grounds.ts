import type { AuditItem } from "#contract/care/audit.ts";
import type { RecordReason } from "#contract/staff/record-access.ts";

/** Why somebody needs a record that isn't their work, as they choose it. */
export const reasonNames: Readonly<Record<RecordReason, string>> = {
  patient_called: "The patient called or wrote",
  second_opinion: "Second opinion",
  safety_report: "Complaint or safety report",
  colleague: "A colleague asked me",
  other: "Something else",
};

/** Why somebody could read or change a record, for the audit. */
export const groundNames: Readonly<Record<NonNullable<AuditItem["ground"]>, string>> = {
  ...reasonNames,
  work: "Waiting in their lists",
  treating: "Their doctor treats the patient",
  copy_patient: "Copy for the patient",
  copy_representative: "Copy for a representative or executor",
  copy_insurer: "Copy for an insurer",
  copy_court: "Copy for a court",
  copy_practice: "Copy for another practice",
  copy_authority: "Copy for an authority",
  copy_other: "Copy for somebody else",
  asked_phone: "The patient asked by phone",
  asked_message: "The patient asked in a message",
  asked_email: "The patient asked by email",
  asked_letter: "The patient asked by letter",
  asked_in_person: "The patient asked in person",
  contact_to_bank: "Email and address sent to a bank, after a look",
  mail_again: "An email sent again",
  payment_link: "A link to pay sent",
  payment_help: "Help with a payment offered",
  payment_closing: "A last reminder of a payment sent",
  write_off: "A charge written off",
  write_off_taken_back: "A write-off taken back",
  credit_given: "A credit given",
  credit_withdrawn: "A credit taken back",
  told_phone: "Told by phone",
  told_in_person: "Told in person",
  told_doctors_letter: "Told in another doctor’s letter",
};
