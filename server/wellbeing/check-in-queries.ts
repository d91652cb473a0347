import type { Selectable } from "kysely";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";

/** One answer of a check-in, with what the practice needs to read it later, whatever the content says by then. */
export interface CheckInAnswer {
  readonly symptomId: string;
  readonly name: string;
  /** The answer at the start. */
  readonly then: number;
  readonly value: number;
}

export interface CheckIn {
  /** The first day of its week. */
  readonly week: string;
  readonly at: Date;
  readonly contentVersion: string;
  readonly answers: readonly CheckInAnswer[];
}

type CheckInRow = Pick<
  Selectable<Tables["check_in"]>,
  "id" | "week" | "answers_sealed" | "content_version" | "answered_at"
>;

const sealContext = sealed("check_in.answers_sealed");

/** A patient's check-ins, newest first; all of them without a limit. */
export const checkInRows = (db: Database, patientId: string, limit?: number) =>
  db
    .selectFrom("check_in")
    .select(["id", "week", "answers_sealed", "content_version", "answered_at"])
    .where("patient_id", "=", patientId)
    .orderBy("week", "desc")
    .$if(limit !== undefined, (rows) => rows.limit(limit ?? 0));

export const openCheckIn = (secrets: Services["secrets"], row: CheckInRow): CheckIn => ({
  week: row.week,
  at: row.answered_at,
  contentVersion: row.content_version,
  answers: secrets.open<CheckInAnswer[]>(row.answers_sealed, sealContext(row.id)),
});

/** Writes a week's check-in in place of the one before. The caller holds the patient's wellbeing lock. */
export async function writeCheckIn(
  tx: Tx,
  secrets: Services["secrets"],
  patientId: string,
  { week, at, contentVersion, answers }: CheckIn,
): Promise<void> {
  const known = await tx
    .selectFrom("check_in")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("week", "=", week)
    .executeTakeFirst();
  const id = known?.id ?? newId();
  const set = {
    answers_sealed: secrets.seal(answers, sealContext(id)),
    content_version: contentVersion,
    answered_at: at,
  };
  if (known) await tx.updateTable("check_in").set(set).where("id", "=", id).execute();
  else
    await tx
      .insertInto("check_in")
      .values({ id, patient_id: patientId, week, ...set })
      .execute();
}
