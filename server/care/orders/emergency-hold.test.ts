import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { detectEmergency, reportEmergency } from "#server/emergency/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
let pharmacy: StaffPerson;
let finance: StaffPerson;
beforeAll(async () => {
  server = await sharedTestServer();
  pharmacy = await signedInStaff(server, ["pharmacy"]);
  finance = await signedInStaff(server, ["finance"]);
});

const toSend = () => inCare(server, { delivered: false });
/** An emergency whose kind says what becomes of the medicine until it's closed. */
async function describeEmergency({ id: patientId }: InCare, medicine: "keep" | "wait"): Promise<void> {
  const { emergencywords } = server.services.content;
  const found = detectEmergency(server.services.content, "my chest hurts") ?? expect.fail("no emergency");
  const sign = emergencywords.signs.find((each) => (each.medicine === "keep") === (medicine === "keep"))?.id;
  await inTransaction(server.services, (tx) =>
    reportEmergency(tx, { ...found, sign: sign ?? expect.fail(medicine), patientId, source: "health" }),
  );
}
async function itemFor(person: StaffPerson, { orderId }: InCare) {
  const { number } = await server.services.db
    .selectFrom("customer_order")
    .select("number")
    .where("id", "=", orderId)
    .executeTakeFirstOrThrow();
  const { ok } = await person.browser.call(care.orderByNumber, { params: { number: String(number) } });
  return ok.items[0] ?? expect.fail("no order");
}

describe("what is to be packed for a patient with an open emergency", () => {
  test.each([
    { told: [], hold: null },
    { told: ["keep"], hold: false },
    { told: ["wait"], hold: true },
    { told: ["keep", "wait"], hold: true },
    { told: ["wait", "keep"], hold: true },
  ] as const)("told $told: the pharmacy reads hold $hold, and none of the words", async ({ told, hold }) => {
    const rosa = await toSend();
    for (const medicine of told) await describeEmergency(rosa, medicine);
    const item = await itemFor(pharmacy, rosa);
    expect([item.emergencyhold, item.patient.emergencysince !== null]).toEqual([hold, told.length > 0]);
    expect(JSON.stringify(item)).not.toContain("chest");
    expect((await itemFor(finance, rosa)).emergencyhold).toBeNull();
  });

  test("acknowledged it stays, closed it's gone", async () => {
    const rosa = await toSend();
    await describeEmergency(rosa, "wait");
    const query = { state: "open", patientid: rosa.id } as const;
    const [open] = (await server.call(care.emergencies, { query }, { apiKey })).ok.items;
    const params = { id: open?.id ?? "" };
    await server.call(care.acknowledgeEmergency, { params, body: {} }, { apiKey });
    expect((await itemFor(pharmacy, rosa)).emergencyhold).toBe(true);
    await server.call(care.closeEmergency, { params, body: { outcome: "Heartburn" } }, { apiKey });
    expect((await itemFor(pharmacy, rosa)).emergencyhold).toBeNull();
  });

  test("the emergency's page names what they take with its strength", async () => {
    const rosa = await toSend();
    await describeEmergency(rosa, "wait");
    const query = { state: "open", patientid: rosa.id } as const;
    const [open] = (await server.call(care.emergencies, { query }, { apiKey })).ok.items;
    expect(open?.medicines.toSorted()).toEqual([
      expect.stringMatching(/patch 0\.05 mg/),
      expect.stringMatching(/100 mg$/),
    ]);
  });
});
