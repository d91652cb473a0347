import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { messages } from "#contract/messages/calls.ts";
import { socketEvents } from "#contract/realtime.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { connect, listen, postClinicMessage } from "#server/testing/test-sockets.ts";

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startTestServer();
  url = await listen(server);
});
afterAll(() => server.close());

/** One checksum per table over all its rows; in the audit, rows of socket handshakes are left out, because each connection adds one. */
async function checksumAllTables() {
  const { db } = server.services;
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' order by 1`.execute(db);
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const table = sql.table(name);
    const { rows } = await sql<{ sum: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as sum from ${table} t
      where to_jsonb(t)->>'call' is distinct from 'realtime.connect'`.execute(db);
    sums[name] = rows[0]?.sum ?? "";
  }
  return sums;
}

test("proof 3: writes go through HTTP only: whatever a browser sends over its socket, no row changes", async () => {
  const patient = await server.newPatient();
  const { conversationid } = await postClinicMessage(server, patient.id, "How are you?");
  const body = {
    id: conversationid,
    conversationid,
    message: "By socket",
    seq: 1,
    clientid: "c1",
    patientId: patient.id,
  };
  const names = [...Object.keys(socketEvents), ...[...everyCall()].map(({ name }) => name)].filter(
    (name) => name !== "token",
  );
  const before = await checksumAllTables();
  // A socket may send 20 events a minute, and a patient's 20 sockets are enough for all.
  for (let from = 0; from < names.length; from += 20) {
    const eventNames = names.slice(from, from + 20);
    const socket = await connect(url, patient.token);
    for (const name of eventNames) socket.socket.emit(name, body, () => undefined);
    await socket.waitFor("request_error", () => socket.received("request_error").length === eventNames.length);
    expect(new Set(socket.received("request_error").map(({ code }) => code))).toEqual(new Set(["not_found"]));
    socket.socket.emit("token", { token: patient.token });
    socket.close();
  }
  expect(await checksumAllTables()).toEqual(before);

  // The same over HTTP is a write, and changes the checksums.
  const sent = await server.call(
    messages.send,
    { params: { id: conversationid }, body: { message: "By HTTP" } },
    { token: patient.token },
  );
  expect([201, 409]).toContain(sent.status);
  expect(await checksumAllTables()).not.toEqual(before);
});
