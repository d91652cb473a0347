import type { care } from "#contract/care/calls.ts";
import type { SignedVisitNote } from "#contract/care/visit-notes.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { type ClinicContext, requirePatient } from "../chart/patient-summary.ts";
import { draftVisitNote } from "./draft-visit-note.ts";
import { loadVisitNote, pageOfVisitNotes, signVisitNote, visitNoteById, withdrawRow } from "./visit-notes.ts";

/** The note or the addendum a call is about; its patient is recorded for the audit. */
async function requireRow(ctx: ClinicContext, id: string) {
  const row = await visitNoteById(ctx.db, id);
  if (!row) throw new Refusal("not_found");
  ctx.auditPatient(row.patient_id);
  return row;
}

async function noteResult(ctx: ClinicContext, id: string): Promise<SignedVisitNote> {
  const note = await loadVisitNote(ctx, id);
  if (!note) throw new Refusal("not_found");
  return note;
}

/** The clinic's calls about the notes of decisions. */
export const visitNoteHandlers = {
  visitNotes: async ({ params, query }, ctx) => {
    await requirePatient(ctx, params.id);
    return pageOfVisitNotes(ctx, [params.id], query.nextpage);
  },

  draftVisitNote: async ({ params, body }, ctx) => {
    await requirePatient(ctx, params.id);
    return { text: await draftVisitNote(ctx, params.id, body) };
  },

  addToVisitNote: async ({ params, body: { text } }, ctx) => {
    const { id, patient_id: patientId, note_id, withdrawn_at } = await requireRow(ctx, params.id);
    if (note_id !== null)
      throw ctx.refuse("wrong_state", { message: "This is an addendum. Please add to the note it belongs to." });
    if (withdrawn_at !== null)
      throw ctx.refuse("wrong_state", { message: "This note was withdrawn, so nothing is added to it." });
    await signVisitNote(ctx, { patientId, text, of: { noteId: id } });
    return noteResult(ctx, id);
  },

  withdrawVisitNote: async ({ params, body: { reason, wrongpatient: wrongPatient = false } }, ctx) => {
    const row = await requireRow(ctx, params.id);
    if (row.actor !== ctx.clinic.actor && !wrongPatient)
      throw ctx.refuse("forbidden", {
        message: "Only who signed it can withdraw it, unless it’s about another patient. Please write an addendum.",
      });
    await inTransaction(ctx, (tx) => withdrawRow({ ...tx, clinic: ctx.clinic }, row.id, { reason, wrongPatient }));
    return noteResult(ctx, row.id);
  },
} satisfies Partial<Handlers<typeof care>>;
