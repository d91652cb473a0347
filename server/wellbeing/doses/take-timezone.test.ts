import { beforeEach, describe, expect, test } from "vitest";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { updatePatient } from "#server/auth/public.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import { treatmentScenarios } from "#server/treatment/testing/scenarios.ts";
import { doseOf, everyDay, readWellbeing } from "../testing/wellbeing.ts";
import { sendReminders } from "./send-reminders.ts";

const server = serverAtNoon();
const { at } = treatmentScenarios(() => server);
// Monday, February 1, 2027, 11 am in Dallas, 10 am in El Paso.
beforeEach(() => at("2027-02-01T17:00:00Z"));

async function texan() {
  const rosa = await inCare(server);
  await updatePatient(server.services, rosa.id, { state: "TX" });
  return rosa;
}

async function pick(patient: TestPatient, timezone?: string) {
  const { id } = await doseOf(server, patient, "capsule");
  const body = { days: everyDay, remindat: 20, ...(timezone !== undefined && { timezone }) };
  return server.call(wellbeing.pickDays, { params: { id }, body }, { token: await tokenOf(server, patient) });
}

async function note(patient: TestPatient, timezone: string, day = "2027-02-01") {
  const { id } = await doseOf(server, patient, "capsule");
  const body = { status: "done" as const, timezone };
  return server.call(wellbeing.noteDose, { params: { id, day }, body }, { token: await tokenOf(server, patient) });
}

const zoneOf = async (patient: TestPatient) => (await readWellbeing(server, patient)).doses.timezone;

async function remindersAt(patient: TestPatient, moment: string) {
  at(moment);
  await sendReminders(server.services);
  await server.jobs.drain();
  return (await server.mailbox.list(patient.email)).filter(({ subject }) => subject === "Your reminder for today")
    .length;
}

describe("a patient in El Paso, whose state has two time zones", () => {
  test("is offered both first; without a word it's that of most people", async () => {
    expect(await zoneOf(await texan())).toMatchObject({
      ...{ name: "Central Time", id: null },
      choices: expect.arrayContaining([{ id: "America/Denver", name: "Mountain Time", instate: true }]),
    });
  });

  test("has days, reminders and home by the zone of the form, under whatever name the browser has for it", async () => {
    const rosa = await texan();
    const { ok } = await pick(rosa, "America/Boise");
    expect(ok.wellbeing.doses.timezone).toMatchObject({ name: "Mountain Time", id: "America/Denver" });
    expect((await doseOf(server, rosa, "capsule")).schedule?.reminder).toContain("8 pm, Mountain Time");
    expect(await remindersAt(rosa, "2027-02-02T02:30:00Z")).toBe(0);
    expect(await remindersAt(rosa, "2027-02-02T03:00:00Z")).toBe(1);
    // 11:30 pm there, the next day in Dallas and for the practice.
    at("2027-02-02T06:30:00Z");
    expect((await doseOf(server, rosa, "capsule")).today).toMatchObject({ day: "2027-02-01", status: null });
  });

  test("keeps the hour of a reminder on nights on which clocks change", async () => {
    at("2027-03-13T18:00:00Z");
    const rosa = await texan();
    await pick(rosa, "America/Denver");
    expect(await remindersAt(rosa, "2027-03-14T03:00:00Z")).toBe(1);
    expect(await remindersAt(rosa, "2027-03-15T01:59:00Z")).toBe(1);
    expect(await remindersAt(rosa, "2027-03-15T02:00:00Z")).toBe(2);
  });

  test("gets it from a browser that notes a dose; a journey's isn't taken, nor anything in place of a choice", async () => {
    const rosa = await texan();
    await pick(rosa);
    await note(rosa, "Europe/Paris");
    expect(await zoneOf(rosa)).toMatchObject({ id: null, name: "Central Time" });
    await note(rosa, "Etc/Unknown");
    await note(rosa, "America/Denver");
    expect(await zoneOf(rosa)).toMatchObject({ id: "America/Denver" });
    await note(rosa, "America/Chicago");
    expect(await zoneOf(rosa)).toMatchObject({ id: "America/Denver" });
  });
});

describe("on a journey", () => {
  test("the patient can choose where the clocks are; every reminder moves with it, those of other medicines too", async () => {
    const rosa = await texan();
    await pick(rosa);
    const patch = await doseOf(server, rosa, "patch");
    const token = await tokenOf(server, rosa);
    const body = { days: [1, 4], remindat: 20, timezone: "Europe/Paris" };
    const { ok } = await server.call(wellbeing.pickDays, { params: { id: patch.id }, body }, { token });
    expect(ok.wellbeing.doses.timezone).toMatchObject({ id: "Europe/Paris", name: "Central European Time" });
    expect(await remindersAt(rosa, "2027-02-01T18:59:00Z")).toBe(0);
    expect(await remindersAt(rosa, "2027-02-01T19:00:00Z")).toBe(1);
  });

  test("what is no time zone is refused and changes nothing", async () => {
    const rosa = await texan();
    const { problem } = await pick(rosa, "Mars/Olympus");
    expect(problem).toMatchObject({ code: "bad_request", details: { fields: [{ path: "timezone" }] } });
    expect((await doseOf(server, rosa, "capsule")).schedule).toBeNull();
  });
});

describe("a move to another state", () => {
  test("ends what was kept; to the same one it stays", async () => {
    const rosa = await texan();
    await pick(rosa, "America/Denver");
    await updatePatient(server.services, rosa.id, { state: "TX" });
    expect(await zoneOf(rosa)).toMatchObject({ id: "America/Denver" });
    await updatePatient(server.services, rosa.id, { state: "CA" });
    expect(await zoneOf(rosa)).toMatchObject({ id: null, name: "Pacific Time" });
  });

  test("to the west brings no reminder before its hour has come there", async () => {
    const rosa = await texan();
    await pick(rosa);
    await updatePatient(server.services, rosa.id, { state: "CA" });
    expect(await remindersAt(rosa, "2027-02-02T02:00:00Z")).toBe(0);
    expect(await remindersAt(rosa, "2027-02-02T04:00:00Z")).toBe(1);
  });
});
