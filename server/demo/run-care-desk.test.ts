import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { defineCareDesk, type RunningCareDesk } from "./run-care-desk.ts";

const keyName = "Demo care desk";

let server: TestServer;
let desk: RunningCareDesk;
beforeEach(async () => {
  server = await startTestServer({}, { CARE_DESK_PACE_SECONDS: "600" });
  desk = await newDesk();
});
afterEach(() => server.close());

/** Another desk, as after a restart. */
async function newDesk(): Promise<RunningCareDesk> {
  const opened = defineCareDesk({ ...server.jobs, define: () => undefined }, server.services);
  await opened.open(server.app);
  return opened;
}
const recordOf = async ({ id }: TestPatient) => (await server.call(care.patient, { params: { id } }, { apiKey })).ok;
const deskKey = async () => {
  const { items } = (await server.call(integrations.keys, {}, { apiKey })).ok;
  const found = items.filter(({ name }) => name === keyName);
  expect(found).toHaveLength(1);
  return found[0] ?? expect.fail("no key");
};
/** What the desk called since the last time this was asked, in order. */
let seen = 0;
async function callsOfDesk(): Promise<string[]> {
  const rows = await server.services.db
    .selectFrom("audit_event")
    .select("call")
    .where("actor", "=", `key:${(await deskKey()).id}`)
    .orderBy("id")
    .execute();
  const calls = rows.slice(seen).map(({ call }) => call);
  seen = rows.length;
  return calls;
}

describe("decisions §11 the demo's care desk is one more user of the clinic's calls", () => {
  beforeEach(() => void (seen = 0));

  test("with a key of its own, the same after a restart, that opens what it needs and nothing else; the audit names it", async () => {
    const rosa = await handedOver(server);
    await desk.work();
    await (await newDesk()).work();
    const { scopes } = await deskKey();
    expect(scopes).toEqual(["patients", "clinical", "identity", "rx", "messages", "dispense", "events"]);
    expect(await callsOfDesk()).toContain("care.accept");
    expect((await recordOf(rosa)).carestatus).toBe("accepted");
  });

  test("quality: idle, it makes one call; an event makes it read the list it is in", async () => {
    await desk.work();
    await callsOfDesk();
    await desk.work();
    expect(await callsOfDesk()).toEqual(["integrations.events"]);
    await handedOver(server);
    await desk.work();
    const calls = new Set(await callsOfDesk());
    expect([...calls].toSorted()).toEqual(["care.accept", "care.cases", "care.incoming", "integrations.events"]);
  });

  test("what it missed while it was away stands in the lists", async () => {
    const rosa = await handedOver(server);
    await desk.work();
    server.clock.advance(600_000);
    await (await newDesk()).work();
    expect((await recordOf(rosa)).planstatus).toBe("approved");
  });

  test("when the log no longer has the last event, it reads the lists and follows the log anew", async () => {
    await handedOver(server);
    await desk.work();
    await server.services.db.deleteFrom("clinic_event").execute();
    const rosa = await handedOver(server);
    await desk.work();
    await desk.work();
    expect((await recordOf(rosa)).carestatus).toBe("accepted");
  });

  test("revoked, it rests, also after a restart", async () => {
    const { id } = await deskKey();
    await server.call(integrations.revokeKey, { params: { id }, body: {} }, { apiKey });
    const rosa = await handedOver(server);
    await desk.work();
    await (await newDesk()).work();
    expect((await recordOf(rosa)).carestatus).toBe("incoming");
    expect((await deskKey()).revokedat).not.toBeNull();
  });

  test("started, it wakes when something happens and when something is due, until it is stopped", async () => {
    await server.close();
    server = await startTestServer({}, { CARE_DESK_PACE_SECONDS: "1" });
    desk = await newDesk();
    const stop = desk.start();
    const rosa = await handedOver(server);
    await expect.poll(async () => (await recordOf(rosa)).planstatus).toBe("approved");
    await stop();
    const ana = await handedOver(server);
    await desk.work();
    expect((await recordOf(ana)).carestatus).toBe("incoming");
  });
});
