import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { systemClock } from "#server/platform/clock/clock.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { JobServices } from "#server/platform/services.ts";
import { decideIdentity, noVisitStatus, visitStatusesOf, visitSummary } from "#server/onboarding/public.ts";
import { recordDelivered } from "#server/treatment/public.ts";
import { acceptPatient, approvePlan, declinePlan, shipOrder, approvePrescriptionRenewal } from "#server/care/public.ts";
import { caseById, undecidedCases } from "#server/cases/public.ts";
import {
  carrier,
  type CaseStep,
  daysToDeliver,
  daysToShip,
  nextCaseStep,
  planApprovalNote,
  planDeclineReason,
} from "./decision-rules.ts";
import { dueUpsellRequests, decideUpsell } from "./requests.ts";
import { approvablePrescriptionRenewals } from "./prescription-renewals.ts";
import type { Database } from "#server/platform/database/open.ts";

/** Orders whose last update is at or before `until`, oldest first. Reads the store's table directly: the desk works across features. */
const ordersInStatusSince = (db: Database, status: "paid" | "shipped", until: Date) =>
  db
    .selectFrom("customer_order")
    .select(["id", "number"])
    .where("status", "=", status)
    .where("updated_at", "<=", until)
    .orderBy("updated_at")
    .limit(200)
    .execute();

/** `{ caseId }`: the desk's next step on a case. */
const caseQueue = "care-desk-case";
/** No data: the desk's periodic round. */
export const careDeskRoundQueue = "care-desk-round";

const dayMs = 24 * 3_600_000;

/** The demo's care desk: a simulated clinic that uses the same functions as the clinic's calls. Never runs in production. */
export function defineCareDesk(jobs: Jobs, services: JobServices): void {
  jobs.define(caseQueue, ({ caseId }) => workCase(services, String(caseId)));
  jobs.define(careDeskRoundQueue, () => runRound(services), { cron: "* * * * *" });
  services.events.listen("visit.submitted", (db, { caseId }) => jobs.enqueue(db, caseQueue, { caseId }));
  services.events.listen("patient.moved", (db, { caseId }) => jobs.enqueue(db, caseQueue, { caseId }));
}

/** Takes one step on a case and schedules the next after the desk's pace. A refused step is retried by the next round. */
async function workCase(services: JobServices, caseId: string): Promise<void> {
  if (!(await takeNextStep(services, caseId))) return;
  const pace = services.config.careDeskPaceSeconds;
  // The job queue runs on real time, whatever the clinic's clock says.
  const after = pace === 0 ? {} : { after: new Date(systemClock.now().getTime() + pace * 1000) };
  await services.jobs.enqueue(services.db, caseQueue, { caseId }, after);
}

/** Takes the next step on a case unless it is too early. Returns whether another step may follow soon. */
async function takeNextStep(services: JobServices, caseId: string): Promise<boolean> {
  const { db, clock, config } = services;
  const found = await caseById(db, caseId);
  if (!found) return false;
  const { patient_id } = found;
  const visit = (await visitStatusesOf(services, [patient_id])).get(patient_id) ?? noVisitStatus;
  const { flags } = await visitSummary(services, patient_id);
  const rules = flags.map(({ ruleid }) => ruleid);
  const step = nextCaseStep({ status: found.status, identityStatus: visit.identityStatus, rules });
  if (step === null) return false;
  const waited = clock.now().getTime() - (found.accepted_at ?? found.submitted_at).getTime();
  if (step !== "accept" && waited < config.careDeskPaceSeconds * 1000) return true;
  return ranUnlessRefused(services, () => steps[step](services, patient_id));
}

const steps: Readonly<Record<CaseStep, (services: JobServices, patientId: string) => Promise<void>>> = {
  accept: (services, patientId) => acceptPatient(services, patientId),
  confirm_identity: (services, patientId) => decideIdentity(services, patientId, "matched"),
  approve: (services, patientId) => approvePlan(services, patientId, { note: planApprovalNote }),
  decline: (services, patientId) => declinePlan(services, patientId, { reason: planDeclineReason }),
};

/** Works cases whose job was lost, approves prescription renewals, decides upsell requests, delivers what has been shipped, and ships what is paid. */
async function runRound(services: JobServices): Promise<void> {
  const { db, clock } = services;
  const now = clock.now().getTime();
  const waiting = new Date(now - Math.max(services.config.careDeskPaceSeconds * 1000, 1) * 2);
  for (const id of await undecidedCases(db, waiting)) await takeNextStep(services, id);
  for (const id of await approvablePrescriptionRenewals(services))
    await ranUnlessRefused(services, () => approvePrescriptionRenewal(services, id, {}));
  for (const request of await dueUpsellRequests(services))
    await ranUnlessRefused(services, () => decideUpsell(services, request));
  for (const order of await ordersInStatusSince(db, "shipped", new Date(now - daysToDeliver * dayMs)))
    await ranUnlessRefused(services, () => recordDelivered(services, order.id));
  for (const order of await ordersInStatusSince(db, "paid", new Date(now - daysToShip * dayMs)))
    await ranUnlessRefused(services, () => shipOrder(services, order.id, demoParcel(services, order.number)));
}

const demoParcel = (services: JobServices, number: string | null) => ({
  carrier,
  trackingNumber: `MP${number ?? ""}`,
  trackingUrl: null,
  estimatedDelivery: addDays(clinicToday(services), daysToDeliver),
});

/** Whether `act` went through. A refusal means that the clinic acted first or that the payment is gone; the desk leaves it at that. */
async function ranUnlessRefused({ log }: JobServices, act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.info({ code: error.code }, "the care desk was refused");
    return false;
  }
}
