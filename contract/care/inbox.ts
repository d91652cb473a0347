import * as z from "zod/mini";
import { Id, Moment, optionalText } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { PageQuery, wholeNumber } from "#contract/http/params.ts";
import { ConversationKind } from "#contract/messages/message.ts";
import { ScreeningFlags } from "./decision-fields.ts";
import { inboxKinds, inboxNeeds, assigneeFilters } from "./inbox-kinds.ts";
import { Assignee, PatientSummary } from "./patients.ts";
import { QueueMedicine } from "./queue-facts.ts";
import { taskKinds } from "./task-kinds.ts";
import { workItemKinds } from "./work-items.ts";

const Kind = z.enum(inboxKinds);

/** One thing that waits. What is said of some kinds only is null, or empty, for the others. */
export const InboxItem = z.object({
  /** Of the case, request, follow-up, change or suggested medicine, conversation, message, report, order, charge or dispute; of the patient for an identity. */
  id: Id,
  kind: Kind,
  /** What its calls are addressed by: the patient of a case, an identity or a follow-up that is due, the subscription of a change, else `id`. */
  refid: Id,
  /** Null: whoever wrote was not signed in. */
  patient: z.nullable(PatientSummary),
  /** Who wrote, where that is no patient, or is the patient’s helper; of a pair, whose the other record is. */
  name: z.nullable(z.string()),
  since: Moment,
  /** When it is too late: the day of a look or of evidence, or when the bank gives the order's amount back; null where it never is. */
  expires: z.nullable(Moment),
  /** Until when the patient was promised it; null where nothing is promised. */
  promiseduntil: z.nullable(Moment),
  /** Whether the caller may decide it today: a physician where they are licensed, everybody else where somebody who is here may. */
  maydecide: z.boolean(),
  /** Whose it is; null: nobody's, or of a kind that isn't assigned. */
  assignee: z.nullable(Assignee),
  /** The medicines in question with their strength; empty where it is about none, and for who isn't shown products. */
  medicines: z.array(QueueMedicine),
  /** The rules that were raised about them, what forbids first. */
  flags: ScreeningFlags,
  ordernumber: z.nullable(z.string()),
  /** The payment of its order isn't what the order says, and nobody has decided yet. */
  paymentdiffers: z.boolean(),
  /** Medicine is neither sent nor charged before. */
  holdsmedicine: z.boolean(),
  /** When somebody acknowledged an emergency: it's still open, and no longer first. */
  acknowledgedat: z.nullable(Moment),
  /** What an emergency is, or which document came. */
  title: z.nullable(z.string()),
  /** Why something a patient told waits. */
  told: z.nullable(z.enum(workItemKinds)),
  /** What somebody of the practice asks, or, once it is answered, the answer. `by`: who wrote that; null: a system. */
  asked: z.nullable(
    z.object({
      kind: z.enum(taskKinds),
      /** What an entry that was logged is called. */
      log: z.nullable(z.string()),
      answered: z.boolean(),
      words: z.string(),
      by: z.nullable(z.string()),
    }),
  ),
  /** Of a conversation. */
  conversation: z.nullable(ConversationKind),
  /** What the writer of a contact form was told to quote. */
  reference: z.nullable(z.string()),
  /** Photos of an identity to check. */
  photos: z.nullable(z.int()),
  /** How often a charge that is past due has failed. */
  attempts: z.nullable(z.int()),
});
export type InboxItem = z.output<typeof InboxItem>;

/** How many of a kind wait, whatever the list is narrowed to. */
export const InboxCount = z.object({
  kind: Kind,
  waiting: z.int(),
  /** Since when what has waited longest waits; null: nothing does. */
  oldest: z.nullable(Moment),
  /** What patients are promised; null: nothing. */
  promised: z.nullable(
    z.object({
      what: z.string(),
      /** Within so many business days after the day it began to wait; null: each has a day of its own. */
      businessdays: z.nullable(z.int()),
    }),
  ),
  /** How many are past the promise; null where nothing is promised. */
  late: z.nullable(z.int()),
  /** How many are the caller's own, and how many are nobody's. */
  mine: z.int(),
  nobodys: z.int(),
});
export type InboxCount = z.output<typeof InboxCount>;

/** Items of a page, where nothing else is asked for. */
export const inboxPageSize = 50;
export const inboxPageMax = 200;

/** What waits for the caller; spread into `care`. */
export const inboxCalls = {
  inbox: clinicCall("GET /clinic/inbox", {
    base: "default",
    summary:
      "Everything that waits for the caller, most urgent first: emergencies, what is too late within a day, then what has waited longest. With the number of each kind, counted at the same moment; `limit=0` asks for the numbers alone. The next page goes on as of the first one's moment; what was settled since is left out",
    access: { needs: inboxNeeds },
    query: z.extend(PageQuery, {
      /** Only this kind; `plan`: plans to decide, accepted or not. */
      kind: optionalText(z.enum([...inboxKinds, "plan"])),
      whose: optionalText(z.enum(assigneeFilters)),
      /** Only what waits of this patient; the numbers as well. */
      patientid: optionalText(Id),
      limit: z._default(
        optionalText(wholeNumber("Please ask for a whole number of items.").check(z.maximum(inboxPageMax))),
        inboxPageSize,
      ),
    }),
    ok: z.object({
      items: z.array(InboxItem),
      nextpage: z.nullable(z.string()),
      kinds: z.array(InboxCount),
    }),
  }),
} as const;
