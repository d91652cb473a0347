import type { Selectable } from "kysely";
import type { DoseStatus } from "#contract/wellbeing/doses.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import type { DoseSchedule } from "./dose-days.ts";

/** A dose the patient noted. */
export interface NotedDose {
  readonly productId: string;
  readonly day: string;
  readonly status: DoseStatus;
  readonly at: Date;
}

export type ScheduleRow = Pick<
  Selectable<Tables["dose_schedule"]>,
  "id" | "product_id" | "days_sealed" | "first_day"
> & {
  readonly helper: string | null;
};
type DoseRow = Pick<Selectable<Tables["dose"]>, "id" | "product_id" | "day" | "status_sealed" | "noted_at">;
type SealedDays = Pick<DoseSchedule, "days" | "remindAt">;

const daysSealContext = sealed("dose_schedule.days_sealed");
const statusSealContext = sealed("dose.status_sealed");

export const scheduleRows = (db: Database, patientId: string) =>
  db
    .selectFrom("dose_schedule")
    .select(["id", "product_id", "days_sealed", "first_day"])
    .select((of) =>
      of
        .selectFrom("helper")
        .select("helper.firstname")
        .whereRef("helper.id", "=", "dose_schedule.helper_id")
        .as("helper"),
    )
    .where("patient_id", "=", patientId);

export const openSchedule = (secrets: Services["secrets"], row: ScheduleRow): DoseSchedule => ({
  ...secrets.open<SealedDays>(row.days_sealed, daysSealContext(row.id)),
  firstDay: row.first_day,
  chosenBy: row.helper,
});

/** A patient's noted doses, newest first. */
export const doseRows = (db: Database, patientId: string, limit: number) =>
  db
    .selectFrom("dose")
    .select(["id", "product_id", "day", "status_sealed", "noted_at"])
    .where("patient_id", "=", patientId)
    .orderBy("day", "desc")
    .orderBy("product_id")
    .limit(limit);

/** The days a patient picked, and the doses they noted lately. */
export const doseQueries = (db: Database, patientId: string) => ({
  schedules: scheduleRows(db, patientId),
  doses: doseRows(db, patientId, 30),
});

export const openDose = (secrets: Services["secrets"], row: DoseRow): NotedDose => ({
  productId: row.product_id,
  day: row.day,
  status: secrets.open<DoseStatus>(row.status_sealed, statusSealContext(row.id)),
  at: row.noted_at,
});

interface DoseKey {
  readonly patientId: string;
  readonly productId: string;
  readonly day: string;
}

/** Notes a dose in place of what was noted before; null takes it back. The caller holds the patient's wellbeing lock. */
export async function writeDose(
  tx: Tx,
  secrets: Services["secrets"],
  { patientId, productId, day }: DoseKey,
  { status, at }: { readonly status: DoseStatus | null; readonly at: Date },
): Promise<void> {
  await tx
    .deleteFrom("dose")
    .where("patient_id", "=", patientId)
    .where("product_id", "=", productId)
    .where("day", "=", day)
    .execute();
  if (status === null) return;
  const id = newId();
  const status_sealed = secrets.seal(status, statusSealContext(id));
  await tx
    .insertInto("dose")
    .values({ id, patient_id: patientId, product_id: productId, day, status_sealed, noted_at: at })
    .execute();
}

/** Sets the days of a medicine and its next reminder; `helperId`: a helper did, the patient otherwise. The caller holds the patient's wellbeing lock. */
export async function writeSchedule(
  tx: Tx,
  secrets: Services["secrets"],
  { patientId, productId }: Omit<DoseKey, "day">,
  {
    days,
    remindAt,
    firstDay,
    nextReminder,
    now,
    helperId = null,
  }: DoseSchedule & { nextReminder: Date | null; now: Date; helperId?: string | null },
): Promise<void> {
  const known = await tx
    .selectFrom("dose_schedule")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("product_id", "=", productId)
    .executeTakeFirst();
  const id = known?.id ?? newId();
  const set = {
    days_sealed: secrets.seal({ days, remindAt } satisfies SealedDays, daysSealContext(id)),
    first_day: firstDay,
    remind_at: nextReminder,
    updated_at: now,
    helper_id: helperId,
  };
  if (known) await tx.updateTable("dose_schedule").set(set).where("id", "=", id).execute();
  else
    await tx
      .insertInto("dose_schedule")
      .values({ id, patient_id: patientId, product_id: productId, ...set })
      .execute();
}

export async function deleteSchedule(tx: Tx, patientId: string, productId: string): Promise<void> {
  await tx
    .deleteFrom("dose_schedule")
    .where("patient_id", "=", patientId)
    .where("product_id", "=", productId)
    .execute();
}
