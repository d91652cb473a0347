/** Kinds of things to do that a person claims before others do the same. */
export const workKinds = [
  "case",
  "identity",
  "conversation",
  "renewal",
  "upsell",
  "followup",
  "order",
  "contact",
  "work_item",
  "pair",
] as const;
export type WorkKind = (typeof workKinds)[number];

/** What a draft may be about: something to do, a private note on a patient, the note of a decision, what is done to a prescription, a change of what a subscription brings, a medicine to suggest, a medical letter, what was prepared for one's signature, contact data, what somebody is asked or answers, or what is logged. */
export const draftKinds = [
  ...workKinds,
  "note",
  "visit_note",
  "prescription",
  "change",
  "suggestion",
  "letter",
  "prepared",
  "contact_data",
  "told_answers",
  "task",
  "log",
] as const;
export type DraftKind = (typeof draftKinds)[number];
