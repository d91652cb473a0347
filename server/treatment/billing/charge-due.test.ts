import type { Updateable } from "kysely";
import { describe, expect, test } from "vitest";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { reminderDays } from "#server/prescriptions/public.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import { capturedCents, home, inCare, mailSubjects } from "../testing/in-care.ts";
import { chargeDue } from "./charge-due.ts";

const server = serverAtNoon();
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];

interface State {
  readonly planned?: Updateable<Tables["prescription_order"]>;
  readonly subscription?: Updateable<Tables["subscription"]>;
}

describe("decisions §9 on the day something is due, nothing else of the patient is charged with it", () => {
  test.each<[string, (today: string) => State]>([
    ["the patient was not told of", () => ({ planned: { reminded_on: null } })],
    ["is planned for tomorrow", (today) => ({ planned: { charge_on: addDays(today, 1) } })],
    ["waits for the doctor", (today) => ({ planned: { held_back_from: today } })],
    [
      "is paused",
      (today) => ({ subscription: { status: "paused", paused_until: today, charge_on_before_pause: today } }),
    ],
    [
      "failed, and is tried again tomorrow",
      (today) => ({
        subscription: { status: "past_due" },
        planned: { failed_on: addDays(today, -2), attempts: 1, retry_on: addDays(today, 1) },
      }),
    ],
    [
      "failed, and was given up",
      (today) => ({
        subscription: { status: "past_due" },
        planned: { failed_on: addDays(today, -9), attempts: 4, retry_on: null },
      }),
    ],
  ])("what %s", async (_, stateOn) => {
    const rosa = await inCare(server);
    server.clock.advance((28 - server.services.content.shipping.leaddays) * 86_400_000);
    const today = clinicToday(server.services);
    const { planned, subscription } = stateOn(today);
    const { db } = server.services;
    const scheduled = db
      .updateTable("prescription_order")
      .where("patient_id", "=", rosa.id)
      .where("status", "=", "scheduled");
    await scheduled.set({ reminded_on: addDays(today, -reminderDays) }).execute();
    const { id } = await db
      .updateTable("subscription")
      .set({ status: "active", ...subscription })
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", patch)
      .returning("id")
      .executeTakeFirstOrThrow();
    if (planned) await scheduled.set(planned).where("subscription_id", "=", id).execute();
    await chargeDue(server.services, rosa.id);
    const [latest, ...before] = (await home(server, rosa)).orders;
    expect([latest?.detail.map(({ productid }) => productid), before.length]).toEqual([[capsule], 1]);
  });
});

test.each([
  [0, "is charged, postponed or said"],
  [1, "is left out"],
])("with %i days of care left, nothing that is due %s", async (daysLeft) => {
  const rosa = await inCare(server);
  server.clock.advance((28 - server.services.content.shipping.leaddays) * 86_400_000);
  const today = clinicToday(server.services);
  const { db } = server.services;
  const endsOn = addDays(today, daysLeft);
  await db.updateTable("patient").set({ care_ends_on: endsOn }).where("id", "=", rosa.id).execute();
  const planned = { charge_on: today, reminded_on: addDays(today, -reminderDays) };
  const ofRosa = db.updateTable("prescription_order").where("patient_id", "=", rosa.id);
  await ofRosa.set(planned).where("status", "=", "scheduled").execute();
  const mails = (await mailSubjects(server, rosa)).length;
  await chargeDue(server.services, rosa.id);
  const left = await db
    .selectFrom("prescription_order")
    .select(["charge_on", "reminded_on"])
    .where("patient_id", "=", rosa.id)
    .where("charge_on", "<=", today)
    .where("status", "=", "scheduled")
    .execute();
  expect(left).toEqual(daysLeft === 0 ? [planned, planned] : []);
  expect(await capturedCents(server, rosa)).toHaveLength(daysLeft === 0 ? 1 : 2);
  if (daysLeft === 0) expect(await mailSubjects(server, rosa)).toHaveLength(mails);
});
