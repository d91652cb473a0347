import * as z from "zod/mini";
import { Day, Id, Moment, multiLine, optionalText, paged } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { Message } from "#contract/messages/message.ts";
import { roles } from "#contract/policy/roles.ts";
import { counselingOutcomes } from "#contract/treatment/counseling.ts";
import { RecordLetter } from "./letters.ts";
import { LogId, LoggedEntry } from "./log-entry.ts";
import { PatientSummary } from "./patients.ts";
import { newPrepared, Prepared } from "./prepared.ts";
import { asideKinds, formKinds, taskKinds } from "./task-kinds.ts";
import { OrderRefund } from "./worklists.ts";

const Role = z.enum(roles, "Please choose who this is for.");

/**
 * `done` with words or without · `answered`: whoever asked has read the answer · `dropped`: nobody needs it any more, or the question was withdrawn · of a
 * talk with the pharmacist what came of it · `settled`: of what was logged, with the outcome of its kind, if that has any. Of an entry `done` means it's no
 * longer so, `dropped` that it was entered in error. `signed`: what was prepared, by the call that decides it.
 */
export const taskOutcomes = ["done", "answered", "dropped", ...counselingOutcomes, "settled", "signed"] as const;
/** Those that somebody names: what was prepared is signed by deciding it. */
export const taskEndings = ["done", "answered", "dropped", ...counselingOutcomes, "settled"] as const;
export type TaskEnding = (typeof taskEndings)[number];
export type TaskOutcome = (typeof taskOutcomes)[number];

/** What the caller may do about one now. */
export const taskActions = [
  "done",
  "answer",
  "close",
  "verdict",
  "talk",
  "settle",
  "sign",
  "drop",
  "aside",
  "reassign",
] as const;
export type TaskAction = (typeof taskActions)[number];

/** Somebody, or everybody of a role. */
export const TaskParty = z.object({
  role: z.enum(roles),
  /** Null: everybody of the role, or a system. */
  memberid: z.nullable(Id),
  name: z.nullable(z.string()),
});

/** Something that a person of the practice asked of somebody, or reminds themself of. */
export const Task = z.object({
  id: Id,
  kind: z.enum(taskKinds),
  /** Null: it is about no patient. */
  patient: z.nullable(PatientSummary),
  order: z.nullable(
    z.object({
      id: Id,
      number: z.nullable(z.string()),
      /** It's neither packed nor sent until this is answered or withdrawn. */
      held: z.boolean(),
      /** Of a question that a refund waits for, for whoever reads about money: what was refunded of the order since it was asked, oldest first. */
      refunds: z.array(OrderRefund),
    }),
  ),
  conversationid: z.nullable(Id),
  /** What brings the medicine that a patient asks something of. */
  subscriptionid: z.nullable(Id),
  /** The message a patient says isn't theirs; null for whoever doesn't read its conversation. */
  message: z.nullable(Message),
  /** The letter a patient says isn't theirs; null for whoever doesn't read letters. */
  letter: z.nullable(RecordLetter),
  /** Null: the patient. */
  asker: z.nullable(TaskParty),
  /** Whom it waits for; once it's answered, whoever asked. Somebody who left, or lost the role, isn't named: it waits for the role. */
  for: TaskParty,
  words: z.string(),
  /** What was logged, where it's that. */
  log: z.nullable(LoggedEntry),
  /** A decision that was prepared for a prescriber to sign, for whoever reads what is prescribed. */
  prepared: z.nullable(Prepared),
  /** The peer review in which a concern became this question, by its task. */
  reviewid: z.nullable(Id),
  openedat: Moment,
  /** Since when it waits, or from when on. */
  since: Moment,
  /** Its day; for an order, the one its package must leave on. */
  dueon: z.nullable(Day),
  /** The day somebody is there to see it: the first working day from its day, or the day it's put aside until. */
  seenon: Day,
  answer: z.nullable(z.object({ text: z.string(), actor: z.string(), name: z.nullable(z.string()), at: Moment })),
  /** What came of it; null while it's open. */
  ended: z.nullable(
    z.object({
      outcome: z.enum(taskOutcomes),
      actor: z.string(),
      name: z.nullable(z.string()),
      at: Moment,
      note: z.nullable(z.string()),
    }),
  ),
  actions: z.array(z.enum(taskActions)),
});
export type Task = z.output<typeof Task>;

/** What should have been done by now, without what it says or about whom: for whoever sees to it that somebody does it. */
export const OverdueTask = z.object({
  id: Id,
  kind: z.enum(taskKinds),
  dueon: Day,
  /** Null: the patient. */
  asker: z.nullable(TaskParty),
  /** Whom it waits for, as in `Task`. */
  for: TaskParty,
});
export type OverdueTask = z.output<typeof OverdueTask>;

/** Whom: a person, everybody of a role, or, with neither, whoever asks. */
const whom = { role: optionalText(Role), memberid: optionalText(Id) };
const words = multiLine(2000, "Please write what this is about.");

/** What somebody is asked, or reminded of. */
export const newTask = {
  kind: z.enum(formKinds),
  ...whom,
  dueon: optionalText(Day),
  words,
};

