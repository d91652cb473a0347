import * as z from "zod/mini";
import { Id, Moment, paged } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";

/** What a code opens: the allergies and medicines alone, or the whole record. */
export const recordParts = ["medicines", "record"] as const;
export type RecordPart = (typeof recordParts)[number];

/**
 * `waiting`: the code works. `reading`: it was used, and what it opened can be read. `read`: it was used, and that is over. `expired`: nobody used it in time.
 * `ended`: nobody used it before it was taken back, tried with wrong birthdays, or ended with the account.
 */
export const recordCodeStates = ["waiting", "reading", "read", "expired", "ended"] as const;

/** Why a code works no more before its time: taken back, too many wrong birthdays, or the account closed. */
export const recordCodeEndings = ["patient", "tries", "account"] as const;

/** Who used a code and when, as they gave their name and practice, and whether they had the PDF and the data file. */
export const RecordCodeUse = z.object({
  at: Moment,
  name: z.string(),
  practice: z.string(),
  pdf: z.boolean(),
  data: z.boolean(),
});

export const RecordCode = z.object({
  id: Id,
  opens: z.enum(recordParts),
  state: z.enum(recordCodeStates),
  madeat: Moment,
  /** Until when the code works; once it's used, until when what it opened can be read. */
  until: Moment,
  /** Null: nobody has used it. */
  opened: z.nullable(RecordCodeUse),
  /** Null: it wasn't ended before its time. */
  endedby: z.nullable(z.enum(recordCodeEndings)),
});
export type RecordCode = z.output<typeof RecordCode>;

/** One-time access of another doctor to the patient's record: they enter a code and the patient's birthday on `/shared-record`. */
export const recordCodeCalls = {
  recordCodes: patientCall("GET /recordcode", {
    summary: "The codes the patient made to share the record, and who used them, newest first",
    shows: ["document"],
    query: PageQuery,
    ok: z.extend(paged(RecordCode), {
      /** How long a code works, and how long what it opened can be read. */
      codeminutes: z.int(),
      readminutes: z.int(),
    }),
  }),
  makeRecordCode: patientCall("POST /recordcode", {
    summary: "Make a code that opens a part of the record once; it's only in this answer",
    idempotency: { untilNextWrite: true },
    body: z.strictObject({ opens: z.enum(recordParts, "Please choose what to share.") }),
    ok: z.extend(RecordCode, { code: z.string() }),
    status: 201,
  }),
  endRecordCode: patientCall("DELETE /recordcode/{id}", {
    summary: "Take a code back: it opens nothing from then on, and what it opened is closed; a repeat changes nothing",
    params: IdParams,
    ok: RecordCode,
  }),
} as const;
