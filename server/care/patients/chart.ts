import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { caseNoteSealContext, type CaseStatus } from "#server/cases/public.ts";
import { type Prescriber, prescribersById } from "#server/doctors/public.ts";
import { openText } from "#server/platform/crypto/seal-text.ts";
import {
  activePrescriptions,
  directionsSealContext,
  loadDispensedBoxes,
  medicinesInUse,
} from "#server/prescriptions/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";

type Deps = Pick<Services, "secrets" | "clock" | "content"> & { readonly db: Database };

export interface ChartedVisit {
  readonly id: string;
  readonly status: CaseStatus;
  readonly doctor: Prescriber | null;
  readonly submittedAt: Date;
  readonly decidedAt: Date | null;
  /** The doctor's note to the patient with the decision. */
  readonly note: string | null;
}

export interface ChartedPrescription {
  readonly id: string;
  /** The order it was written for. */
  readonly orderId: string;
  readonly productId: string;
  readonly rxNumber: string;
  readonly active: boolean;
  readonly onHoldAt: Date | null;
  readonly stoppedAt: Date | null;
  readonly daysSupply: number | null;
  readonly refillsLeft: number;
  /** What the patient is to do with it today. */
  readonly directions: string | null;
  /** The patient uses it today. */
  readonly usedNow: boolean;
  /** What it replaces is still in use: it begins after that. */
  readonly beginsLater: boolean;
  readonly approvedAt: Date;
  readonly doctor: Prescriber;
}

/** What the clinic decided and prescribed for a patient, oldest first; a fixed number of queries. */
export async function loadChart(
  services: Deps,
  patientId: string,
): Promise<{ readonly visits: readonly ChartedVisit[]; readonly prescriptions: readonly ChartedPrescription[] }> {
  const { db, secrets } = services;
  const [cases, prescriptions, inUse] = await Promise.all([
    db.selectFrom("care_case").selectAll().where("patient_id", "=", patientId).orderBy("submitted_at").execute(),
    db
      .selectFrom("prescription")
      .selectAll()
      .where("patient_id", "=", patientId)
      .orderBy("approved_at")
      .orderBy("rx_number")
      .execute(),
    loadUse(services, patientId),
  ]);
  const named = [...cases, ...prescriptions].flatMap(({ doctor_id }) => doctor_id ?? []);
  const doctors = await prescribersById(db, [...new Set(named)]);
  return {
    visits: cases.map((row) => ({
      id: row.id,
      status: row.status as CaseStatus,
      doctor: doctors.get(row.doctor_id ?? "") ?? null,
      submittedAt: row.submitted_at,
      decidedAt: row.decided_at,
      note: openText(secrets, row.note_sealed, caseNoteSealContext(row.id)),
    })),
    prescriptions: prescriptions.flatMap((row) => {
      const doctor = doctors.get(row.doctor_id);
      if (!doctor) return [];
      return {
        id: row.id,
        orderId: row.order_id,
        productId: row.product_id,
        rxNumber: row.rx_number,
        active: row.status === "active",
        onHoldAt: row.on_hold_at,
        stoppedAt: row.stopped_at,
        daysSupply: row.days_supply,
        refillsLeft: row.refills_left,
        directions:
          inUse.directions.get(row.id) ?? openText(secrets, row.directions_sealed, directionsSealContext(row.id)),
        usedNow: row.on_hold_at === null && inUse.now.has(row.id),
        beginsLater: inUse.later.has(row.id),
        approvedAt: row.approved_at,
        doctor,
      };
    }),
  };
}

/** By prescription: what the patient uses today, and what begins after that. */
async function loadUse(services: Deps, patientId: string) {
  const [prescribed, boxes] = await Promise.all([
    activePrescriptions(services, patientId),
    loadDispensedBoxes(services.db, patientId, services.content.brand.timezone),
  ]);
  const used = medicinesInUse(prescribed, boxes, clinicToday(services));
  const now = new Set([...used.values()].flatMap((each) => each?.prescriptionId ?? []));
  const items = [...prescribed.values()].flatMap((item) => [item, ...(item.replaces ?? [])]);
  return {
    now,
    later: new Set(
      [...used].flatMap(([productId, each]) =>
        each === null || each.productId === productId ? [] : (prescribed.get(productId)?.prescriptionId ?? []),
      ),
    ),
    directions: new Map(items.map(({ prescriptionId, directions }) => [prescriptionId, directions])),
  };
}
