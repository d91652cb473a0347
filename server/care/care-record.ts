import { type RawBuilder, sql } from "kysely";
import type { Doctor } from "#contract/entities.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { RowsOf } from "#server/platform/database/read-together.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { LineRow } from "#server/store/public.ts";
import { additionRows } from "./additions.ts";
import { type CaseRow, latestCaseRow } from "./cases.ts";
import { presentDoctor } from "./doctors.ts";
import { type Added, addedIn } from "./open-addition.ts";
import { type Plan, planIn } from "./plan.ts";
import { prescribedIn, prescriptionRows } from "./prescriptions.ts";
import { type RefusedRenewal, refusedIn, refusedRenewalRow } from "./renewals.ts";

/** Where a patient's care stands. */
export interface CareRecord {
  readonly plan: Plan;
  readonly added: Added;
  /** The latest renewal a doctor refused. */
  readonly refused: RefusedRenewal | null;
  /** All who decided on or look after the case, or changed the treatment. */
  readonly doctors: ReadonlyMap<string, Doctor>;
}

/** The reads `careRecord` needs. */
export const careReads = (db: Database, patientId: string) => ({
  cases: latestCaseRow(db, patientId),
  prescriptions: prescriptionRows(db, patientId),
  additions: additionRows(db, patientId),
  refusedRenewals: refusedRenewalRow(db, patientId),
  doctors: db.selectFrom("doctor").selectAll().where("id", "in", doctorsOf(patientId)),
});

const doctorsOf = (patientId: string): RawBuilder<string> => sql<string>`(
  select doctor_id from care_case where patient_id = ${patientId} union
  select treated_by from care_case where patient_id = ${patientId} union
  select doctor_id from treatment_change where patient_id = ${patientId})`;

/** The care of a patient by these rows; `lines` of all orders, each order's in its order. */
export function careRecord(
  secrets: Secrets,
  rows: RowsOf<ReturnType<typeof careReads>> & { readonly lines: readonly LineRow[] },
): CareRecord {
  const [found] = rows.cases as readonly CaseRow[];
  const doctors = new Map(rows.doctors.map((row) => [row.id, presentDoctor(row)]));
  const prescribed = prescribedIn(secrets, rows.prescriptions);
  return {
    plan: planIn(secrets, found, { doctors, lines: found ? planLines(found, rows) : [], prescribed }),
    added: addedIn(addedLines(rows)),
    refused: refusedIn(secrets, rows.refusedRenewals[0]),
    doctors,
  };
}

type Rows = Parameters<typeof careRecord>[1];

/** Of the order the plan is paid with, and of what was approved besides since. */
function planLines({ order_id, status, submitted_at }: CaseRow, { additions, lines }: Rows): LineRow[] {
  const besides = additions.filter((each) => each.status === "approved" && each.requested_at >= submitted_at);
  const orders = new Set([order_id, ...(status === "approved" ? besides.map((each) => each.order_id) : [])]);
  return lines.filter((line) => orders.has(line.order_id));
}

const addedLines = ({ additions, lines }: Rows) =>
  additions.flatMap(({ order_id, status }) =>
    lines
      .filter((line) => line.order_id === order_id)
      .map(({ product_id, name }) => ({ order_id, status, product_id, name })),
  );
