import { beforeAll, describe, expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { sql } from "kysely";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { exampleBody, examplePath } from "./testing/example-requests.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

describe("every access to a patient's record leaves a row", () => {
  const calls = [...everyCall()].filter(({ call }) => call.auth === "patient" && !call.upload);
  test.each(calls.map(({ feature, name, call }) => ({ title: `${feature}.${name}`, call })))(
    "$title",
    async ({ title, call }) => {
      const { token, id } = await server.newPatient();
      const body = exampleBody(call, 7);
      const answer = await server.app.inject({
        method: call.method,
        url: examplePath(call),
        headers: { authorization: `Bearer ${token}`, ...(call.idempotency ? { "idempotency-key": newId() } : {}) },
        ...(body === undefined ? {} : { payload: body as object }),
      });
      const rows = await server.services.db
        .selectFrom("audit_event")
        .selectAll()
        .where("patient_id", "=", id)
        .where("call", "=", title)
        .execute();
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        actor: `patient:${id}`,
        status: answer.statusCode,
        request_id: answer.headers["x-request-id"],
      });
    },
  );
});

test("a row can neither be changed nor removed", async () => {
  await expect(sql`update audit_event set actor = 'nobody'`.execute(server.services.db)).rejects.toThrow("append-only");
  await expect(sql`delete from audit_event`.execute(server.services.db)).rejects.toThrow("append-only");
});

test("a refused access is recorded with its code", async () => {
  const { headers } = await server.app.inject({ url: "/api/onboarding" });
  const row = await server.services.db
    .selectFrom("audit_event")
    .selectAll()
    .where("call", "=", "onboarding.record")
    .where("actor", "=", "anonymous")
    .where("request_id", "=", String(headers["x-request-id"]))
    .executeTakeFirst();
  expect(row).toMatchObject({ status: 401, code: "need_auth", patient_id: null });
});
