import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { auth } from "#contract/auth.ts";
import { notifications } from "#contract/notifications.ts";
import { onboarding } from "#contract/onboarding.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { askForReview, converse } from "./conversation.ts";
import { failCharge } from "./failed-charge.ts";
import { type Days, daysOf, goBack, liveThrough } from "./history.ts";
import { type Lease, takeLease } from "./lease.ts";
import { openStage, type Stage } from "./stage.ts";
import { type DemoPatient, walkVisit } from "./visit.ts";

const setting = "demo_seed";
const leaseName = "demo_seed_lease";
/** How often a node asks whether another one has finished. */
const askMs = 250;

/**
 * Makes the demo patients of the content, once per version of them, by the calls a patient and the clinic make, at moments in the past.
 * Interrupted, it goes on where it was. Of several nodes one makes them and the others wait; they take over when it dies. Finished visits
 * are seeded on the sandbox gateway only.
 */
export async function seedDemo(services: Services): Promise<void> {
  const { content, db } = services;
  const version = createHash("sha256").update(JSON.stringify(content.demo)).digest("hex");
  while (!(await isSeeded(db, version))) {
    const lease = await takeLease(db, leaseName);
    if (lease === null) {
      await setTimeout(askMs);
      continue;
    }
    try {
      if (!(await isSeeded(db, version)) && (await seedAll(services, lease))) await noteSeeded(db, version);
    } finally {
      await lease.release();
    }
  }
}

/** Makes all the patients; false when the lease was lost on the way. */
async function seedAll(services: Services, lease: Lease): Promise<boolean> {
  const { content, gateway } = services;
  const stage = await openStage(services);
  try {
    for (const patient of content.demo.patients) {
      if (gateway.name !== "sandbox" && patient.onboardingstatus !== "PENDING") continue;
      if (!(await lease.isHeld())) return false;
      await seedPatient(stage, patient);
    }
  } finally {
    await stage.close();
  }
  return lease.isHeld();
}

async function isSeeded(db: Database, version: string): Promise<boolean> {
  const seeded = await db.selectFrom("setting").select("value").where("name", "=", setting).executeTakeFirst();
  return seeded?.value === version;
}

async function noteSeeded(db: Database, version: string): Promise<void> {
  const value = JSON.stringify(version);
  await db
    .insertInto("setting")
    .values({ name: setting, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

async function seedPatient(stage: Stage, patient: DemoPatient): Promise<void> {
  const days = daysOf(patient);
  goBack(stage, days.visit);
  const { userid, idToken, onboardingstatus } = await signUp(stage, patient);
  if (onboardingstatus === "PENDING")
    await stage.call(onboarding.overrideFlow, { body: { flow_variant: patient.flow } }, idToken);
  await walkVisit(stage, patient, idToken);
  await signOut(stage, idToken);
  if (patient.plan === "approved") {
    await liveThrough(stage, userid, days);
    await lookAtBell(stage, patient, days);
    await converse(stage, userid, patient, days);
    if (patient.review === "open") await askForReview(stage, userid, days);
  }
  if (patient.failedpayment === null) return;
  await failCharge(stage, userid, patient.failedpayment, days.failed);
}

/** Some hours after her parcel came she read what stood at her bell. */
async function lookAtBell(stage: Stage, { email, password }: DemoPatient, { delivered }: Days): Promise<void> {
  goBack(stage, delivered - 0.3);
  const { idToken } = await stage.call(auth.signIn, { body: { email, password, role: "PATIENT" } });
  await stage.call(notifications.readAll, { body: {} }, idToken);
  await signOut(stage, idToken);
}

/** Ends a session of the seed's own, so that the account begins without devices nobody knows. */
const signOut = (stage: Stage, idToken: string) => stage.call(auth.signOut, { body: {} }, idToken);

/** Signs her up, or in when she is known. */
const signUp = (stage: Stage, { email, password, firstname, lastname }: DemoPatient) =>
  stage.call(auth.signUp, { body: { email, password, firstname, lastname } });
