import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { signedInStaff } from "../testing/staff-people.ts";
import { licenseStatus } from "./team-doctors.ts";

test.each([
  [null, "valid"],
  ["2026-03-31", "ended"],
  ["2026-04-01", "ending"],
  ["2026-05-31", "ending"],
  ["2026-06-01", "valid"],
] as const)("decisions §11 licenses: one until %s is %s on April 1", (until, status) =>
  expect(licenseStatus(until, "2026-04-01")).toBe(status),
);

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const asKey = { apiKey: testApiKey };
const set = (state: string, validuntil: string | undefined, doctorid = "elena_marsh") =>
  server.call(staff.setLicense, { params: { doctorid, state }, body: { validuntil } }, asKey);

describe("decisions §11 states and licenses with their ends", () => {
  it("an end that has passed refuses a plan of that state at once; a new one lets it through", async () => {
    const { browser } = await signedInStaff(server, ["physician"], "elena_marsh");
    const { id } = await handedOver(server);
    const { state } = (await server.call(care.patient, { params: { id } }, asKey)).ok;
    await browser.call(care.accept, { params: { id }, body: {} });
    const ended = await set(state ?? "", addDays(clinicToday(server.services), -1));
    expect(ended.ok.licenses.find((license) => license.state === state)?.status).toBe("ended");
    const refused = await browser.call(care.approvePlan, { params: { id }, body: {} });
    expect(refused.problem.message).toMatch(/licens/i);
    expect(
      (await set(state ?? "", clinicToday(server.services))).ok.licenses.find((license) => license.state === state)
        ?.status,
    ).toBe("ending");
    const override = { withoutanswers: true, reason: "This patient never answered a visit." };
    expect((await browser.call(care.approvePlan, { params: { id }, body: { override } })).status).toBe(200);
  });

  it("lists who of the team each doctor is; bad input: an unknown doctor, a state the doctor has no license of, no day", async () => {
    const { ok } = await server.call(staff.doctors, {}, asKey);
    expect(ok.items.find(({ id }) => id === "elena_marsh")?.memberid).toEqual(expect.any(String));
    expect(ok.items.find(({ id }) => id === "ruth_okafor")?.memberid).toBeNull();
    expect((await set("CA", undefined, "nobody")).status).toBe(404);
    expect((await set("WY", undefined)).status).toBe(404);
    expect((await set("CA", "2026-02-31")).status).toBe(400);
  });
});
