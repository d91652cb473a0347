import { createHash } from "node:crypto";
import { auth } from "#contract/auth.ts";
import { onboarding } from "#contract/onboarding.ts";
import type { Services } from "#server/platform/services.ts";
import { failCharge } from "./failed-charge.ts";
import { daysOf, goBack, liveThrough } from "./history.ts";
import { openStage, type Stage } from "./stage.ts";
import { type DemoPatient, walkVisit } from "./visit.ts";

const setting = "demo_seed";

/**
 * Makes the demo patients of the content, once per version of them, by the calls a patient and the clinic make, at moments in the past.
 * Interrupted, it goes on where it was. Finished visits are seeded on the sandbox gateway only.
 */
export async function seedDemo(services: Services): Promise<void> {
  const { content, db, gateway } = services;
  const version = createHash("sha256").update(JSON.stringify(content.demo)).digest("hex");
  const seeded = await db.selectFrom("setting").select("value").where("name", "=", setting).executeTakeFirst();
  if (seeded?.value === version) return;
  const stage = await openStage(services);
  try {
    for (const patient of content.demo.patients)
      if (gateway.name === "sandbox" || patient.onboardingstatus === "PENDING") await seedPatient(stage, patient);
  } finally {
    await stage.close();
  }
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
  if (patient.plan === "approved") await liveThrough(stage, userid, days);
  if (patient.failedpayment === null) return;
  await failCharge(stage, userid, patient.failedpayment, days.failed);
}

/** Signs her up, or in when she is known. */
const signUp = (stage: Stage, { email, password, firstname, lastname }: DemoPatient) =>
  stage.call(auth.signUp, { body: { email, password, firstname, lastname } });
