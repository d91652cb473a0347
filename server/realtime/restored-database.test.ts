import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notifications } from "#contract/notifications.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { connect, listen, postClinicMessage } from "#server/testing/test-sockets.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

test("proof 7: the database is restored under a running node: the socket reports that no cursor fits, then continues", async () => {
  const { db } = server.services;
  const patient = await server.newPatient();
  const socket = await connect(await listen(server), patient.token);
  const before = await postClinicMessage(server, patient.id, "Before");
  await socket.waitFor("message", ({ id }) => id === before.id);
  const { cursor } = await socket.waitFor("changes", ({ items }) => items.some(({ topic }) => topic === "message"));
  await sql`delete from change_event where patient_id = ${patient.id}`.execute(db);
  await sql`update change_feed set last_seq = 0 where patient_id = ${patient.id}`.execute(db);
  await postClinicMessage(server, patient.id, "Right after");
  const resetEvent = await socket.waitFor("changes", ({ items }) => items.length === 0);
  expect(resetEvent.from).not.toBe(cursor);
  const gone = await server.call(notifications.changes, { query: { cursor } }, { token: patient.token });
  expect(gone.status).toBe(410);
  const after = await postClinicMessage(server, patient.id, "Later");
  expect(await socket.waitFor("message", ({ id }) => id === after.id)).toEqual(after);
  const last = await socket.waitFor("changes", ({ items }) => items.some(({ id }) => id === after.id));
  expect(last.from).toBe(resetEvent.cursor);
  socket.close();
});
