import * as z from "zod/mini";
import { visitDecisions, VisitNote, VisitNoteAddendum } from "#contract/documents/visit-note.ts";
import { Day, multiLine, optionalText, paged, singleLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";

/** The longest note, and the longest addendum to one. */
export const visitNoteLimit = 10_000;

/** Who withdrew what was entered in error, and why. */
export const NoteWithdrawal = z.object({
  /** Null for a system. */
  name: z.nullable(z.string()),
  wrongpatient: z.boolean(),
  reason: z.string(),
});

/** The same as the practice reads it. */
export const SignedVisitNote = z.extend(VisitNote, {
  /** `staff:<id>` of a person, `key:<id>` of a system. */
  actor: z.string(),
  withdrawal: z.nullable(NoteWithdrawal),
  addenda: z.array(z.extend(VisitNoteAddendum, { actor: z.string(), withdrawal: z.nullable(NoteWithdrawal) })),
});
export type SignedVisitNote = z.output<typeof SignedVisitNote>;

/** The note of a decision, sent with it. Left out, the drafted one is signed. The patient reads it. */
export const visitnote = optionalText(multiLine(visitNoteLimit));

const productId = singleLine(60);

/** What is decided about one product, as a note says it. */
const NotedProduct = z.strictObject({
  productid: productId,
  /** `prescribed` also: decided on as the decision says. */
  outcome: z.enum(["prescribed", "later", "declined", "replaced"]),
  /** With `replaced`: what is prescribed instead. */
  otherid: optionalText(productId),
  /** With `later`: its first day. */
  beginson: optionalText(Day),
  /** Left out, the catalogue's. */
  directions: optionalText(multiLine(500)),
  refills: z.optional(z.int().check(z.minimum(0), z.maximum(12))),
  /** What the patient reads of it. */
  reason: optionalText(multiLine(2000)),
});
export type NotedProduct = z.output<typeof NotedProduct>;

/** What a note is drafted from: a decision as it stands in its form. */
export const VisitNoteFacts = z.strictObject({
  decision: z.enum(visitDecisions),
  products: z.array(NotedProduct).check(z.maxLength(60)),
  /** What the patient is told with it. */
  message: optionalText(multiLine(4000)),
  /** The days of a break, or the first day of directions. */
  from: optionalText(Day),
  until: optionalText(Day),
  followupon: optionalText(Day),
});
export type VisitNoteFacts = z.output<typeof VisitNoteFacts>;

/** Notes that decisions leave in the record; spread into `care`. The patient reads them. */
export const visitNoteCalls = {
  visitNotes: clinicCall("GET /clinic/patient/{id}/visitnote", {
    summary: "The signed notes that decisions left in a patient's record, newest first, with what was added to them",
    access: { needs: ["read:health"], record: "patient" },
    params: IdParams,
    query: PageQuery,
    ok: paged(SignedVisitNote),
  }),
  draftVisitNote: clinicCall("POST /clinic/patient/{id}/visitnote/draft", {
    summary: "The note that a decision would leave in the record if it were made now, drafted from it; nothing is kept",
    access: { needs: ["write:health"], record: "patient" },
    changesNothing: true,
    params: IdParams,
    body: VisitNoteFacts,
    ok: z.object({ text: z.string() }),
  }),
  addToVisitNote: clinicCall("POST /clinic/visitnote/{id}/addendum", {
    summary:
      "Add to a signed note, or correct it, by an addendum with its author and moment; the note itself stays as it was signed",
    access: { needs: ["write:health"], record: "visit_note" },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({ text: multiLine(visitNoteLimit, "Please write the addendum.") }),
    ok: SignedVisitNote,
    status: 201,
    errors: ["wrong_state"],
  }),
  withdrawVisitNote: clinicCall("POST /clinic/visitnote/{id}/withdraw", {
    summary:
      "Withdraw a signed note or an addendum as entered in error: one's own, or anybody's that's about another patient. That there was one, who signed and who withdrew it stays; its text is shown to nobody. A repeat changes nothing",
    access: { needs: ["write:health"], record: "visit_note" },
    params: IdParams,
    body: z.strictObject({
      /** For the practice. */
      reason: multiLine(2000, "Please say why it was entered in error."),
      /** It's about another patient. */
      wrongpatient: z.optional(z.boolean()),
    }),
    ok: SignedVisitNote,
  }),
} as const;