/** What people of the practice remind each other of and ask each other; spread into `care`. */
export const taskCalls = {
  patientTasks: clinicCall("GET /clinic/patient/{id}/task", {
    summary: "What is open of a patient that somebody was asked, also what waits for its day, by its day",
    access: { needs: ["read:tasks"], record: "patient" },
    params: IdParams,
    query: PageQuery,
    ok: paged(Task),
  }),
  tasksAsked: clinicCall("GET /clinic/task", {
    summary: "What the caller asked, or reminds themself of, that is open: also what waits for its day, by its day",
    access: { needs: ["read:tasks"] },
    query: PageQuery,
    ok: paged(Task),
  }),
  overdueTasks: clinicCall("GET /clinic/task/overdue", {
    summary:
      "Tasks and questions of everybody whose day has passed, longest first, at most 100, and how many there are. What they say and about whom isn't told",
    access: { needs: ["read:team"] },
    ok: z.object({ items: z.array(OverdueTask), count: z.int() }),
  }),
  task: clinicCall("GET /clinic/task/{id}", {
    summary: "One of them",
    access: { needs: ["read:tasks"], record: "task" },
    params: IdParams,
    ok: Task,
  }),
  whoIsAsked: clinicCall("GET /clinic/task/who", {
    summary: "Who can be asked: the roles, and their people by name",
    access: { needs: ["read:tasks"] },
    ok: z.object({
      items: z.array(
        z.object({
          role: z.enum(roles),
          kinds: z.array(z.enum(taskKinds)),
          /** They may read about a patient's health. */
          clinical: z.boolean(),
          people: z.array(z.object({ memberid: Id, name: z.string() })),
        }),
      ),
    }),
  }),
  addTask: clinicCall("POST /clinic/task", {
    summary:
      "Ask somebody, or remind oneself of, something that is about no patient. A `task` needs a day and isn't seen before",
    access: { needs: ["write:tasks"] },
    idempotency: true,
    body: z.strictObject(newTask),
    ok: Task,
    status: 201,
  }),
  addPatientTask: clinicCall("POST /clinic/patient/{id}/task", {
    summary: "The same about a patient, and, if it's named, about an order or a conversation of theirs",
    access: { needs: ["write:tasks"], record: "patient" },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({ ...newTask, orderid: optionalText(Id), conversationid: optionalText(Id) }),
    ok: Task,
    status: 201,
  }),
  askAboutOrder: clinicCall("POST /clinic/order/{id}/question", {
    summary:
      "A pharmacist's question to the prescriber. The order is neither packed nor sent, and no label of it is printed, until it's answered or withdrawn. `wrong_state` where nothing is left to send",
    access: { needs: ["write:dispensing"] },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({ words }),
    ok: Task,
    status: 201,
    errors: ["wrong_state"],
  }),
  prepareDecision: clinicCall("POST /clinic/patient/{id}/prepared", {
    summary:
      "Write a decision or a letter for the patient's doctor to sign. It waits as a task with its fields and has no effect; the deciding call signs it with `preparedid`, by its own rules on that day. What was given back, or what the caller prepared before of the same thing, is replaced. `conflict`, with who it was, where somebody else has prepared one; `wrong_state` where there's nothing to decide",
    access: { needs: ["write:health"], record: "patient" },
    idempotency: true,
    params: IdParams,
    body: z.strictObject(newPrepared),
    ok: Task,
    status: 201,
    errors: ["wrong_state", "conflict"],
  }),
  putAside: clinicCall("POST /clinic/patient/{id}/aside", {
    summary:
      "Put a case, a renewal or an upsell aside: it isn't in the inbox before that day, or, with `foranswer`, before the patient writes to the doctor, whichever comes first; and it comes back a day before the bank lets go of its payment. Without a day it's as long as the practice waits for an answer. Ended with `dropped` it's back at once; deciding it ends it. `wrong_state` where it doesn't wait, or the payment can't; `conflict` where it's aside already",
    access: { needs: ["write:prescribing"], record: "patient" },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      of: z.enum(asideKinds),
      /** A renewal or an upsell; of a case its patient. */
      refid: Id,
      until: optionalText(Day),
      foranswer: z.optional(z.boolean()),
      /** For the practice. */
      words: optionalText(multiLine(2000)),
    }),
    ok: Task,
    status: 201,
    errors: ["wrong_state", "conflict"],
  }),
  answerTask: clinicCall("PUT /clinic/task/{id}/answer", {
    summary:
      "Answer a question, or give back what was prepared. It then waits for whoever asked. `conflict`, with who it was, where somebody answered first; the same once more changes nothing",
    access: { needs: ["write:tasks"], record: "task" },
    params: IdParams,
    body: z.strictObject({ answer: multiLine(2000, "Please write your answer.") }),
    ok: Task,
    errors: ["conflict", "wrong_state"],
  }),
  endTask: clinicCall("PUT /clinic/task/{id}/ended", {
    summary:
      "Say what came of it: `done`, `answered` once the answer was read, `dropped` to withdraw it; of a talk with the pharmacist `talked`, `declined` or `not_reached`; of what was logged `settled` with its outcome, `done` for what stands on a chart and is no longer so, `dropped` for what was entered in error, also after it ended. `conflict` where it ended otherwise; the same once more changes nothing",
    access: { needs: ["write:tasks"], record: "task" },
    params: IdParams,
    body: z.strictObject({
      outcome: z.enum(taskEndings),
      /** Which outcome of its kind, for `settled`. */
      logoutcome: optionalText(LogId),
      /** For the practice only, but where the entry says that the patient reads why. */
      note: optionalText(multiLine(2000)),
    }),
    ok: Task,
    errors: ["conflict", "wrong_state"],
  }),
  putTaskAside: clinicCall("PUT /clinic/task/{id}/aside", {
    summary:
      "It isn't seen before that day. A task's day moves with it; a question can't be put aside beyond the day it's to be answered by",
    access: { needs: ["write:tasks"], record: "task" },
    params: IdParams,
    body: z.strictObject({ until: Day }),
    ok: Task,
    errors: ["wrong_state"],
  }),
  reassignTask: clinicCall("PUT /clinic/task/{id}/for", {
    summary: "Somebody else is asked",
    access: { needs: ["write:tasks"], record: "task" },
    params: IdParams,
    body: z.strictObject(whom),
    ok: Task,
    errors: ["wrong_state"],
  }),
} as const;
