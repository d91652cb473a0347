import * as z from "zod/mini";
import { Cursor, Dollars, Id, Moment, optionalText, singleLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import type { Permission } from "#contract/policy/policy.ts";
import { recordFieldNeeds } from "./patients.ts";

/** What happens in a patient's story: kinds that somebody can show alone, each with what can have happened. */
export const timelineEvents = {
  decision: ["signed"],
  prescription: ["prescribed", "stop", "hold", "release"],
  order: ["placed", "cancelled", "shipped", "delivered", "returned"],
  payment: ["paid", "refund"],
  subscription: ["started", "ended", "cancel", "restart", "pause", "resume", "skip", "unskip", "move", "contact"],
  message: ["patient", "helper", "doctor", "patient_services", "system"],
  review: ["sent", "finished", "read"],
  emergency: ["reported"],
  document: ["uploaded"],
  letter: ["issued"],
  note: ["added"],
  task: ["log", "task", "question", "order_question", "not_mine", "counseling"],
} as const;
export type TimelineKind = keyof typeof timelineEvents;
export const timelineKinds = Object.keys(timelineEvents) as TimelineKind[];

/** Who reads of what, as in the record and in the lists of each. */
export const timelineNeeds = {
  decision: ["read:health"],
  prescription: recordFieldNeeds.prescriptions,
  order: recordFieldNeeds.orders,
  payment: recordFieldNeeds.orders,
  subscription: recordFieldNeeds.subscriptions,
  message: recordFieldNeeds.conversations,
  review: recordFieldNeeds.followups,
  emergency: recordFieldNeeds.emergencies,
  document: recordFieldNeeds.documents,
  letter: recordFieldNeeds.letters,
  note: ["read:health"],
  task: ["read:tasks"],
} as const satisfies Readonly<Record<TimelineKind, readonly Permission[]>>;

/** The kinds in which there are words to look for. */
export const kindsWithWords = [
  "decision",
  "message",
  "letter",
  "note",
  "task",
] as const satisfies readonly TimelineKind[];

export const TimelineItem = z.object({
  id: Id,
  kind: z.enum(timelineKinds as [TimelineKind, ...TimelineKind[]]),
  /** What happened: one of its kind's. */
  event: z.string(),
  at: Moment,
  /** Who of the practice, or which helper, did or wrote it; null: the patient, a system, or nobody in particular. */
  by: z.nullable(z.string()),
  /** What it's about, in a few words: a medicine, a number, a title. */
  about: z.nullable(z.string()),
  amount: z.nullable(Dollars),
  /** Where it is: the order, conversation, review or what else has a place of its own. */
  refid: z.nullable(Id),
  /** The place of a message in its conversation. */
  seq: z.nullable(z.int()),
  /** Its beginning, or what is around the words that were looked for; null: it has no text, or was taken back. */
  excerpt: z.nullable(z.string()),
});
export type TimelineItem = z.output<typeof TimelineItem>;

/** A patient's whole story, and the words in it; spread into `care`. */
export const timelineCalls = {
  /** What is looked for tells of the patient's health, so it's in the body. */
  timeline: clinicCall("POST /clinic/patient/{id}/timeline", {
    summary:
      "All that happened with a patient, as far as the caller reads it, newest first: of some kinds, or with all of some words in what was written",
    access: { needs: ["read:patients", "read:health", "read:prescribing", "read:dispensing"], record: "patient" },
    changesNothing: true,
    params: IdParams,
    body: z.strictObject({
      /** Left out, all that the caller reads. */
      kinds: z.optional(z.array(z.enum(timelineKinds as [TimelineKind, ...TimelineKind[]])).check(z.minLength(1))),
      words: optionalText(singleLine(100)),
      nextpage: optionalText(Cursor),
    }),
    ok: z.object({
      /** The kinds the caller reads. */
      kinds: z.array(z.enum(timelineKinds as [TimelineKind, ...TimelineKind[]])),
      items: z.array(TimelineItem),
      nextpage: z.nullable(z.string()),
    }),
  }),
} as const;
