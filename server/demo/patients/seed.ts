import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { auth } from "#contract/auth.ts";
import { notifications } from "#contract/notifications.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { Database } from "#server/platform/database/open.ts";
import { type Lease, takeLease } from "#server/platform/jobs/lease.ts";
import type { JobServices } from "#server/platform/services.ts";
import { readDemoSetting, saveDemoSetting } from "../demo-settings.ts";
import { type DemoTimeline, demoTimelineOf, setDaysAgo, seedClinicSteps } from "./seed-clinic-steps.ts";
import { sendFollowup, seedConversation } from "./seed-conversation.ts";
import { seedFailedCharge } from "./seed-failed-charge.ts";
import { openSeedServer, type SeedServer } from "./seed-server.ts";
import { type DemoPatient, completeVisit } from "./seed-visit.ts";
import { seedWellbeing } from "./seed-wellbeing.ts";

const leaseName = "demo_seed_lease";
/** How often, in milliseconds, a waiting node checks whether another one has finished. */
const pollMs = 250;

/**
 * Creates the demo patients of the content, once per version of them, by the calls a patient and the clinic make, at times in the past.
 * If interrupted, it continues where it was. Of several nodes one creates them and the others wait, taking over if it dies. Finished visits
 * are seeded on the sandbox gateway only.
 */
export async function seedDemo(services: JobServices): Promise<void> {
  const { content, db } = services;
  const version = createHash("sha256").update(JSON.stringify(content.demo)).digest("hex");
  while (!(await isSeeded(db, version))) {
    const lease = await takeLease(db, leaseName);
    if (lease === null) {
      await setTimeout(pollMs);
      continue;
    }
    try {
      if (!(await isSeeded(db, version)) && (await seedAll(services, lease)))
        await saveDemoSetting(db, "demo_seed", version);
    } finally {
      await lease.release();
    }
  }
}

/** Creates all the patients; false when the lease was lost on the way. */
async function seedAll(services: JobServices, lease: Lease): Promise<boolean> {
  const { content, gateway } = services;
  const seedServer = await openSeedServer(services);
  try {
    for (const patient of content.demo.patients) {
      if (gateway.name !== "sandbox" && patient.onboardingstatus !== "PENDING") continue;
      if (!(await lease.isHeld())) return false;
      await seedPatient(seedServer, patient);
    }
  } finally {
    await seedServer.close();
  }
  return lease.isHeld();
}

const isSeeded = async (db: Database, version: string): Promise<boolean> =>
  (await readDemoSetting(db, "demo_seed")) === version;

async function seedPatient(seedServer: SeedServer, patient: DemoPatient): Promise<void> {
  const days = demoTimelineOf(patient);
  setDaysAgo(seedServer, days.visit);
  const { userid, idToken, onboardingstatus } = await signUp(seedServer, patient);
  if (onboardingstatus === "PENDING")
    await seedServer.call(onboarding.overrideFlow, { body: { flow_variant: patient.flow } }, idToken);
  await completeVisit(seedServer, patient, idToken);
  await signOut(seedServer, idToken);
  if (patient.plan === "approved") {
    await seedClinicSteps(seedServer, userid, days);
    await readNotifications(seedServer, patient, days);
    await seedConversation(seedServer, userid, patient, days);
    if (patient.id === seedServer.services.content.demo.main) await seedWellbeing(seedServer, patient);
    if (patient.followup === "open") await sendFollowup(seedServer, userid, days);
  }
  if (patient.failedpayment === null) return;
  await seedFailedCharge(seedServer, userid, patient.failedpayment, days.failed);
}

/** Some hours after the parcel arrived, the patient read their notifications. */
async function readNotifications(
  seedServer: SeedServer,
  { email, password }: DemoPatient,
  { delivered }: DemoTimeline,
): Promise<void> {
  setDaysAgo(seedServer, delivered - 0.3);
  const { idToken } = await seedServer.call(auth.signIn, { body: { email, password, role: "PATIENT" } });
  await seedServer.call(notifications.readAll, { body: {} }, idToken);
  await signOut(seedServer, idToken);
}

/** Ends a session of the seed's own, so that the account starts without unknown devices. */
const signOut = (seedServer: SeedServer, idToken: string) => seedServer.call(auth.signOut, { body: {} }, idToken);

/** Signs the patient up, or in if the account exists. */
const signUp = (seedServer: SeedServer, { email, password, firstname, lastname }: DemoPatient) =>
  seedServer.call(auth.signUp, { body: { email, password, firstname, lastname } });
