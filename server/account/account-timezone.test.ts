import { describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { updatePatient } from "#server/auth/public.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import { doseOf, everyDay, readWellbeing } from "#server/wellbeing/testing/wellbeing.ts";

const server = serverAtNoon();

const zoneOf = async (patient: TestPatient) =>
  (await server.call(account.user, {}, { token: await tokenOf(server, patient) })).ok.timezone;
const choose = async (patient: TestPatient, timezone: string) =>
  server.call(account.updateTimezone, { body: { timezone } }, { token: await tokenOf(server, patient) });

async function texan() {
  const rosa = await inCare(server);
  await updatePatient(server.services, rosa.id, { state: "TX" });
  return rosa;
}

describe("the time zone in the account settings", () => {
  test("shows that of the state, with those of the state to choose from first", async () => {
    expect(await zoneOf(await texan())).toMatchObject({
      ...{ current: "America/Chicago", name: "Central Time", id: null },
      choices: expect.arrayContaining([{ id: "America/Denver", name: "Mountain Time", instate: true }]),
      hint: "Your days go by it: doses, reminders and charges.",
    });
  });

  test("chosen, it counts for doses and their reminders too", async () => {
    const rosa = await texan();
    const { id } = await doseOf(server, rosa, "capsule");
    const token = await tokenOf(server, rosa);
    await server.call(wellbeing.pickDays, { params: { id }, body: { days: everyDay, remindat: 20 } }, { token });
    const { ok } = await choose(rosa, "America/Boise");
    expect(ok.timezone).toMatchObject({ current: "America/Denver", id: "America/Denver", name: "Mountain Time" });
    expect((await readWellbeing(server, rosa)).doses.timezone.name).toBe("Mountain Time");
    expect((await doseOf(server, rosa, "capsule")).schedule?.reminder).toContain("8 pm, Mountain Time");
    const { remind_at } = await server.services.db
      .selectFrom("dose_schedule")
      .select("remind_at")
      .where("patient_id", "=", rosa.id)
      .executeTakeFirstOrThrow();
    expect(remind_at?.getUTCHours()).toBe(3);
  });

  test("a patient without a medicine has it too; what is no zone is refused in words", async () => {
    const joan = await server.newPatient();
    expect((await choose(joan, "Pacific/Honolulu")).ok.timezone.current).toBe("Pacific/Honolulu");
    const { problem } = await choose(joan, "Mars/Olympus");
    expect(problem).toMatchObject({
      code: "bad_request",
      details: { fields: [{ path: "timezone", message: "Please choose a time zone from the list." }] },
    });
    expect((await zoneOf(joan)).current).toBe("Pacific/Honolulu");
  });
});

describe("at sign-up, the device's time zone is kept where it is one of the state's", () => {
  const birthday = "1971-02-03";
  async function withDetails(state: string, timezone?: string) {
    const patient = await server.newPatient();
    const save = (body: object) =>
      server.call(
        onboarding.saveStep,
        { params: { n: 1.5 }, body: { state, birthday, ...body } },
        { token: patient.token },
      );
    const { status } = await save(timezone === undefined ? {} : { timezone });
    expect(status).toBe(200);
    return { patient, save };
  }

  test.each([
    ["TX", "America/Boise", "America/Denver"],
    ["TX", "America/Chicago", null],
    ["TX", "Europe/Paris", null],
    ["TX", "Mars/Olympus", null],
    ["TX", undefined, null],
    ["NY", "America/Denver", null],
  ])("in %s, a device in %s: %s", async (state, device, kept) => {
    const { patient } = await withDetails(state, device);
    expect((await zoneOf(patient)).id).toBe(kept);
  });

  test("saved again from another device, the first stays; in another state it ends", async () => {
    const { patient, save } = await withDetails("TX", "America/Denver");
    await save({ timezone: "America/Chicago" });
    expect((await zoneOf(patient)).id).toBe("America/Denver");
    await save({ state: "NY", timezone: "America/New_York" });
    expect(await zoneOf(patient)).toMatchObject({ id: null, current: "America/New_York" });
  });
});
