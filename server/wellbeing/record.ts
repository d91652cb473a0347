import type { PatientRecord } from "#contract/care/patients.ts";
import { productById } from "#server/catalogue/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { readInOneStatement } from "#server/platform/database/read-together.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { type CheckIn, checkInRows, openCheckIn } from "./check-in-queries.ts";
import { doseRows, openDose, openSchedule, scheduleRows } from "./dose-queries.ts";

type Deps = Pick<Services, "content" | "secrets"> & { readonly db: Database };

/** Check-ins shown in a record: half a year. */
const maxCheckIns = 26;
/** Doses shown in a record: the last weeks. */
const maxDoses = 60;

const readRecordRows = readInOneStatement((db, patientId) => ({
  checkIns: checkInRows(db, patientId, maxCheckIns),
  schedules: scheduleRows(db, patientId),
  doses: doseRows(db, patientId, maxDoses),
}));

/** All of a patient's check-ins, newest first. */
export async function checkInsOf({ db, secrets }: Pick<Deps, "db" | "secrets">, patientId: string): Promise<CheckIn[]> {
  const rows = await checkInRows(db, patientId).execute();
  return rows.map((row) => openCheckIn(secrets, row));
}

/** What a doctor reads of it in the patient's record. */
export async function wellbeingInRecord(
  { db, content, secrets }: Deps,
  patientId: string,
): Promise<Pick<PatientRecord, "checkins" | "doses">> {
  const { checkIns, schedules, doses } = await readRecordRows(db, patientId);
  const noted = Map.groupBy(
    doses.map((row) => openDose(secrets, row)),
    ({ productId }) => productId,
  );
  const days = new Map(schedules.map((row) => [row.product_id, [...openSchedule(secrets, row).days]]));
  return {
    checkins: checkIns
      .map((row) => openCheckIn(secrets, row))
      .map(({ week, at, answers }) => ({
        week,
        at: at.toISOString(),
        symptoms: answers.map(({ symptomId: id, name, then: before, value: now }) => ({ id, name, before, now })),
      })),
    doses: [...new Set([...days.keys(), ...noted.keys()])].map((productid) => ({
      productid,
      name: productById(content, productid)?.name ?? productid,
      days: days.get(productid) ?? [],
      noted: (noted.get(productid) ?? []).map(({ day, status, at }) => ({ day, status, at: at.toISOString() })),
    })),
  };
}

/** Closing an account ends its reminders. */
export async function endReminders({ db }: TxServices, patientId: string): Promise<void> {
  await db.updateTable("dose_schedule").set({ remind_at: null }).where("patient_id", "=", patientId).execute();
}
