import * as z from "zod/mini";
import { Cursor, Day, Id, Moment, StateId, multiLine, optionalText, singleLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { ConversationKind, messageText } from "#contract/messages/message.ts";
import type { Permission } from "#contract/policy/policy.ts";
import { roles } from "#contract/policy/roles.ts";
import { CopyRecipient } from "#contract/staff/record-access.ts";
import { LogChoice } from "./log-entry.ts";
import { LotNumber } from "./packed-lines.ts";
import { PatientSummary } from "./patients.ts";
import { newTask } from "./tasks.ts";

/** Name of something in the practice's content. */
const ContentName = singleLine(80, "Please choose one.");

/** How far a patient's case is: `none` has none, or one that lapsed · `in_review` isn't decided. */
export const listedCareStatuses = ["none", "in_review", "approved", "declined"] as const;

/** By what patients are listed; all of it has to be true. Whoever may list by each is `listFilterNeeds`. */
export const ListFilters = z.strictObject({
  /** A family of strengths that is prescribed now, also one on hold. */
  medicine: optionalText(ContentName),
  /** One strength of it. */
  strength: optionalText(ContentName),
  /** Packed for the patient, or sent. */
  lotnumber: optionalText(LotNumber),
  /** Who treats the patient. */
  doctor: optionalText(singleLine(60)),
  state: optionalText(StateId),
  carestatus: optionalText(z.enum(listedCareStatuses)),
  /** Nothing of the patient since that day began: no message of theirs, no decision, no review they finished. */
  notseensince: optionalText(Day),
  /** Their latest answer to a question of the health questionnaire. */
  answer: z.optional(z.strictObject({ questionid: ContentName, value: ContentName })),
  /** A checkup that is overdue, by the practice's content. */
  checkup: optionalText(ContentName),
  /** A review was sent and not finished. */
  reviewopen: optionalText(z.literal(true)),
  /** The practice waits for an answer in a conversation that the caller reads. */
  awaitsreply: optionalText(z.literal(true)),
});
export type ListFilters = z.output<typeof ListFilters>;
export type ListFilter = keyof ListFilters;

/** Who lists patients by what: what tells of their health takes reading about it. */
export const listFilterNeeds = {
  medicine: ["read:prescribing", "read:health", "read:subscriptions", "read:dispensing"],
  strength: ["read:prescribing", "read:health", "read:subscriptions", "read:dispensing"],
  lotnumber: ["read:prescribing", "read:health", "read:dispensing"],
  doctor: ["read:patients"],
  state: ["read:patients"],
  carestatus: ["read:patients"],
  notseensince: ["read:patients"],
  answer: ["read:health"],
  checkup: ["read:health"],
  reviewopen: ["read:health"],
  awaitsreply: ["read:doctor_conversation", "read:services_conversation"],
} as const satisfies Readonly<Record<ListFilter, readonly Permission[]>>;

/**
 * Why somebody on a list isn't written to, or has no task: the account is `closed` · somebody says that they died (`death_reported`) · something on the chart asks for a person to write (`restricted`) · it became
 * part of another one on the list (`merged`) · there's `no_conversation` of this kind with the patient, or the practice closed it (`conversation_closed`).
 */
export const leftOutReasons = [
  "closed",
  "death_reported",
  "restricted",
  "merged",
  "no_conversation",
  "conversation_closed",
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];
const LeftOut = z.object({
  closed: z.int(),
  death_reported: z.int(),
  restricted: z.int(),
  merged: z.int(),
  no_conversation: z.int(),
  conversation_closed: z.int(),
});

/** A patient on a list. */
export const ListedPatient = z.object({
  patient: PatientSummary,
  /** The last message of theirs, decision, or review they finished; null: none yet. */
  lastseenat: z.nullable(Moment),
  /** Why they aren't written to with the others; null: they are. */
  leftout: z.nullable(z.enum(["closed", "death_reported", "restricted"])),
});
export type ListedPatient = z.output<typeof ListedPatient>;

/** The same, as it was given. */
const GivenFilters = z.object({
  medicine: z.optional(z.string()),
  strength: z.optional(z.string()),
  lotnumber: z.optional(z.string()),
  doctor: z.optional(z.string()),
  state: z.optional(z.string()),
  carestatus: z.optional(z.enum(listedCareStatuses)),
  notseensince: z.optional(Day),
  answer: z.optional(z.object({ questionid: z.string(), value: z.string() })),
  checkup: z.optional(z.string()),
  reviewopen: z.optional(z.literal(true)),
  awaitsreply: z.optional(z.literal(true)),
} satisfies Readonly<Record<ListFilter, unknown>>);

/** A list kept under a name. It's looked up anew each time. */
export const SavedList = z.object({
  id: Id,
  name: z.string(),
  /** Everybody of this role reads it, and may forget it; null: it's the caller's own. */
  role: z.nullable(z.enum(roles)),
  filters: GivenFilters,
});
export type SavedList = z.output<typeof SavedList>;

/** What was done for everybody on a list: one after the other, those who were on it at the press. */
export const ListAction = z.object({
  id: Id,
  kind: z.enum(["task", "message"]),
  begunat: Moment,
  /** Null: not everybody has been seen to. */
  endedat: z.nullable(Moment),
  /** How many were on the list. */
  count: z.int(),
  done: z.int(),
  leftout: LeftOut,
});
export type ListAction = z.output<typeof ListAction>;

/** How many the person was shown: where it's another number now, nothing is done. */
const count = z.int("Please say how many patients these are.").check(z.minimum(1, "Nobody is on this list."));

/** Lists of patients, and what is done for everybody on one; spread into `care`. What is looked for is never in an address. */
export const listCalls = {
  listFilters: clinicCall("GET /clinic/list/filter", {
    summary: "By what the caller may list patients, with what can be chosen",
    access: { needs: ["read:patients", "read:dispensing"] },
    ok: z.object({
      filters: z.array(z.enum(Object.keys(listFilterNeeds) as [ListFilter, ...ListFilter[]])),
      medicines: z.array(z.object({ id: z.string(), label: z.string(), strengths: z.array(LogChoice) })),
      doctors: z.array(LogChoice),
      states: z.array(LogChoice),
      questions: z.array(z.object({ id: z.string(), label: z.string(), values: z.array(LogChoice) })),
      checkups: z.array(z.object({ id: z.string(), label: z.string(), source: z.string() })),
    }),
  }),
  listPatients: clinicCall("POST /clinic/list", {
    summary:
      "Patients of whom all of this is true, newest first, with how many they are. A closed account is among them; one that became part of another is found as that one",
    access: { needs: ["read:patients", "read:dispensing"] },
    changesNothing: true,
    body: z.strictObject({ filters: ListFilters, nextpage: optionalText(Cursor) }),
    ok: z.object({
      items: z.array(ListedPatient),
      nextpage: z.nullable(z.string()),
      count: z.int(),
      /** How many of them aren't written to. */
      leftout: z.object({ closed: z.int(), death_reported: z.int(), restricted: z.int() }),
    }),
  }),
  savedLists: clinicCall("GET /clinic/list/saved", {
    summary: "Lists the caller kept, and those of their roles that they may look at, by name",
    access: { needs: ["read:patients", "read:dispensing"] },
    ok: z.object({ items: z.array(SavedList) }),
  }),
  saveList: clinicCall("POST /clinic/list/saved", {
    summary: "Keep a list under a name, for oneself or for everybody of one of one's roles",
    access: { needs: ["read:patients", "read:dispensing"] },
    idempotency: true,
    body: z.strictObject({
      name: singleLine(80, "Please name the list."),
      role: optionalText(z.enum(roles)),
      filters: ListFilters,
    }),
    ok: SavedList,
    status: 201,
  }),
  forgetList: clinicCall("DELETE /clinic/list/saved/{id}", {
    summary: "Forget a saved list; its patients stay as they are",
    access: { needs: ["read:patients", "read:dispensing"] },
    params: IdParams,
    ok: z.object({ id: Id }),
  }),
  listTasks: clinicCall("POST /clinic/list/task", {
    summary:
      "One task or question for each patient on a list, as it is now; they're opened one after the other. `conflict` where it isn't as many as `count` any more",
    access: { needs: ["write:tasks"] },
    idempotency: true,
    body: z.strictObject({ filters: ListFilters, count, ...newTask }),
    ok: ListAction,
    status: 201,
    errors: ["conflict"],
  }),
  listMessage: clinicCall("POST /clinic/list/message", {
    summary:
      "The same message to each patient on a list, as it is now, in their conversation with the doctor or with patient services. What they wrote before stays unanswered. `conflict` where it isn't as many as `count` any more",
    access: { needs: ["write:doctor_conversation", "write:services_conversation"] },
    idempotency: true,
    body: z.strictObject({
      filters: ListFilters,
      count,
      kind: ConversationKind,
      message: messageText,
      needsreply: z.optional(z.boolean()),
    }),
    ok: ListAction,
    status: 201,
    errors: ["conflict"],
  }),
  listActions: clinicCall("GET /clinic/list/action", {
    summary: "What the caller began for lists, newest first, at most 20, and how far each is",
    access: { needs: ["write:tasks", "write:doctor_conversation", "write:services_conversation"] },
    ok: z.object({ items: z.array(ListAction) }),
  }),
  exportList: clinicCall("POST /clinic/list/copy", {
    summary: "Everybody on a list as a file for a spreadsheet, for somebody who may have it",
    access: { needs: ["read:patients", "read:dispensing"], freshProof: true },
    changesNothing: true,
    body: z.strictObject({
      filters: ListFilters,
      recipient: CopyRecipient,
      words: multiLine(500, "Please say who asked for it and why, in a sentence."),
    }),
    ok: "application/octet-stream",
  }),
} as const;
