import type { Doctor } from "#contract/entities.ts";
import type { Content } from "#content/loader/load.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { openSubscriptions } from "#server/treatment/public.ts";
import { insertCase } from "./cases/cases.ts";
import { doctorsWithLicenseIn, doctorName, syncDoctors } from "#server/doctors/doctors.ts";
import { careDeskCaseQueue } from "./decisions/settlement-jobs.ts";
import { routeToDoctor, routerSettings } from "./matching/doctor-router.ts";

export { type UpsellRequestsByStatus, loadUpsellRequests, openUpsellRequest } from "#server/orders/upsell-requests/upsell-requests.ts";
export { ordersWithUpsellRequest } from "#server/orders/upsell-requests/upsell-request-queries.ts";
export { doctorAfterMove, applyMoveToState } from "./matching/patient-move.ts";
export { loadChart, type ChartedPrescription, type ChartedVisit } from "./patients/chart.ts";
export { requireLicensedDoctor } from "./matching/assign-doctor.ts";
export { doctorsById } from "#server/doctors/doctors.ts";
export { latestLetter, type Letter } from "./patients/medical-letter.ts";
export type { Prescriber } from "#server/doctors/doctors.ts";
export {
  atHomeTexts,
  isPrescribedAgain,
  keepsMedicine,
  medicineAtHome,
  productsAtHome,
  stopInCare,
  stopOnRecord,
} from "./patients/medicine-at-home.ts";
export { loadPlan, type Plan } from "./cases/plan.ts";
export { careQueries, careFromRows } from "./cases/care-snapshot.ts";
export { prescribeReplacement } from "#server/prescriptions/replace-prescription.ts";
export { activePrescriptions } from "#server/prescriptions/prescriptions.ts";
export { requestRenewal } from "./renewals/decide-renewal.ts";
export { loadCareStatus, loadCareStatuses, type CareStatus } from "./cases/care-status.ts";
export { loadPatientSummaries } from "./patients/patient-summary.ts";
export { currentAndPendingProducts } from "./takes.ts";
export { type ClinicContext, requirePatient } from "./patients/patient-summary.ts";
export { putPrescriptionsOnHold } from "./decisions/hold-prescriptions.ts";
export { withdrawUpsellRequest, withdrawAllUpsellRequests } from "#server/orders/upsell-requests/upsell-requests.ts";

type Deps = Pick<Services, "db" | "clock" | "content" | "secrets" | "jobs" | "config">;

/** At start-up: syncs the doctors of the practice with the content. */
export const prepareCare = ({ db, content }: Pick<Services, "db" | "content">): Promise<void> =>
  syncDoctors(db, content.doctors);

/**
 * Submits a paid visit to the clinic: routes it to a doctor and opens the subscriptions, which wait for the decision. Runs inside the
 * transaction that finishes onboarding; a repeat for the same order changes nothing.
 */
export async function submitVisit(
  services: Deps,
  visit: { readonly patientId: string; readonly orderId: string },
): Promise<void> {
  const { db, clock, config, jobs } = services;
  const { state } = await patientById(services, visit.patientId);
  if (!state) throw new Refusal("wrong_state");
  const routing = routeToDoctor(
    routerSettings(config),
    await doctorsWithLicenseIn(db, state),
    state,
    clinicToday(services),
  );
  const doctorId = "doctorId" in routing ? routing.doctorId : null;
  const made = await insertCase(db, { ...visit, doctorId, now: clock.now() });
  if (!made) return;
  await openSubscriptions(services, visit);
  if (config.demo) await jobs.enqueue(db, careDeskCaseQueue, { caseId: made.id });
}

/** The doctor shown on the card in onboarding. */
export function fixedDoctor({ doctors }: Pick<Content, "doctors">): Doctor {
  const doctor = doctors.find((candidate) => candidate.fixed) ?? doctors[0];
  if (!doctor) throw new Error("The content names no doctor.");
  const { id, firstname, lastname, credentials, bio, profileUrl } = doctor;
  return { id, firstname, lastname, name: doctorName(firstname, lastname), credentials, bio, profileUrl };
}
