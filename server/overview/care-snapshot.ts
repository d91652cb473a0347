import { sql } from "kysely";
import type { Doctor } from "#contract/doctors.ts";
import { type Plan, planFromRows } from "#server/care/public.ts";
import { caseDoctorIds, type CaseRow, latestCaseQuery } from "#server/cases/public.ts";
import { doctorCardRows, presentDoctor } from "#server/doctors/public.ts";
import type { LineRow } from "#server/orders/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { isOneOf, type RowsOf } from "#server/platform/database/read-together.ts";
import type { Services } from "#server/platform/services.ts";
import {
  activePrescriptionsFromRows,
  activePrescriptionsQuery,
  type DeclinedPrescriptionRenewal,
  declinedPrescriptionRenewalFromRow,
  declinedPrescriptionRenewalQuery,
  doctorStopsQuery,
  type PhaseRow,
} from "#server/prescriptions/public.ts";
import {
  upsellRequestsQuery,
  type UpsellRequestsByStatus,
  upsellRequestsByStatus,
} from "#server/upsell-requests/public.ts";
import type { DoctorStop } from "./safety.ts";

/** The state of a patient's care. */
export interface CareSnapshot {
  readonly plan: Plan;
  readonly upsellRequests: UpsellRequestsByStatus;
  /** The latest renewal a doctor declined. */
  readonly declinedPrescriptionRenewal: DeclinedPrescriptionRenewal | null;
  /** What a doctor put on hold, or stopped where the patient has not read the message about it. */
  readonly doctorStops: readonly DoctorStop[];
  /** The day on which a doctor wants to hear from the patient, while nobody has asked for it yet. */
  readonly nextReview: { readonly on: string; readonly doctor: Doctor } | null;
  /** All doctors who decided on or look after the case, or changed the treatment, or suggested to add something. */
  readonly doctors: ReadonlyMap<string, Doctor>;
}

/** The queries `careFromRows` needs. */
export const careQueries = (db: Database, patientId: string) => ({
  cases: latestCaseQuery(db, patientId),
  prescriptions: activePrescriptionsQuery(db, patientId),
  upsellRequests: upsellRequestsQuery(db, patientId),
  declinedPrescriptionRenewals: declinedPrescriptionRenewalQuery(db, patientId),
  stops: doctorStopsQuery(db, patientId),
  doctors: doctorCardRows(db).where(isOneOf("id", involvedDoctorIds(patientId))),
});

const involvedDoctorIds = (patientId: string) => sql<string>`
  ${caseDoctorIds(patientId)} union all
  select doctor_id from treatment_change where patient_id = ${patientId} union all
  select doctor_id from medicine_suggestion where patient_id = ${patientId} and status = 'waiting'`;

/** Builds the snapshot of a patient's care; `lines` are those of all the patient's orders, in line order within each order. */
export function careFromRows(
  services: Pick<Services, "secrets" | "content" | "clock">,
  rows: RowsOf<ReturnType<typeof careQueries>> & {
    readonly phases: readonly PhaseRow[];
    readonly lines: readonly LineRow[];
  },
): CareSnapshot {
  const { secrets } = services;
  const [found] = rows.cases;
  const doctors = new Map(rows.doctors.map((row) => [row.id, presentDoctor(row)]));
  const prescribed = activePrescriptionsFromRows(services, rows.prescriptions, rows.phases);
  return {
    plan: planFromRows(secrets, found, { doctors, lines: found ? planLines(found, rows) : [], prescribed }),
    upsellRequests: upsellRequestsByStatus(upsellRequestLinesIn(rows)),
    declinedPrescriptionRenewal: declinedPrescriptionRenewalFromRow(secrets, rows.declinedPrescriptionRenewals[0]),
    doctorStops: rows.stops.map(({ action, product_id }) => ({ productId: product_id, isHold: action === "hold" })),
    nextReview: nextReviewOf(found, prescribed, doctors),
    doctors,
  };
}

/** As `followupDayHolds` of `care` for the day of the latest case. */
function nextReviewOf(
  found: CaseRow | undefined,
  prescribed: Plan["prescribed"],
  doctors: ReadonlyMap<string, Doctor>,
): CareSnapshot["nextReview"] {
  if (found?.status !== "approved" || prescribed.size === 0 || found.followup_asked_at !== null) return null;
  const doctor = doctors.get(found.followup_doctor_id ?? "");
  return found.followup_on !== null && doctor ? { on: found.followup_on, doctor } : null;
}

type CareRows = Parameters<typeof careFromRows>[1];

/** Lines of the plan's order and of the upsells approved since the visit was submitted. */
function planLines({ order_id, status, submitted_at }: CaseRow, { upsellRequests, lines }: CareRows): LineRow[] {
  const approvedUpsells = upsellRequests.filter(
    (each) => each.status === "approved" && each.requested_at >= submitted_at,
  );
  const orders = new Set([order_id, ...(status === "approved" ? approvedUpsells.map((each) => each.order_id) : [])]);
  return lines.filter((line) => orders.has(line.order_id));
}

const upsellRequestLinesIn = ({ upsellRequests, lines }: CareRows) =>
  upsellRequests.flatMap(({ order_id, status }) =>
    lines
      .filter((line) => line.order_id === order_id)
      .map(({ product_id, name }) => ({ order_id, status, product_id, name })),
  );
