import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { caseNoteSealContext, type CaseStatus } from "#server/cases/public.ts";
import { type Prescriber, prescribersById } from "#server/doctors/public.ts";
import { openText } from "#server/platform/crypto/seal-text.ts";
import { directionsSealContext } from "#server/prescriptions/public.ts";

type Deps = Pick<Services, "secrets"> & { readonly db: Database };

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
  readonly directions: string | null;
  readonly approvedAt: Date;
  readonly doctor: Prescriber;
}

/** What the clinic decided and prescribed for a patient, oldest first; a fixed number of queries. */
export async function loadChart(
  { db, secrets }: Deps,
  patientId: string,
): Promise<{ readonly visits: readonly ChartedVisit[]; readonly prescriptions: readonly ChartedPrescription[] }> {
  const [cases, prescriptions] = await Promise.all([
    db.selectFrom("care_case").selectAll().where("patient_id", "=", patientId).orderBy("submitted_at").execute(),
    db
      .selectFrom("prescription")
      .selectAll()
      .where("patient_id", "=", patientId)
      .orderBy("approved_at")
      .orderBy("rx_number")
      .execute(),
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
        directions: openText(secrets, row.directions_sealed, directionsSealContext(row.id)),
        approvedAt: row.approved_at,
        doctor,
      };
    }),
  };
}
