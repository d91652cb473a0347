import { requireStateServed } from "#server/addresses/public.ts";
import { liveOnboardingOrder, hasOnboardingAttemptSince } from "#server/orders/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { assess, type Assessment } from "./assess.ts";
import { findVisitRecord, lockVisitRecord } from "./record-queries.ts";
import { stepAccess } from "./steps.ts";
import { findVisit, loadVisit } from "./visit-queries.ts";
import type { Visit, VisitRecord } from "./visit.ts";

export type Deps = Services & { readonly db: Database };

/** A visit in progress, and where the patient is in it. */
export interface VisitInProgress {
  readonly visit: Visit;
  readonly assessment: Assessment;
}

/** The patient's record; `not_found` for a patient who never began a visit. */
export async function requireVisitRecord(db: Database, patientId: string): Promise<VisitRecord> {
  const record = await findVisitRecord(db, patientId);
  if (!record) throw new Refusal("not_found");
  return record;
}

/** The patient's visit to read. Refuses a finished one (`step_completed`) and a stopped one (`visit_stopped`). */
export async function loadVisitInProgress(
  services: Deps & Refuses<"step_completed" | "visit_stopped">,
  patientId: string,
): Promise<VisitInProgress> {
  return assessInProgress(services, await requireVisit(services, patientId));
}

/** The visit of a patient in any state; `not_found` for a patient who never began one. */
export async function requireVisit(services: Deps, patientId: string): Promise<Visit> {
  const visit = await findVisit(services, patientId);
  if (!visit) throw new Refusal("not_found");
  return visit;
}

/** As `loadVisitInProgress`, under the lock of the visit, to change it. */
export async function lockVisitInProgress(
  services: TxServices & Refuses<"step_completed" | "visit_stopped">,
  patientId: string,
): Promise<VisitInProgress> {
  const record = await lockVisitRecord(services.db, patientId);
  if (!record) throw new Refusal("not_found");
  requireInProgress(services, record);
  return assessInProgress(services, await loadVisit(services, record));
}

/**
 * As `lockVisitInProgress`, to change what is paid for. `payment_pending` during a payment, since the order was placed for the earlier
 * choices.
 */
export async function lockUnpaidVisit(
  services: TxServices & Refuses<"payment_pending" | "step_completed" | "visit_stopped">,
  patientId: string,
): Promise<VisitInProgress> {
  const progress = await lockVisitInProgress(services, patientId);
  await requireUnpaid(services, progress.visit.record);
  return progress;
}

/** Refuses with `payment_pending` while a payment is under way, and until its visit is finished. */
export async function requireUnpaid(
  { db, refuse }: { readonly db: Database } & Refuses<"payment_pending">,
  { patientId, paymentStartedAt }: VisitRecord,
): Promise<void> {
  if (await liveOnboardingOrder(db, patientId)) throw refuse("payment_pending");
  // There is no order between the note that a payment begins and its placing; a job clears the note of a request that died there.
  if (paymentStartedAt !== null && !(await hasOnboardingAttemptSince(db, patientId, paymentStartedAt)))
    throw refuse("payment_pending");
}

/** Assesses a visit. Refuses a finished one (`step_completed`) and a stopped one (`visit_stopped`). */
export function assessInProgress(
  services: Pick<Services, "content" | "clock"> & Refuses<"step_completed" | "visit_stopped">,
  visit: Visit,
): VisitInProgress {
  requireInProgress(services, visit.record);
  return assessVisit(services, visit);
}

/** Where the patient is in a visit, whatever its state. */
export const assessVisit = (services: Pick<Services, "content" | "clock">, visit: Visit): VisitInProgress => ({
  visit,
  assessment: assess(services.content, visit, clinicToday(services)),
});

function requireInProgress(
  { refuse }: Refuses<"step_completed" | "visit_stopped">,
  { status, stopRuleId }: VisitRecord,
): void {
  if (status === "DONE") throw refuse("step_completed");
  if (stopRuleId !== null) throw refuse("visit_stopped");
}

/** Refuses a step ahead of the patient (`step_ahead`), one not in their visit (`not_found`), and one closed in their state. */
export function requireStep(
  services: Pick<Services, "content"> & Refuses<"not_available_in_state" | "step_ahead">,
  { visit, assessment }: VisitInProgress,
  step: number,
): void {
  const access = stepAccess(assessment.stepProgress, step);
  if (access === "unknown") throw new Refusal("not_found");
  if (access === "ahead") throw services.refuse("step_ahead");
  if (step > 1.5) requireStateServed(services, visit.patient.state);
}
