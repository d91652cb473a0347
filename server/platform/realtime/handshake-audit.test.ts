import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { connect, listen } from "#server/testing/test-sockets.ts";
import { handshakeLimit } from "./handshake.ts";

let server: TestServer;
let url: string;
beforeAll(async () => {
  server = await startTestServer();
  url = await listen(server);
});
afterAll(() => server.close());

const rowsOf = (patientId: string) =>
  server.services.db
    .selectFrom("audit_event")
    .select(["actor", "status", "code", "request_id"])
    .where("call", "=", "realtime.connect")
    .where("patient_id", "=", patientId)
    .orderBy("at")
    .execute();

test("decisions §4 what a socket sends a patient is audited: each admitted socket has its row", async () => {
  const { id, token } = await server.newPatient();
  const socket = await connect(url, token);
  const row = { actor: `patient:${id}`, status: 101, code: null, request_id: socket.socket.id };
  expect(await rowsOf(id)).toEqual([row]);
  socket.close();
});

test("decisions §4 so has one that authenticates a patient and is refused", async () => {
  const { id, token } = await server.newPatient();
  for (let used = 0; used < handshakeLimit.points; used += 1)
    await server.services.limiter.consume("socket-patient", id, handshakeLimit);
  await expect(connect(url, token)).rejects.toMatchObject({ data: { code: "rate_limited" } });
  expect(await rowsOf(id)).toMatchObject([{ actor: `patient:${id}`, status: 429, code: "rate_limited" }]);
});

test("decisions §4 nobody is admitted whose row could not be written", async () => {
  const { id, token } = await server.newPatient();
  const record = vi.spyOn(server.services.audit, "record").mockRejectedValue(new Error("the disk is full"));
  await expect(connect(url, token)).rejects.toMatchObject({ data: { code: "internal" } });
  record.mockRestore();
  expect(await rowsOf(id)).toEqual([]);
});
