import { sql } from "kysely";
import type { SignedVisitNote } from "#contract/care/visit-notes.ts";
import type { VisitDecision, VisitNote } from "#contract/documents/visit-note.ts";
import { latestCase, treatingDoctor } from "#server/cases/public.ts";
import { prescribersById } from "#server/doctors/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { beyondCursor, decodeCursor, pageSize, paginate } from "#server/platform/pagination.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { memberNames } from "#server/staff/public.ts";
import { decisionTitle } from "./decision-notes.ts";

/*
 * The notes that decisions leave in a patient's record. A note and its addenda are rows of one table, which the database lets nobody change: a correction is an
 * addendum, and what was entered in error is withdrawn, so that its text is shown to nobody and its trace to everybody.
 */

const textOf = sealed("visit_note.text_sealed");
const reasonOf = sealed("visit_note.withdrawn_reason_sealed");

type Deps = Pick<Services, "content" | "secrets"> & { readonly db: Database };
type WriteDeps = Deps & Pick<Services, "clock"> & { readonly clinic: ClinicCaller };

interface NewVisitNote {
  readonly patientId: string;
  /** Of the doctor in whose name a system decided; left out, the treating one. */
  readonly doctorid?: string | undefined;
  readonly text: string;
  readonly of:
    | { readonly decision: VisitDecision; readonly refId: string; readonly preparedBy: string | null }
    | { readonly noteId: string };
}

/** Signs a note, or an addendum to one, as whoever makes the call. Gives its id. */
export async function signVisitNote(
  services: WriteDeps,
  { patientId, doctorid, text, of }: NewVisitNote,
): Promise<string> {
  const { db, clock, secrets, clinic } = services;
  const id = newId();
  await db
    .insertInto("visit_note")
    .values({
      ...{ id, patient_id: patientId, actor: clinic.actor, signed_at: clock.now() },
      ...("noteId" in of
        ? { note_id: of.noteId }
        : { decision: of.decision, ref_id: of.refId, prepared_by: of.preparedBy }),
      ...(await signatureOf(services, patientId, doctorid)),
      text_sealed: secrets.seal(text, textOf(id)),
    })
    .execute();
  return id;
}

/** A person signs with their name and what they are; for a system only in whose name it decides is kept. */
export async function signatureOf(
  { db, clinic }: Pick<WriteDeps, "db" | "clinic">,
  patientId: string,
  doctorid: string | undefined,
): Promise<{ readonly signed_by: string | null; readonly doctor_id: string | null }> {
  const { member, actor } = clinic;
  if (member === null) {
    const latest = doctorid === undefined ? await latestCase(db, patientId) : undefined;
    return { signed_by: null, doctor_id: doctorid ?? (latest ? treatingDoctor(latest) : null) };
  }
  const doctor =
    member.doctorId === null ? undefined : (await prescribersById(db, [member.doctorId])).get(member.doctorId);
  if (doctor) return { signed_by: `${doctor.name}, ${doctor.credentials}`, doctor_id: doctor.id };
  const name = (await memberNames(db, [actor])).get(actor) ?? actor;
  return { signed_by: member.roles.includes("nurse") ? `${name}, nurse` : name, doctor_id: null };
}

const rowsOf = (db: Database) => db.selectFrom("visit_note").selectAll();
type VisitNoteRow = Awaited<ReturnType<ReturnType<typeof rowsOf>["executeTakeFirstOrThrow"]>>;

export const visitNoteById = (db: Database, id: string): Promise<VisitNoteRow | undefined> =>
  rowsOf(db).where("id", "=", id).executeTakeFirst();

