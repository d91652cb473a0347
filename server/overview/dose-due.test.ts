import { beforeEach, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { home, inCare, type InCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import { treatmentScenarios } from "#server/treatment/testing/scenarios.ts";
import { doseOf, everyDay, noteDose, pickDays } from "#server/wellbeing/testing/wellbeing.ts";

const server = serverAtNoon();
const { at, putOnHold } = treatmentScenarios(() => server);
const monday = "2027-02-01";
// 11 am in Iowa.
beforeEach(() => at(`${monday}T17:00:00Z`));

const nextStepOf = async (patient: InCare) => (await home(server, patient)).nextstep;
const inCareWithDays = async () => {
  const rosa = await inCare(server);
  const [patch, capsule] = [await doseOf(server, rosa, "patch"), await doseOf(server, rosa, "capsule")];
  await pickDays(server, rosa, patch.id, [1, 4]);
  await pickDays(server, rosa, capsule.id, everyDay);
  return { rosa, patch: { id: patch.id, day: monday }, capsule: { id: capsule.id, day: monday } };
};

describe("a dose that is due leads home", () => {
  test("one after the other, until each is noted as done or skipped; taken back it leads again", async () => {
    const { rosa, patch, capsule } = await inCareWithDays();
    expect(await nextStepOf(rosa)).toMatchObject({ title: "Change your patch today", dose: patch, needspatient: true });
    await noteDose(server, rosa, patch, "done");
    expect(await nextStepOf(rosa)).toMatchObject({ title: "Take your capsule tonight", dose: capsule });
    await noteDose(server, rosa, capsule, "skipped");
    const { kind, dose } = await nextStepOf(rosa);
    expect([kind, dose]).toEqual(["under_way", undefined]);
    await noteDose(server, rosa, patch, null);
    expect(await nextStepOf(rosa)).toMatchObject({ kind: "dose_today", dose: patch });
  });

  test("only on its days, in the patient's time zone", async () => {
    const rosa = await inCare(server, { state: "CA" });
    const { id } = await doseOf(server, rosa, "patch");
    await pickDays(server, rosa, id, [1, 4]);
    const capsule = await doseOf(server, rosa, "capsule");
    await noteDose(server, rosa, { id: capsule.id, day: monday }, "done");
    await server.call(wellbeing.endDays, { params: { id: capsule.id } }, { token: await tokenOf(server, rosa) });
    // 11 pm in California, 2 am in New York.
    at("2027-02-02T07:00:00Z");
    expect((await nextStepOf(rosa)).dose).toMatchObject({ id, day: monday });
    at("2027-02-02T09:00:00Z");
    expect((await nextStepOf(rosa)).kind).not.toBe("dose_today");
  });

  test("nothing is offered for sale beside it", async () => {
    const { rosa } = await inCareWithDays();
    expect((await home(server, rosa)).canshowupsells).toBe(false);
  });
});

describe("decisions §9 home leads with no dose of what is not running", () => {
  test("a doctor's stop of one medicine ends it at once, of the other one too", async () => {
    const { rosa, patch } = await inCareWithDays();
    const params = { id: patch.id };
    const body = { reason: "No longer safe.", message: "Please stop the patch." };
    expect((await server.call(care.stopPrescription, { params, body }, { apiKey })).status).toBe(200);
    const { kind, dose } = await nextStepOf(rosa);
    expect(kind).not.toBe("dose_today");
    expect(dose).toBeUndefined();
  });

  test("a medicine on hold: the safety notice leads, and names no dose", async () => {
    const { rosa } = await inCareWithDays();
    await putOnHold(rosa);
    const { kind, dose } = await nextStepOf(rosa);
    expect([kind, dose]).toEqual(["stop", undefined]);
  });

  test("a pause stops deliveries and no dose; noted, the break leads, and says to keep using what is at home", async () => {
    const { rosa, patch, capsule } = await inCareWithDays();
    const token = await tokenOf(server, rosa);
    const params = { id: rosa.id };
    expect((await server.call(treatment.pause, { params, body: { months: 1 } }, { token })).status).toBe(200);
    const { plan } = await home(server, rosa);
    expect([plan.phase, plan.since?.slice(0, 10)]).toEqual(["paused", monday]);
    const lead = await nextStepOf(rosa);
    expect(lead).toMatchObject({ kind: "dose_today", dose: patch });
    expect(lead.text).toMatch(/No deliveries until \w+, \w+ \d+\. Keep using your box\.$/);
    await noteDose(server, rosa, patch, "done");
    await noteDose(server, rosa, capsule, "done");
    expect((await nextStepOf(rosa)).kind).toBe("paused_in_use");
  });

  test("after a cancellation the box at home is used up; once it is empty the plan has ended", async () => {
    const { rosa, patch } = await inCareWithDays();
    const token = await tokenOf(server, rosa);
    expect((await server.call(treatment.cancel, { params: { id: rosa.id }, body: {} }, { token })).status).toBe(200);
    expect(await nextStepOf(rosa)).toMatchObject({ kind: "dose_today", dose: patch });
    server.clock.advance(30 * 86_400_000);
    const { kind, dose, text } = await nextStepOf(rosa);
    expect([kind, dose, text.includes("Keep using")]).toEqual(["ended", undefined, false]);
  });
});
