import { patientById } from "#server/auth/public.ts";
import { insertCase } from "#server/cases/public.ts";
import { doctorsWithLicenseIn } from "#server/doctors/public.ts";
import { ensureConversation } from "#server/messages/public.ts";
import { enqueueComparison } from "#server/persons/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { openSubscriptions } from "#server/treatment/public.ts";
import { routeToDoctor, routerSettings } from "./doctor-router.ts";

type Deps = Pick<Services, "db" | "clock" | "content" | "secrets" | "events" | "config" | "jobs">;

/**
 * Submits a paid visit to the clinic: routes it to a doctor, begins their conversation, so that either side can write first, and opens the
 * subscriptions, which wait for the decision. Runs inside the transaction that finishes onboarding; a repeat for the same order changes nothing.
 */
export async function submitVisit(
  services: Deps & Refuses<"wrong_state">,
  visit: { readonly patientId: string; readonly orderId: string },
): Promise<void> {
  const { db, clock, config } = services;
  const { state } = await patientById(services, visit.patientId);
  if (!state) throw services.refuse("wrong_state");
  const routing = routeToDoctor(
    routerSettings(config),
    await doctorsWithLicenseIn(services, state),
    state,
    clinicToday(services),
  );
  const doctorId = "doctorId" in routing ? routing.doctorId : null;
  const made = await insertCase(db, { ...visit, doctorId, now: clock.now() });
  if (!made) return;
  await ensureConversation(db, visit.patientId, "doctor", clock.now());
  await openSubscriptions(services, visit);
  // With the address and the card, before a doctor looks at it.
  await enqueueComparison(services, visit.patientId);
}