/** Withdraws a note or an addendum once; false where it's withdrawn already. */
export async function withdrawRow(
  { db, clock, secrets, clinic }: WriteDeps,
  id: string,
  { reason, wrongPatient }: { readonly reason: string; readonly wrongPatient: boolean },
): Promise<boolean> {
  const withdrawn = await db
    .updateTable("visit_note")
    .set({
      ...{ withdrawn_at: clock.now(), withdrawn_by: clinic.actor, wrong_patient: wrongPatient },
      withdrawn_reason_sealed: secrets.seal(reason, reasonOf(id)),
    })
    .where("id", "=", id)
    .where("withdrawn_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return withdrawn !== undefined;
}

/** A page of the notes in these records, newest first, as the practice reads them. */
export async function pageOfVisitNotes(
  services: Deps,
  patientIds: readonly string[],
  cursor: string | undefined,
): Promise<{ readonly items: SignedVisitNote[]; readonly nextpage: string | null }> {
  const rows = await rowsOf(services.db)
    .where("patient_id", "in", [...patientIds])
    .where("note_id", "is", null)
    .where(beyondCursor("signed_at", "<", "id", decodeCursor(cursor)))
    .orderBy("signed_at", "desc")
    .orderBy("id", "desc")
    .limit(pageSize + 1)
    .execute();
  const { items, nextpage } = paginate(rows, ({ id, signed_at: at }) => ({ id, at }));
  return { items: await present(services, items), nextpage };
}

/** The note with this id, or the one an addendum with it belongs to. */
export async function loadVisitNote(services: Deps, id: string): Promise<SignedVisitNote | undefined> {
  const rows = await rowsOf(services.db)
    .where("note_id", "is", null)
    .where((where) =>
      where.or([
        where("id", "=", id),
        where("id", "=", sql<string>`(select note_id from visit_note where id = ${id})`),
      ]),
    )
    .execute();
  return (await present(services, rows))[0];
}

/** These notes, oldest first, as the practice reads them. */
export async function visitNotesById(services: Deps, ids: readonly string[]): Promise<SignedVisitNote[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOf(services.db)
    .where("id", "in", [...ids])
    .where("note_id", "is", null)
    .orderBy("signed_at")
    .orderBy("id")
    .execute();
  return present(services, rows);
}

/** All notes of a record, oldest first, as they stand in its copies. */
export async function visitNotesOf(services: Deps, patientId: string): Promise<readonly RecordedVisitNote[]> {
  const rows = await rowsOf(services.db)
    .where("patient_id", "=", patientId)
    .where("note_id", "is", null)
    .orderBy("signed_at")
    .orderBy("id")
    .execute();
  return presentWithDoctors(services, rows);
}

/** With the doctor who signed it, or in whose name a system did. */
type WithDoctor<T> = T & { readonly doctorId: string | null };
export type RecordedVisitNote = WithDoctor<Omit<SignedVisitNote, "addenda">> & {
  readonly addenda: readonly WithDoctor<SignedVisitNote["addenda"][number]>[];
};

/** As the patient reads it: without who of the practice withdrew it, and why. */
export const forPatient = ({
  actor: _actor,
  withdrawal: _withdrawal,
  addenda,
  ...note
}: SignedVisitNote): VisitNote => ({
  ...note,
  addenda: addenda.map(({ actor: _by, withdrawal: _why, ...addendum }) => addendum),
});

const present = async (services: Deps, rows: readonly VisitNoteRow[]): Promise<SignedVisitNote[]> =>
  (await presentWithDoctors(services, rows)).map(({ doctorId: _of, addenda, ...note }) => ({
    ...note,
    addenda: addenda.map(({ doctorId: _by, ...addendum }) => addendum),
  }));

async function presentWithDoctors(services: Deps, notes: readonly VisitNoteRow[]): Promise<RecordedVisitNote[]> {
  const { db, content, secrets } = services;
  if (notes.length === 0) return [];
  const addenda = await rowsOf(db)
    .where(
      "note_id",
      "in",
      notes.map(({ id }) => id),
    )
    .orderBy("signed_at")
    .orderBy("id")
    .execute();
  const rows = [...notes, ...addenda];
  const bySystem = rows.filter(({ signed_by }) => signed_by === null).flatMap(({ doctor_id }) => doctor_id ?? []);
  const [doctors, names] = await Promise.all([
    prescribersById(db, [...new Set(bySystem)]),
    memberNames(db, [...new Set(rows.flatMap(({ withdrawn_by }) => withdrawn_by ?? []))]),
  ]);
  const signerOf = ({ signed_by, doctor_id }: VisitNoteRow): string => {
    if (signed_by !== null) return signed_by;
    const doctor = doctors.get(doctor_id ?? "");
    return toText(
      content,
      doctor
        ? sentence("visitnotes.by_system_for", { doctor: `${doctor.name}, ${doctor.credentials}` })
        : sentence("visitnotes.by_system"),
    );
  };
  const presentRow = (row: VisitNoteRow) => ({
    ...{
      id: row.id,
      doctorId: row.doctor_id,
      actor: row.actor,
      signedby: signerOf(row),
      signedat: row.signed_at.toISOString(),
    },
    text: row.withdrawn_at === null ? secrets.open<string>(row.text_sealed, textOf(row.id)) : null,
    withdrawnat: row.withdrawn_at?.toISOString() ?? null,
    withdrawal:
      row.withdrawn_reason_sealed === null
        ? null
        : {
            name: names.get(row.withdrawn_by ?? "") ?? null,
            wrongpatient: row.wrong_patient,
            reason: secrets.open<string>(row.withdrawn_reason_sealed, reasonOf(row.id)),
          },
  });
  return notes.flatMap((note) => {
    const { decision } = note;
    if (decision === null) return [];
    const added = addenda.filter(({ note_id }) => note_id === note.id);
    const title = decisionTitle(content, decision);
    return [{ ...presentRow(note), preparedby: note.prepared_by, decision, title, addenda: added.map(presentRow) }];
  });
}
