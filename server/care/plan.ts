import type * as z from "zod/mini";
import type { Doctor, PlanItem, PlanStatus } from "#contract/entities.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import type { Services } from "#server/platform/services.ts";
import { linesOf, type LineRow } from "#server/store/public.ts";
import type { Prescribed, PrescribedItem } from "#server/treatment/public.ts";
import { approvedAdditions } from "./additions.ts";
import { latestCase, treatingDoctor, type CaseRow, type CaseStatus } from "./cases.ts";
import { doctorsById } from "./doctors.ts";
import { presentPlanItem } from "./plan-item.ts";
import { prescribedTo } from "./prescriptions.ts";
import { noteOf, openWords } from "./sealed-words.ts";

type Parts = Pick<Services, "secrets"> & { readonly db: Database };

/** The patient's latest plan: what she asked for, who decides, what was decided. */
export interface Plan {
  readonly status: PlanStatus;
  /** Null until the router has matched one. */
  readonly doctor: Doctor | null;
  /** With what a doctor approved besides since. */
  readonly items: readonly z.output<typeof PlanItem>[];
  /** The doctor's words to her with the decision; they name who wrote them once another doctor treats her. */
  readonly note: string | null;
  /** The order the plan is paid with; null before she submitted a visit. */
  readonly orderId: string | null;
  readonly submittedAt: Date | null;
  readonly decidedAt: Date | null;
  /** The hold was gone before anybody decided; she has to confirm her order again. The status is `none` then. */
  readonly lapsed: boolean;
  /** What is prescribed to her now, by product. */
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

/** Her latest plan; the status is `none` before she submitted a visit. A fixed number of queries. */
export async function planOf(parts: Parts, patientId: string): Promise<Plan> {
  const found = await latestCase(parts.db, patientId);
  if (found?.status === "lapsed") {
    const prescribed = await prescribedTo(parts, patientId);
    return planIn(parts.secrets, found, { doctors: new Map(), lines: [], prescribed });
  }
  return found ? planOfCase(parts, found) : noPlan;
}

async function planOfCase(parts: Parts, found: CaseRow): Promise<Plan> {
  const added = found.status === "approved" ? await approvedAdditions(parts.db, found) : [];
  const [doctors, lines, prescribed] = await Promise.all([
    doctorsById(
      parts.db,
      [found.doctor_id, treatingDoctor(found)].filter((id) => id !== null),
    ),
    linesOf(parts.db, [found.order_id, ...added]),
    prescribedTo(parts, found.patient_id),
  ]);
  return planIn(parts.secrets, found, { doctors, lines, prescribed });
}

interface PlanFacts {
  readonly doctors: ReadonlyMap<string, Doctor>;
  /** Of the order it is paid with, and of what was approved besides. */
  readonly lines: readonly LineRow[];
  readonly prescribed: Prescribed;
}

/** The plan of a case, as it is known. */
export function planIn(secrets: Secrets, found: CaseRow | undefined, { doctors, lines, prescribed }: PlanFacts): Plan {
  if (!found) return noPlan;
  if (found.status === "lapsed") return { ...noPlan, lapsed: true, prescribed };
  const [decider, treating] = [found.doctor_id, treatingDoctor(found)];
  const note = openWords(secrets, found.note_sealed, noteOf(found.id));
  const author = doctors.get(decider ?? "");
  return {
    status: planStatuses[found.status],
    doctor: doctors.get(treating ?? "") ?? null,
    items: lines.map((line) => presentPlanItem(line, prescribed)),
    note: note !== null && author && treating !== decider ? `${author.name} wrote: ${note}` : note,
    orderId: found.order_id,
    submittedAt: found.submitted_at,
    decidedAt: found.decided_at,
    lapsed: false,
    prescribed,
  };
}
