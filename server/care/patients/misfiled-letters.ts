import type { RecordLetter } from "#contract/care/letters.ts";
import { removeNotification } from "#server/notifications/public.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { type Letter, letterById, type LetterPurpose, presentLetter } from "./medical-letter.ts";

/*
 * A letter that was meant for another patient. While the patient says so it can't be downloaded; once the practice withdraws it nobody reads it. The letter
 * before counts meanwhile.
 */

/** A letter of this patient, locked until the transaction ends; `not_found` for any other. */
export async function lockLetter(
  tx: TxServices,
  { patientId, letterId }: { readonly patientId: string; readonly letterId: string },
): Promise<Letter> {
  await tx.db.selectFrom("medical_letter").select("id").where("id", "=", letterId).forUpdate().execute();
  const letter = await letterById(tx, letterId);
  if (letter?.patientId !== patientId) throw new Refusal("not_found");
  return letter;
}

async function removeNotifications(db: Tx, id: string): Promise<void> {
  for (const template of ["letter_issued", "care_ends"] as const) await removeNotification(db, template, id);
}

/** Hides it, and what told of it, from the patient, who says that it isn't theirs. */
export async function hideLetter({ db, clock }: TxServices, { id }: Letter): Promise<void> {
  await db.updateTable("medical_letter").set({ reported_at: clock.now() }).where("id", "=", id).execute();
  await removeNotifications(db, id);
}

/** The patient can download it again. */
export async function showLetterAgain({ db }: TxServices, { id }: Letter): Promise<void> {
  await db.updateTable("medical_letter").set({ reported_at: null }).where("id", "=", id).execute();
}

/** Takes it back: its text stays sealed in its row for the audit and is shown to nobody. */
export async function withdrawLetter(
  { db, clock }: TxServices,
  { id }: Letter,
  { actor, movedToId }: { readonly actor: string; readonly movedToId: string | null },
): Promise<void> {
  await db
    .updateTable("medical_letter")
    .set({ withdrawn_at: clock.now(), withdrawn_by: actor, moved_to_id: movedToId })
    .where("id", "=", id)
    .execute();
  await removeNotifications(db, id);
}

/** A letter as the practice sees it now. */
export async function letterForPractice(tx: TxServices, id: string): Promise<RecordLetter> {
  const letter = await letterById(tx, id);
  if (!letter) throw new Refusal("not_found");
  return presentLetter(letter);
}

/** The letter of the newest notice that wasn't taken back, also one that the patient says isn't theirs; undefined: none. */
export async function latestNoticeLetter(db: Database, patientId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("medical_letter")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("purpose", "=", "end_of_care")
    .where("withdrawn_at", "is", null)
    .orderBy("issued_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row?.id;
}

/** Whether the practice looks into a letter, of this purpose or of any, that the patient says isn't theirs. */
export async function hasReportedLetter(db: Database, patientId: string, purpose?: LetterPurpose): Promise<boolean> {
  const row = await db
    .selectFrom("medical_letter")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("reported_at", "is not", null)
    .where("withdrawn_at", "is", null)
    .$if(purpose !== undefined, (query) => query.where("purpose", "=", purpose ?? "medical"))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
