import type { Permission } from "#contract/policy/policy.ts";

/** What the `{id}` of a call names that opens something of a patient's record. */
export const recordKeys = [
  "patient",
  "conversation",
  "emergency",
  "followup",
  "note",
  "pair",
  "prescription",
  "renewal",
  "subscription",
  "task",
  "suggestion",
  "upsell",
  "visit_note",
  "work_item",
] as const;
export type RecordKey = (typeof recordKeys)[number];

/** What the `{id}` of a call names that belongs to a patient. */
export type PatientKey = RecordKey | "order";

/** What can be ended or corrected of a record whose account became part of another, and whatever is about both. */
export const opensMerged: readonly PatientKey[] = ["pair", "emergency", "note", "visit_note", "task", "work_item"];

/** Whoever has one of these reads about a patient's health, and is asked for a reason where the patient isn't their work. */
export const readsAboutHealth: readonly Permission[] = [
  "read:health",
  "read:prescribing",
  "read:doctor_conversation",
  "read:dispensing",
];
