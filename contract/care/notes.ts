import * as z from "zod/mini";
import { Id, Moment, multiLine, optionalText, paged } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";

/** What somebody of the practice noted about a patient, for the practice alone. */
export const StaffNote = z.object({
  id: Id,
  /** `staff:<id>` of a person, `key:<id>` of a system. */
  actor: z.string(),
  /** The person's; null for a system. */
  name: z.nullable(z.string()),
  /** Null once its author has withdrawn it. */
  text: z.nullable(z.string()),
  writtenat: Moment,
  withdrawnat: z.nullable(Moment),
  /** It was withdrawn because it's about another patient. */
  wrongpatient: z.boolean(),
});
export type StaffNote = z.output<typeof StaffNote>;

/** Private notes on a patient; spread into `care`. The patient sees none of them: not in the app, the records, nor their copy. */
export const noteCalls = {
  notes: clinicCall("GET /clinic/patient/{id}/note", {
    summary: "What the practice noted about a patient for itself, newest first",
    access: { needs: ["read:health"], record: "patient" },
    params: IdParams,
    query: PageQuery,
    ok: paged(StaffNote),
  }),
  writeNote: clinicCall("POST /clinic/patient/{id}/note", {
    summary: "Note something about a patient for the practice. It can't be changed: a correction is another note",
    access: { needs: ["write:health"], record: "patient" },
    idempotency: true,
    changesNothing: true,
    params: IdParams,
    body: z.strictObject({ text: multiLine(10_000, "Please write the note.") }),
    ok: StaffNote,
    status: 201,
  }),
  withdrawNote: clinicCall("POST /clinic/note/{id}/withdraw", {
    summary:
      "Withdraw a note of one's own, or anybody's that's about another patient: that there was one stays, its text is shown to nobody. With `forpatientid` it's entered in that patient's record in the caller's name. A repeat changes nothing",
    access: { needs: ["write:health"], record: "note" },
    changesNothing: true,
    params: IdParams,
    body: z.optional(
      z.nullable(
        z.strictObject({
          /** It's about another patient. */
          wrongpatient: z.optional(z.boolean()),
          /** Whom it's about. */
          forpatientid: optionalText(Id),
        }),
      ),
    ),
    ok: StaffNote,
  }),
} as const;
