import { dayIn } from "#contract/fields/formats.ts";
import { patientTimezone } from "#server/auth/public.ts";
import { caseDoctorIds, latestCaseQuery, treatingDoctor } from "#server/cases/public.ts";
import { presentDoctor } from "#server/doctors/public.ts";
import { openEmergencyFrom, unclosedReportsQuery } from "#server/emergency/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { isOneOf, readInOneStatement } from "#server/platform/database/read-together.ts";
import type { Services } from "#server/platform/services.ts";
import {
  activePrescriptionsFromRows,
  activePrescriptionsQuery,
  dispensedBoxes,
  dispensingQueries,
} from "#server/prescriptions/public.ts";
import { checkInRows, openCheckIn } from "./check-in-queries.ts";
import { doseQueries, openDose, openSchedule } from "./dose-queries.ts";

const wellbeingQueries = (db: Database, patientId: string) => ({
  patient: db.selectFrom("patient").select(["state", "timezone"]).where("id", "=", patientId),
  cases: latestCaseQuery(db, patientId),
  doctors: db
    .selectFrom("doctor")
    .selectAll()
    .where(isOneOf("id", caseDoctorIds(patientId))),
  prescriptions: activePrescriptionsQuery(db, patientId),
  subscriptions: db
    .selectFrom("subscription")
    .select(["product_id", "status", "orderable_from"])
    .where("patient_id", "=", patientId),
  ...dispensingQueries(db, patientId),
  preferences: db.selectFrom("check_in_preference").select("wanted").where("patient_id", "=", patientId),
  mailPreferences: db.selectFrom("notification_preference").select("update_mails").where("patient_id", "=", patientId),
  checkIns: checkInRows(db, patientId, 2),
  ...doseQueries(db, patientId),
  emergencies: unclosedReportsQuery(db, patientId),
});

const readRows = readInOneStatement(wellbeingQueries);

/** What check-ins and doses are decided on, read in one statement. */
export type WellbeingSnapshot = Awaited<ReturnType<typeof loadWellbeingSnapshot>>;

type Deps = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

export async function loadWellbeingSnapshot({ db, content, clock, secrets }: Deps, patientId: string) {
  const rows = await readRows(db, patientId);
  const [latestCase] = rows.cases;
  const doctorId = latestCase ? treatingDoctor(latestCase) : null;
  const doctor = rows.doctors.find(({ id }) => id === doctorId);
  const { timezone: practiceTimezone } = content.brand;
  const place = rows.patient[0] ?? { state: null, timezone: null };
  const timezone = patientTimezone(content, place);
  return {
    patientId,
    place,
    /** The practice's day: of parcels, boxes and weeks. */
    practiceToday: dayIn(practiceTimezone, clock.now()),
    /** The patient's day: of doses. */
    today: dayIn(timezone, clock.now()),
    timezone,
    doctor: doctor ? presentDoctor(doctor).name : content.nextsteps.unknown.doctor,
    /** When the visit whose answers count as the start was handed in; null without one. */
    submittedAt: latestCase?.submitted_at ?? null,
    prescribed: activePrescriptionsFromRows({ secrets, content, clock }, rows.prescriptions, rows.phases),
    subscriptions: rows.subscriptions,
    boxes: dispensedBoxes(rows, practiceTimezone),
    waits: openEmergencyFrom({ content, secrets }, rows.emergencies)?.keepsMedicine === false,
    wantsCheckIns: rows.preferences[0]?.wanted ?? true,
    wantsUpdateMails: rows.mailPreferences[0]?.update_mails ?? true,
    /** Newest first, those of the last weeks. */
    checkIns: rows.checkIns.map((row) => openCheckIn(secrets, row)),
    /** By product. */
    schedules: new Map(rows.schedules.map((row) => [row.product_id, openSchedule(secrets, row)])),
    /** Newest first, those of the last days. */
    doses: rows.doses.map((row) => openDose(secrets, row)),
  };
}
