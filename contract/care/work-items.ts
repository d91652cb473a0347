import * as z from "zod/mini";
import { DocumentKind } from "#contract/documents/calls.ts";
import { Id, Moment, multiLine, optionalText, paged } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { Order } from "#contract/orders/orders.ts";
import { ScreeningFlags } from "./decision-fields.ts";
import { PatientSummary } from "./patients.ts";
import { Prescription } from "./prescriptions.ts";
import { queueFacts } from "./queue-facts.ts";

/**
 * Why something waits: `answers` changed health answers that a rule is about, `words` what a patient wrote in their own words, `document` something they
 * uploaded, `rules` a rule that was changed after they answered, `not_mine` a document or a medicine that they say isn't theirs.
 */
export const workItemKinds = ["answers", "words", "document", "rules", "not_mine"] as const;
export type WorkItemKind = (typeof workItemKinds)[number];

/** What came of it: all goes on as before, the patient was written to or called, the treatment was changed, or they were sent to somebody else. */
export const workItemOutcomes = ["no_change", "contacted", "changed", "referred"] as const;
export type WorkItemOutcome = (typeof workItemOutcomes)[number];

/** One thing that happened. */
export const WorkItemEntry = z.object({
  at: Moment,
  /** What the patient said before and says now; null: nothing. */
  answers: z.array(z.object({ question: z.string(), before: z.nullable(z.string()), after: z.nullable(z.string()) })),
  /** The rules these answers hit, with what each says to a clinician. */
  flags: ScreeningFlags,
  document: z.nullable(z.object({ id: Id, kind: DocumentKind, title: z.string(), filename: z.string() })),
});

/** What came of it, and who said so. */
export const WorkItemClosing = z.object({
  at: Moment,
  /** `staff:<id>` of a person, `key:<id>` of a system. */
  actor: z.string(),
  /** The person's name; null for a system. */
  name: z.nullable(z.string()),
  outcome: z.enum(workItemOutcomes),
  note: z.nullable(z.string()),
  /** What the patient reads of it, and who signed that, with credentials; null where nothing was written, and for a system. */
  told: z.nullable(z.string()),
  signedby: z.nullable(z.string()),
});

/** Something that waits for a person of the practice because of what a patient told. */
export const WorkItem = z.object({
  id: Id,
  kind: z.enum(workItemKinds),
  /** Null: it is about no patient. */
  patient: z.nullable(PatientSummary),
  since: Moment,
  /** Until when somebody should have looked. */
  due: Moment,
  /** Medicine of the patient's is neither sent nor charged before. */
  holds: z.boolean(),
  /** Sent back on closing: what was added since is not closed unseen. */
  version: z.int(),
  /** What happened, oldest first. */
  entries: z.array(WorkItemEntry),
  ...queueFacts,
  /** What came of it; null while it waits. */
  closed: z.nullable(WorkItemClosing),
});
export type WorkItem = z.output<typeof WorkItem>;

/** With what is needed to act on it. */
export const WorkItemDetail = z.extend(WorkItem, {
  phoneno: z.nullable(z.string()),
  /** Why the caller can't close it, in words; null where they can. */
  closeobstacle: z.nullable(z.string()),
  /** The patient is told of it, unless they were written to or called. */
  asksmessage: z.boolean(),
  /** A voicemail may be left there. */
  voicemail: z.boolean(),
  /** What the patient takes, with what is on hold. */
  prescriptions: z.array(Prescription),
  /** Orders of which something has yet to be sent; `waits`: by this or another item. */
  orders: z.array(z.object({ order: Order, waits: z.boolean() })),
});
export type WorkItemDetail = z.output<typeof WorkItemDetail>;

/** What waits because a patient told something; spread into `care`. */
export const workItemCalls = {
  workItems: clinicCall("GET /clinic/workitem", {
    summary:
      "What patients told that nobody has looked at, what is due first: health answers a rule is about, their own words, documents they uploaded, rules that changed since they answered, and documents and medicines they say aren't theirs",
    access: { needs: ["read:health"] },
    query: PageQuery,
    ok: paged(WorkItem),
  }),
  workItem: clinicCall("GET /clinic/workitem/{id}", {
    summary: "One of them, with the patient's phone number, prescriptions and orders that have yet to be sent",
    access: { needs: ["read:health"], record: "work_item" },
    params: IdParams,
    ok: WorkItemDetail,
  }),
  closeWorkItem: clinicCall("PUT /clinic/workitem/{id}/close", {
    summary:
      "Say what came of it. What waited for it may be sent and charged again. `conflict` where the patient added something since, or somebody else closed it with another outcome; the same once more changes nothing. A result or a letter is signed off so by a prescriber, `wrong_state` for others",
    access: { needs: ["write:health"], record: "work_item", decidesFor: "work_item", work: "work_item" },
    params: IdParams,
    body: z.strictObject({
      /** Of the item as it was seen. */
      version: z.int(),
      outcome: z.enum(workItemOutcomes),
      /** For the practice only. Needed where medicine waits for it. */
      note: optionalText(multiLine(2000)),
      /** For the patient, of a document: a message of the doctor's, also shown beside the document. Needed where `asksmessage` says so, but with the outcome `contacted`. */
      message: optionalText(multiLine(2000)),
    }),
    ok: WorkItemDetail,
    errors: ["conflict", "wrong_state"],
  }),
} as const;
