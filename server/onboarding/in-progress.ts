import type { Content } from "#content/load.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import type { Database } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { liveOnboardingOrder, orderedSince } from "#server/store/public.ts";
import { assess, type Assessment } from "./assess.ts";
import { findRecord, lockRecord } from "./record-queries.ts";
import type { Visit, VisitRecord } from "./visit.ts";
import { findVisit, loadVisit } from "./visit-queries.ts";
import { accessTo } from "./walk.ts";

export type Parts = Services & { readonly db: Database };

/** A visit that goes on, and where she is in it. */
export interface InProgress {
  readonly visit: Visit;
  readonly at: Assessment;
}

/** Her record; `not_found` for a patient who never began a visit. */
export async function recordOf(db: Database, patientId: string): Promise<VisitRecord> {
  const record = await findRecord(db, patientId);
  if (!record) throw new Refusal("not_found");
  return record;
}

/** Her visit to read. Refuses a finished one (`step_completed`) and a stopped one (`visit_stopped`). */
export async function visitInProgress(parts: Parts, patientId: string): Promise<InProgress> {
  return goingOn(parts, await visitOfPatient(parts, patientId));
}

/** The visit of a patient, wherever it is; `not_found` for one who never began it. */
export async function visitOfPatient(parts: Parts, patientId: string): Promise<Visit> {
  const visit = await findVisit(parts, patientId);
  if (!visit) throw new Refusal("not_found");
  return visit;
}

/** As `visitInProgress`, under the lock of the visit, to change it. */
export async function lockVisit(parts: TxServices, patientId: string): Promise<InProgress> {
  const record = await lockRecord(parts.db, patientId);
  if (!record) throw new Refusal("not_found");
  requireGoingOn(record);
  return goingOn(parts, await loadVisit(parts, record));
}

/** As `lockVisit`, to change what is paid for. `payment_pending` while it is being paid: the order is made of what she chose before. */
export async function lockVisitToChange(parts: TxServices, patientId: string): Promise<InProgress> {
  const progress = await lockVisit(parts, patientId);
  await requireUnpaid(parts.db, progress.visit.record);
  return progress;
}

/** Refuses with `payment_pending` while a payment is under way, and until its visit is finished. */
export async function requireUnpaid(db: Database, { patientId, payingSince }: VisitRecord): Promise<void> {
  if (await liveOnboardingOrder(db, patientId)) throw new Refusal("payment_pending");
  // Between the note that a payment begins and its order there is none; a job clears the note of a request that died there.
  if (payingSince !== null && !(await orderedSince(db, patientId, payingSince))) throw new Refusal("payment_pending");
}

/** The visit with where it is. Refuses a finished one (`step_completed`) and a stopped one (`visit_stopped`). */
export function goingOn(parts: Pick<Services, "content" | "clock">, visit: Visit): InProgress {
  requireGoingOn(visit.record);
  return { visit, at: assess(parts.content, visit, clinicDay(parts)) };
}

function requireGoingOn({ status, stopRuleId }: VisitRecord): void {
  if (status === "DONE") throw new Refusal("step_completed");
  if (stopRuleId !== null) throw new Refusal("visit_stopped");
}

/** Refuses a step that is ahead of her (`step_ahead`), none of hers (`not_found`), or closed to her state. */
export function requireStep(content: Pick<Content, "states">, { visit, at }: InProgress, step: number): void {
  const access = accessTo(at.walk, step);
  if (access === "unknown") throw new Refusal("not_found");
  if (access === "ahead") throw new Refusal("step_ahead");
  if (step > 1.5 && !isServed(content, visit.patient.state)) throw new Refusal("not_available_in_state");
}

export const isServed = (content: Pick<Content, "states">, state: string | null): boolean =>
  content.states.some((each) => each.id === state && each.status === "served");
