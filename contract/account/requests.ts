import * as z from "zod/mini";
import { Emergency } from "#contract/emergency/emergency.ts";
import { Day, Id, Moment, multiLine, optionalText, singleLine } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";

/** Something a patient can ask for, as they read it; `asks`: what they choose beside their words. */
const RequestKind = z.object({
  ...{ kind: z.string(), title: z.string(), text: z.string(), words: z.string() },
  asks: z.nullable(z.object({ label: z.string(), choices: z.array(z.object({ id: z.string(), label: z.string() })) })),
});

/** What a patient asked for, and what came of it. */
export const RecordRequest = z.object({
  id: Id,
  kind: z.string(),
  title: z.string(),
  /** What they chose beside their words. */
  choice: z.nullable(z.string()),
  words: z.string(),
  at: Moment,
  /** The day it's answered by; null once it is. */
  answerby: z.nullable(Day),
  /** What came of it, in a sentence; null while it's open. */
  answer: z.nullable(z.string()),
  /** Why, in the words of whoever decided; null where the kind of request has none. */
  why: z.nullable(z.string()),
  /** The patient can take it back. */
  open: z.boolean(),
});
export type RecordRequest = z.output<typeof RecordRequest>;

export const RecordRequests = z.object({
  /** What can be asked for now. What is being looked at can't be asked for again. */
  kinds: z.array(RequestKind),
  /** Newest first. */
  items: z.array(RecordRequest),
});
export type RecordRequests = z.output<typeof RecordRequests>;

/** What patients ask of their record, of a package, or of a medicine; spread into `account`. */
export const requestCalls = {
  requests: patientCall("GET /request", {
    summary: "What the patient can ask for, and has asked for, of their record",
    shows: ["treatment", "order"],
    ok: RecordRequests,
  }),
  packageRequests: patientCall("GET /order/{id}/request", {
    summary: "What the patient can say, and has said, of an order's package; nothing before one left",
    shows: ["treatment", "order"],
    params: IdParams,
    ok: RecordRequests,
  }),
  medicineRequests: patientCall("GET /subscription/{id}/request", {
    summary:
      "What the patient can ask for, and has asked for, of the medicine a subscription brings, such as another dose; nothing while a change waits for their answer, and once it's canceled",
    shows: ["treatment", "order"],
    params: IdParams,
    ok: RecordRequests,
  }),
  addRequest: patientCall("POST /request", {
    summary:
      "Ask for something of the record, or, with `orderid`, say what is wrong with an order's package, or, with `subscriptionid`, for another dose or form of a medicine. `wrong_state` while the same is being looked at, and where it can't be asked for",
    idempotency: true,
    body: z.strictObject({
      kind: singleLine(60, "Please choose what you ask for."),
      /** One of the choices of what is asked for, where that has any. */
      choice: optionalText(singleLine(60, "Please choose one.")),
      words: multiLine(2000, "Please tell us in a few words."),
      orderid: optionalText(Id),
      subscriptionid: optionalText(Id),
    }),
    ok: z.object({ requests: RecordRequests, emergency: z.nullable(Emergency) }),
    status: 201,
    errors: ["wrong_state"],
  }),
  takeRequestBack: patientCall("DELETE /request/{id}", {
    summary:
      "Take back what one asked for, while nobody has answered it; a repeat changes nothing. What it reported as an emergency stays open",
    params: IdParams,
    ok: RecordRequests,
    errors: ["wrong_state"],
  }),
} as const;
