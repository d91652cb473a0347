import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
let nurse: StaffPerson;
let other: StaffPerson;
let rosa: string;
let ana: string;
beforeAll(async () => {
  server = await startTestServer();
  [rosa, ana] = [(await handedOver(server)).id, (await handedOver(server)).id];
  nurse = await signedInStaff(server, ["nurse"]);
  other = await signedInStaff(server, ["nurse"]);
});
afterAll(() => server.close());

const inBackground = { headers: { "x-background": "1" } };
const list = (by: StaffPerson, options = {}) => by.browser.call(care.cases, { query: { status: "incoming" } }, options);
const open = (by: StaffPerson, id: string, options = {}) => by.browser.call(care.patient, { params: { id } }, options);

/** Rows of the call by this person, by the patient it is about. */
async function rows(by: StaffPerson, call: string, patient: string | null = null): Promise<number> {
  const { count } = await server.services.db
    .selectFrom("audit_event")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("actor", "=", `staff:${by.id}`)
    .where("call", "=", call)
    .where("patient_id", patient === null ? "is" : "=", patient)
    .executeTakeFirstOrThrow();
  return Number(count);
}
const staySignedIn = () =>
  server.services.db.updateTable("staff_session").set({ used_at: server.clock.now() }).execute();

describe("what a page reads by itself is an access once", () => {
  it("a list leaves a row for each patient at its first look, and none at those after it", async () => {
    for (let look = 0; look < 3; look++) {
      expect((await list(nurse, inBackground)).status).toBe(200);
      server.clock.advance(60_000);
    }
    expect([await rows(nurse, "care.cases", rosa), await rows(nurse, "care.cases", ana)]).toEqual([1, 1]);
    // Whoever came into the list meanwhile has a row of their own.
    const late = (await handedOver(server)).id;
    await list(nurse, inBackground);
    expect([await rows(nurse, "care.cases", late), await rows(nurse, "care.cases", rosa)]).toEqual([1, 1]);
    // Another person's page is another look.
    await list(other, inBackground);
    expect(await rows(other, "care.cases", rosa)).toBe(1);
  });

  it("a look of the person leaves its row however often, also between those of the page", async () => {
    const before = await rows(nurse, "care.cases", rosa);
    await list(nurse);
    await list(nurse, inBackground);
    await list(nurse);
    expect(await rows(nurse, "care.cases", rosa)).toBe(before + 2);
  });

  it("what names no patient is no row for each look either", async () => {
    for (let look = 0; look < 3; look++) await nurse.browser.call(staff.claims, {}, inBackground);
    expect(await rows(nurse, "staff.claims")).toBe(1);
  });

  it("no caller hides that they opened a record: the first look has its row, and an hour later the next one", async () => {
    await open(nurse, rosa, inBackground);
    await open(nurse, ana, inBackground);
    await open(nurse, rosa, inBackground);
    expect([await rows(nurse, "care.patient", rosa), await rows(nurse, "care.patient", ana)]).toEqual([1, 1]);
    for (let minutes = 0; minutes < 60; minutes += 10) {
      server.clock.advance(600_000);
      await staySignedIn();
    }
    await open(nurse, rosa, inBackground);
    expect(await rows(nurse, "care.patient", rosa)).toBe(2);
  });

  it("what changes something, and what is refused, always has its row", async () => {
    const work = { kind: "case", id: ana } as const;
    for (let turn = 0; turn < 2; turn++) {
      await nurse.browser.call(staff.claim, { params: work, body: {} }, inBackground);
      await nurse.browser.call(care.orders, { query: { status: "ready" } }, inBackground);
    }
    expect([await rows(nurse, "staff.claim"), await rows(nurse, "care.orders")]).toEqual([2, 2]);
  });
});
