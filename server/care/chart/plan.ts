import type * as z from "zod/mini";
import type { Doctor } from "#contract/doctors.ts";
import type { PlanItem, PlanStatus } from "#contract/treatment/plan.ts";
import {
  caseNoteSealContext,
  type CaseRow,
  type CaseStatus,
  latestCase,
  treatingDoctor,
} from "#server/cases/public.ts";
import { doctorsById } from "#server/doctors/public.ts";
import { linesOf, type LineRow } from "#server/orders/public.ts";
import { openText } from "#server/platform/crypto/seal-text.ts";
import type { Secrets } from "#server/platform/crypto/secrets.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { type PrescribedItem, type PrescribedItems, activePrescriptions } from "#server/prescriptions/public.ts";
import { approvedUpsellOrderIds } from "#server/upsell-requests/public.ts";

/** A line of the patient's plan or upsell request, with the doctor's directions if it is prescribed. */
export const presentPlanItem = (line: LineRow, prescribed: PrescribedItems): z.output<typeof PlanItem> => ({
  productid: line.product_id,
  name: line.name,
  dosage: line.dosage,
  image: line.image,
  prescription: line.prescription,
  directions: prescribed.get(line.product_id)?.directions ?? null,
});

type Deps = Pick<Services, "secrets" | "content" | "clock"> & { readonly db: Database };

/** The patient's latest plan: what was requested, who decides, what was decided. */
export interface Plan {
  readonly status: PlanStatus;
  /** Null until the router has matched a doctor. */
  readonly doctor: Doctor | null;
  /** Including approved upsells since the visit was submitted. */
  readonly items: readonly z.output<typeof PlanItem>[];
  /** The doctor's note with the decision; it names its author once another doctor treats the patient. */
  readonly note: string | null;
  /** The order the plan is paid with; null before a visit is submitted. */
  readonly orderId: string | null;
  readonly submittedAt: Date | null;
  readonly decidedAt: Date | null;
  /** The authorization was gone before anybody decided and the patient has to confirm the order again. The status is `none` then. */
  readonly lapsed: boolean;
  /** The patient's active prescriptions, by product. */
  readonly prescribed: ReadonlyMap<string, PrescribedItem>;
}

export const planStatuses: Readonly<Record<CaseStatus, PlanStatus>> = {
  submitted: "in_review",
  accepted: "in_review",
  approved: "approved",
  declined: "declined",
  lapsed: "none",
};

const noPlan: Plan = {
  status: "none",
  doctor: null,
  items: [],
  note: null,
  orderId: null,
  submittedAt: null,
  decidedAt: null,
  lapsed: false,
  prescribed: new Map(),
};

/** The patient's latest plan; the status is `none` before a visit is submitted. A fixed number of queries. */
export async function loadPlan(services: Deps, patientId: string): Promise<Plan> {
  const found = await latestCase(services.db, patientId);
  if (found?.status === "lapsed") {
    const prescribed = await activePrescriptions(services, patientId);
    return planFromRows(services.secrets, found, { doctors: new Map(), lines: [], prescribed });
  }
  return found ? loadPlanOfCase(services, found) : noPlan;
}

async function loadPlanOfCase(services: Deps, found: CaseRow): Promise<Plan> {
  const approvedUpsells = found.status === "approved" ? await approvedUpsellOrderIds(services.db, found) : [];
  const [doctors, lines, prescribed] = await Promise.all([
    doctorsById(
      services.db,
      [found.doctor_id, treatingDoctor(found)].filter((id) => id !== null),
    ),
    linesOf(services.db, [found.order_id, ...approvedUpsells]),
    activePrescriptions(services, found.patient_id),
  ]);
  return planFromRows(services.secrets, found, { doctors, lines, prescribed });
}

interface PlanFacts {
  readonly doctors: ReadonlyMap<string, Doctor>;
  /** Lines of the plan's order and of approved upsells. */
  readonly lines: readonly LineRow[];
  readonly prescribed: PrescribedItems;
}

/** Left out when the plan was decided. What was cancelled later stays in the plan: it may be at home. */
const isLeftOut = ({ cancelled_at }: LineRow, { decided_at }: CaseRow): boolean =>
  cancelled_at !== null && decided_at !== null && cancelled_at <= decided_at;

/** Builds the plan of a case from loaded facts; no plan without a case. */
export function planFromRows(
  secrets: Secrets,
  found: CaseRow | undefined,
  { doctors, lines, prescribed }: PlanFacts,
): Plan {
  if (!found) return noPlan;
  if (found.status === "lapsed") return { ...noPlan, lapsed: true, prescribed };
  const [decidingDoctorId, treatingDoctorId] = [found.doctor_id, treatingDoctor(found)];
  const note = openText(secrets, found.note_sealed, caseNoteSealContext(found.id));
  const author = doctors.get(decidingDoctorId ?? "");
  return {
    status: planStatuses[found.status],
    doctor: doctors.get(treatingDoctorId ?? "") ?? null,
    items: lines.filter((line) => !isLeftOut(line, found)).map((line) => presentPlanItem(line, prescribed)),
    note: note !== null && author && treatingDoctorId !== decidingDoctorId ? `${author.name} wrote: ${note}` : note,
    orderId: found.order_id,
    submittedAt: found.submitted_at,
    decidedAt: found.decided_at,
    lapsed: false,
    prescribed,
  };
}
