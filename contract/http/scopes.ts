/**
 * What an API key or a role of the practice's people may be used for, in the words of the practice's work. A key has several; a call needs one of those it names, and some fields of its
 * answer are left out without another.
 */
export const scopes = [
  /** Who the patients are and how far each is: lists, search, contact data and its changes for a patient who asks for one. */
  "patients",
  /** Health answers, screening, follow-ups, emergencies and what a patient and the doctor write to each other. */
  "clinical",
  /** Identity checks and their photos. */
  "identity",
  /** What doctors decide: plans, renewals, upsells, changes, stops and letters. */
  "rx",
  /** The conversation with patient services and messages of the contact form. */
  "messages",
  /** Subscriptions and orders of a patient who phones. */
  "orders",
  /** What is to be packed, sent and delivered. */
  "dispense",
  /** Refunds, mismatches and disputes. */
  "finance",
  /** Who has accessed which record, by the names of both. */
  "audit",
  /** The event log and the webhooks that send it. */
  "events",
  /** Other API keys. */
  "keys",
  /** The practice's people and their roles: whoever has this can give themself all others. */
  "team",
] as const;
export type Scope = (typeof scopes)[number];
