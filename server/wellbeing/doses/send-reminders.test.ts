import { beforeEach, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { notifications } from "#contract/notifications.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { weekdayOf } from "#server/platform/clock/calendar-days.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { agreeToChange, changeTreatment, newestChange, stronger } from "#server/treatment/testing/changes.ts";
import {
  capturedCents,
  deliver,
  home,
  inCare,
  passDays,
  subscriptionOf,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";
import { treatmentScenarios } from "#server/treatment/testing/scenarios.ts";
import { doseOf, everyDay, noteDose, pickDays } from "../testing/wellbeing.ts";
import { sendReminders } from "./send-reminders.ts";

const server = serverAtNoon();
const { at, putOnHold } = treatmentScenarios(() => server);
// Monday, February 1, 2027, 11 am in Iowa.
beforeEach(() => at("2027-02-01T17:00:00Z"));
/** 8 pm in Iowa that Monday; and the days after. */
const evening = (days = 0) => new Date(Date.parse("2027-02-02T02:00:00Z") + days * 86_400_000).toISOString();

/** Runs the job at a moment; gives the reminders the patient has had by then. */
async function remindersAt(patient: TestPatient, moment: string) {
  at(moment);
  await sendReminders(server.services);
  await server.jobs.drain();
  return (await server.mailbox.list(patient.email)).filter(({ subject }) => subject === "Your reminder for today");
}

async function withReminder(hour: number | null = 20) {
  const rosa = await inCare(server);
  const { id } = await doseOf(server, rosa, "patch");
  await pickDays(server, rosa, id, [1, 4], hour);
  return { rosa, id };
}

describe("a reminder", () => {
  test("is mailed at the picked hour of the patient's time zone, once, and says nothing about health", async () => {
    const { rosa } = await withReminder();
    expect((await doseOf(server, rosa, "patch")).schedule?.reminder).toBe(
      "We'll email you at 8 pm, Central Time. It won't say what for.",
    );
    expect(await remindersAt(rosa, "2027-02-02T01:59:00Z")).toEqual([]);
    const [mail, ...more] = await remindersAt(rosa, evening());
    expect(more).toEqual([]);
    expect(mail?.text).toContain(`${server.services.config.publicUrl}/home`);
    expect(`${mail?.subject} ${mail?.text}`).not.toMatch(/patch|capsule|dose|medicine|estradiol|treatment|health/i);
    expect(await remindersAt(rosa, "2027-02-02T03:00:00Z")).toHaveLength(1);
    expect(await remindersAt(rosa, evening(1))).toHaveLength(1);
    expect(await remindersAt(rosa, evening(3))).toHaveLength(2);
  });

  test("is one mail for two medicines at the same hour", async () => {
    const { rosa } = await withReminder();
    await pickDays(server, rosa, (await doseOf(server, rosa, "capsule")).id, everyDay, 20);
    expect(await remindersAt(rosa, evening())).toHaveLength(1);
    expect(await remindersAt(rosa, evening(1))).toHaveLength(2);
  });

  test("is none where none was wanted", async () => {
    const { rosa } = await withReminder(null);
    expect(await remindersAt(rosa, evening(3))).toEqual([]);
  });

  test.each(["done", "skipped"] as const)("is not mailed once the dose is %s", async (status) => {
    const { rosa, id } = await withReminder();
    await noteDose(server, rosa, { id, day: "2027-02-01" }, status);
    expect(await remindersAt(rosa, evening())).toEqual([]);
    expect(await remindersAt(rosa, evening(3))).toHaveLength(1);
  });

  test("ends when the days are turned off", async () => {
    const { rosa, id } = await withReminder();
    await server.call(wellbeing.endDays, { params: { id } }, { token: await tokenOf(server, rosa) });
    expect(await remindersAt(rosa, evening(3))).toEqual([]);
  });

  test("is not mailed on another day, after the jobs stood still", async () => {
    const { rosa } = await withReminder();
    expect(await remindersAt(rosa, "2027-02-02T15:00:00Z")).toEqual([]);
    expect(await remindersAt(rosa, evening(3))).toHaveLength(1);
  });

  test("respects the patient's mail settings, and the page says so", async () => {
    const { rosa } = await withReminder();
    const token = await tokenOf(server, rosa);
    await server.call(notifications.savePreferences, { body: { messages: true, updates: false } }, { token });
    expect((await doseOf(server, rosa, "patch")).schedule).toMatchObject({
      reminder: "Your email settings keep reminders from going out.",
      action: { href: "/account-settings" },
    });
    expect(await remindersAt(rosa, evening())).toEqual([]);
  });
});

describe("decisions §9 reminders end at once", () => {
  test("when a doctor stops the medicine, for good", async () => {
    const { rosa, id } = await withReminder();
    const body = { reason: "No longer safe.", message: "Please stop the patch." };
    await server.call(care.stopPrescription, { params: { id }, body }, { apiKey });
    expect(await remindersAt(rosa, evening())).toEqual([]);
    const rows = await server.services.db
      .selectFrom("dose_schedule")
      .select("remind_at")
      .where("patient_id", "=", rosa.id)
      .execute();
    expect(rows).toEqual([{ remind_at: null }]);
  });

  test("when it is put on hold", async () => {
    const { rosa } = await withReminder();
    await putOnHold(rosa);
    expect(await remindersAt(rosa, evening())).toEqual([]);
    expect(await remindersAt(rosa, evening(3))).toEqual([]);
  });

  test("when the account is closed", async () => {
    const { rosa } = await withReminder();
    const token = await tokenOf(server, rosa);
    const { status } = await server.call(account.closeAccount, { body: { password: rosa.password } }, { token });
    expect(status).toBe(200);
    expect(await remindersAt(rosa, evening())).toEqual([]);
  });
});

describe("another strength of a medicine", () => {
  /** The patient uses a stronger patch since its first box came. */
  async function withStrongerPatch() {
    const { rosa } = await withReminder();
    const made = await changeTreatment(server, rosa, {
      pricingid: stronger,
      begins: "now",
      until: "go_on",
      note: "More.",
    });
    expect(made.status).toBe(201);
    await agreeToChange(server, rosa, await newestChange(server, rosa));
    while ((await capturedCents(server, rosa)).length < 2) await passDays(server, 1);
    const { prescriptionorders } = await subscriptionOf(server, rosa, "estradiol_patch_0_1");
    await deliver(server, prescriptionorders.find(({ orderid }) => orderid !== null)?.orderid ?? "");
    const dose = await doseOf(server, rosa, "patch");
    expect(dose.dosage).toBe("0.1 mg/day");
    return { rosa, dose };
  }
  /** How many reminders come in a week. */
  async function remindersInAWeek(rosa: TestPatient) {
    const now = server.clock.now().getTime();
    const before = (await remindersAt(rosa, new Date(now).toISOString())).length;
    let all = before;
    for (let hour = 1; hour <= 7 * 24; hour += 1)
      all = (await remindersAt(rosa, new Date(now + hour * 3_600_000).toISOString())).length;
    return all - before;
  }

  test("is taken on the days the patient picked, with their reminder, until they pick others", async () => {
    const { rosa, dose } = await withStrongerPatch();
    expect(dose.schedule).toMatchObject({ days: [1, 4], remindat: 20 });
    expect(await remindersInAWeek(rosa)).toBe(2);
    // The capsule is begun, so that it leads home no more.
    const { id } = await doseOf(server, rosa, "capsule");
    await noteDose(server, rosa, { id, day: dayIn("America/Chicago", server.clock.now()) }, "done");
    await server.call(wellbeing.endDays, { params: { id } }, { token: await tokenOf(server, rosa) });
    const isDue = async () => (await home(server, rosa)).nextstep.kind === "dose_today";
    const dueOn = new Set<number>();
    for (let day = 0; day < 7; day += 1) {
      if (await isDue()) dueOn.add(weekdayOf(dayIn("America/Chicago", server.clock.now())));
      server.clock.advance(86_400_000);
    }
    expect(dueOn).toEqual(new Set([1, 4]));
    await pickDays(server, rosa, dose.id, [2, 5], 20);
    expect((await doseOf(server, rosa, "patch")).schedule?.days).toEqual([2, 5]);
    expect(await remindersInAWeek(rosa)).toBe(2);
  });

  test("has no days once they are ended, nor those of the strength before", async () => {
    const { rosa, dose } = await withStrongerPatch();
    await server.call(wellbeing.endDays, { params: { id: dose.id } }, { token: await tokenOf(server, rosa) });
    expect(await doseOf(server, rosa, "patch")).toMatchObject({ schedule: null, today: null });
    expect(await remindersInAWeek(rosa)).toBe(0);
  });
});
