import { sql } from "kysely";
import type { care } from "#contract/care/calls.ts";
import type { StaffNote } from "#contract/care/notes.ts";
import { requirePatient } from "#server/care/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import type { Handlers } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { beyondCursor, decodeCursor, pageSize, paginate } from "#server/platform/pagination.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { requireRightPatient } from "./wrong-chart/right-patient.ts";

const textOf = sealed("staff_note.text_sealed");

/**
 * Private notes of the practice on a patient. They are the practice's working notes: no record, export to the patient, event or mail has their text. A note
 * is never changed; the database refuses it.
 */
export const noteHandlers = {
  notes: async ({ params, query }, ctx) => {
    const patientId = await requirePatient(ctx, params.id);
    const rows = await notesQuery(ctx.db)
      .where("staff_note.patient_id", "=", patientId)
      .where(beyondCursor("written_at", "<", "staff_note.id", decodeCursor(query.nextpage)))
      .orderBy("written_at", "desc")
      .orderBy("staff_note.id", "desc")
      .limit(pageSize + 1)
      .execute();
    const { items, nextpage } = paginate(rows, ({ id, written_at: at }) => ({ id, at }));
    return { items: items.map((row) => presentNote(ctx, row)), nextpage };
  },

  writeNote: async ({ params, body: { text } }, ctx) => {
    const patientId = await requirePatient(ctx, params.id);
    return loadNote(ctx, await insertNote(ctx, { patientId, actor: ctx.clinic.actor, text }));
  },

  withdrawNote: async ({ params, body }, ctx) => {
    const { forpatientid: rightId } = body ?? {};
    const wrongPatient = body?.wrongpatient === true || rightId !== undefined;
    const note = await noteById(ctx.db, params.id);
    if (!note) throw ctx.refuse("not_found");
    ctx.auditPatient(note.patient_id);
    if (note.actor !== ctx.clinic.actor && !wrongPatient)
      throw ctx.refuse("forbidden", {
        message: "Only the person who wrote a note can withdraw it, unless it’s about another patient.",
      });
    if (rightId !== undefined) await requireRightPatient(ctx, rightId, note.patient_id);
    await inTransaction(ctx, async (tx) => {
      const withdrawn = await tx.db
        .updateTable("staff_note")
        .set({ withdrawn_at: ctx.clock.now(), wrong_patient: wrongPatient, moved_to_id: rightId ? newId() : null })
        .where("id", "=", note.id)
        .where("withdrawn_at", "is", null)
        .returning("moved_to_id")
        .executeTakeFirst();
      const id = withdrawn?.moved_to_id;
      if (!id || rightId === undefined) return;
      const text = ctx.secrets.open<string>(note.text_sealed, textOf(note.id));
      await insertNote(tx, { id, patientId: rightId, actor: ctx.clinic.actor, text });
    });
    return loadNote(ctx, note.id);
  },
} satisfies Partial<Handlers<typeof care>>;

interface NewNote {
  readonly id?: string;
  readonly patientId: string;
  readonly actor: string;
  readonly text: string;
}

/** Enters a note; its id. */
async function insertNote(
  { db, clock, secrets }: Pick<Services, "clock" | "secrets"> & { readonly db: Database },
  { id = newId(), patientId, actor, text }: NewNote,
): Promise<string> {
  await db
    .insertInto("staff_note")
    .values({
      ...{ id, patient_id: patientId, actor, written_at: clock.now() },
      text_sealed: secrets.seal(text, textOf(id)),
    })
    .execute();
  return id;
}

const notesQuery = (db: Database) =>
  db
    .selectFrom("staff_note")
    // The join is by text, because systems write notes as well.
    .leftJoin("staff_member", (join) => join.on(sql<boolean>`staff_note.actor = 'staff:' || staff_member.id`))
    .select(["staff_note.id", "patient_id", "actor", "name", "text_sealed", "written_at", "withdrawn_at"])
    .select("wrong_patient");

const noteById = (db: Database, id: string) => notesQuery(db).where("staff_note.id", "=", id).executeTakeFirst();
type NoteRow = NonNullable<Awaited<ReturnType<typeof noteById>>>;

async function loadNote(services: Pick<Services, "db" | "secrets">, id: string): Promise<StaffNote> {
  const row = await noteById(services.db, id);
  if (!row) throw new Refusal("not_found");
  return presentNote(services, row);
}

const presentNote = ({ secrets }: Pick<Services, "secrets">, row: NoteRow): StaffNote => ({
  id: row.id,
  actor: row.actor,
  name: row.name,
  text: row.withdrawn_at === null ? secrets.open<string>(row.text_sealed, textOf(row.id)) : null,
  writtenat: row.written_at.toISOString(),
  withdrawnat: row.withdrawn_at?.toISOString() ?? null,
  wrongpatient: row.wrong_patient,
});
