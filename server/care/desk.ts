import { clinicDay } from "#server/platform/clinic-day.ts";
import { systemClock } from "#server/platform/clock.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { decideIdentity, noStanding, standingsOf, visitSummary } from "#server/onboarding/public.ts";
import { recordDelivered } from "#server/treatment/public.ts";
import { acceptPatient } from "./accept.ts";
import { approvePlan } from "./approve.ts";
import { caseById, openCases } from "./cases.ts";
import { declinePlan } from "./decline.ts";
import { approvalNote, carrier, daysToDeliver, daysToShip, declineReason } from "./desk-rules.ts";
import { additionsForDesk, decideAddition } from "./desk-additions.ts";
import { renewalsForDesk } from "./desk-renewals.ts";
import { deskStep, type DeskStep } from "./desk-step.ts";
import { dueOrders } from "./desk-queries.ts";
import { shipOrder } from "./orders.ts";
import { deskQueue, deskRoundQueue } from "./queues.ts";
import { approveRenewal } from "./renewals.ts";

const dayMs = 24 * 3_600_000;

/** The care desk of the demo: a clinic that acts by itself, by the same functions as the clinic's calls. Never in production. */
export function defineCareDesk(jobs: Jobs, services: Services): void {
  jobs.define(deskQueue, ({ caseId }) => work(services, String(caseId)));
  jobs.define(deskRoundQueue, () => makeRound(services), { cron: "* * * * *" });
}

/** Takes one step with a case, and comes back to it after the pace of the desk. What is refused waits for the next round. */
async function work(services: Services, caseId: string): Promise<void> {
  if (!(await goesOn(services, caseId))) return;
  const pace = services.config.careDeskPaceSeconds;
  // The queue keeps real time, whatever the clinic's clock says.
  const after = pace === 0 ? {} : { after: new Date(systemClock.now().getTime() + pace * 1000) };
  await services.jobs.enqueue(services.db, deskQueue, { caseId }, after);
}

/** Takes the next step with a case unless it is too early for it. Whether there may be another one soon. */
async function goesOn(services: Services, caseId: string): Promise<boolean> {
  const { db, clock, config } = services;
  const found = await caseById(db, caseId);
  if (!found) return false;
  const { patient_id } = found;
  const visit = (await standingsOf(services, [patient_id])).get(patient_id) ?? noStanding;
  const { flags } = await visitSummary(services, patient_id);
  const rules = flags.map(({ ruleid }) => ruleid);
  const step = deskStep({ status: found.status, identityStatus: visit.identityStatus, rules });
  if (step === null) return false;
  const waited = clock.now().getTime() - (found.accepted_at ?? found.submitted_at).getTime();
  if (step !== "accept" && waited < config.careDeskPaceSeconds * 1000) return true;
  return wasDone(services, () => steps[step](services, patient_id));
}

const steps: Readonly<Record<DeskStep, (services: Services, patientId: string) => Promise<void>>> = {
  accept: (services, patientId) => acceptPatient(services, patientId),
  confirm_identity: (services, patientId) => decideIdentity(services, patientId, "matched"),
  approve: (services, patientId) => approvePlan(services, patientId, { note: approvalNote }),
  decline: (services, patientId) => declinePlan(services, patientId, { reason: declineReason }),
};

/** Looks after cases whose job was lost, renews prescriptions, decides on what was added, sends what the pharmacy has ready, and hands over what is on its way. */
async function makeRound(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = clock.now().getTime();
  const waiting = new Date(now - Math.max(services.config.careDeskPaceSeconds * 1000, 1) * 2);
  for (const id of await openCases(db, waiting)) await goesOn(services, id);
  for (const id of await renewalsForDesk(services)) await wasDone(services, () => approveRenewal(services, id, {}));
  for (const addition of await additionsForDesk(services))
    await wasDone(services, () => decideAddition(services, addition));
  for (const order of await dueOrders(db, "shipped", new Date(now - daysToDeliver * dayMs)))
    await wasDone(services, () => recordDelivered(services, order.id));
  for (const order of await dueOrders(db, "paid", new Date(now - daysToShip * dayMs)))
    await wasDone(services, () => shipOrder(services, order.id, parcelOf(services, order.number)));
}

const parcelOf = (services: Services, number: string | null) => ({
  carrier,
  trackingNumber: `MP${number ?? ""}`,
  trackingUrl: null,
  estimatedDelivery: new Date(Date.parse(clinicDay(services)) + daysToDeliver * dayMs).toISOString().slice(0, 10),
});

/** Whether it was done: the clinic may have been faster, or the money may be gone, and then the desk leaves it at that. */
async function wasDone({ log }: Services, act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.info({ code: error.code }, "the care desk was refused");
    return false;
  }
}
