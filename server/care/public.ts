import type { Doctor } from "#contract/entities.ts";
import type { Content } from "#content/load.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { openSubscriptions } from "#server/treatment/public.ts";
import { insertCase } from "./cases.ts";
import { doctorsFor, nameOf, syncDoctors } from "./doctors.ts";
import { deskQueue } from "./queues.ts";
import { route } from "./router.ts";
import { routerSettings } from "./settings.ts";

export { type Added, addedBy, openAddition } from "./open-addition.ts";
export { withAddition } from "./additions.ts";
export { careIn, followState } from "./follow-state.ts";
export { chartOf, type ChartedPrescription, type ChartedVisit } from "./chart.ts";
export { doctorToRenew } from "./assign-doctor.ts";
export { doctorsById } from "./doctors.ts";
export { latestLetter, type Letter } from "./letter.ts";
export type { Prescriber } from "./prescriber.ts";
export {
  atHomeTexts,
  isPrescribedAgain,
  keepsMedicine,
  medicineAtHome,
  productsAtHome,
  stopInCare,
  stopOnRecord,
} from "./medicine-at-home.ts";
export { planOf, type Plan } from "./plan.ts";
export { careReads, careRecord } from "./care-record.ts";
export { prescribeInstead } from "./prescribe-instead.ts";
export { prescribedTo } from "./prescriptions.ts";
export { askForRenewal } from "./renewals.ts";
export { careStanding, careStandings, type CareStanding } from "./standing.ts";
export { summariesOf } from "./summary.ts";
export { takes } from "./takes.ts";
export { type ClinicContext, touch } from "./touch.ts";
export { withholdPrescriptions } from "./withhold.ts";
export { withdrawAddition, withdrawAdditions } from "./withdraw-addition.ts";

type Parts = Pick<Services, "db" | "clock" | "content" | "secrets" | "jobs" | "config">;

/** At start: the doctors of the content are the doctors of the practice. */
export const prepareCare = ({ db, content }: Pick<Services, "db" | "content">): Promise<void> =>
  syncDoctors(db, content.doctors);

/**
 * Hands a paid visit to the clinic: routes it to a doctor, and begins the subscriptions, which wait for the decision. Inside the
 * transaction that finishes onboarding; a repeat for the same order changes nothing.
 */
export async function submitVisit(
  parts: Parts,
  visit: { readonly patientId: string; readonly orderId: string },
): Promise<void> {
  const { db, clock, config, jobs } = parts;
  const { state } = await patientById(parts, visit.patientId);
  if (!state) throw new Refusal("wrong_state");
  const routing = route(routerSettings(config), await doctorsFor(db, state), state, clinicDay(parts));
  const doctorId = "doctorId" in routing ? routing.doctorId : null;
  const made = await insertCase(db, { ...visit, doctorId, now: clock.now() });
  if (!made) return;
  await openSubscriptions(parts, visit);
  if (config.demo) await jobs.enqueue(db, deskQueue, { caseId: made.id });
}

/** The doctor of the card in onboarding. */
export function fixedDoctor({ doctors }: Pick<Content, "doctors">): Doctor {
  const doctor = doctors.find((candidate) => candidate.fixed) ?? doctors[0];
  if (!doctor) throw new Error("The content names no doctor.");
  const { id, firstname, lastname, credentials, bio, profileUrl } = doctor;
  return { id, firstname, lastname, name: nameOf(firstname, lastname), credentials, bio, profileUrl };
}
