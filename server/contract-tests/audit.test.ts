import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { ClinicEvent } from "#contract/integrations/events.ts";
import { Claim } from "#contract/staff/work.ts";
import { numberEvents } from "#server/integrations/events/clinic-events.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { exampleBody, examplePath } from "./testing/example-requests.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

describe("every access to a patient's record leaves a row", () => {
  const calls = [...everyCall()].filter(({ call }) => call.access.caller === "patient" && !call.upload);
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

// An id shows nobody (decision 7): what it stands for is read by another call, which has a row for its patient.
describe("lists that name patients by ids alone", () => {
  test("a claim and an event are ids, kinds and moments; the name is that of a person of the practice", () => {
    const { object } = ClinicEvent.def.shape;
    expect(Object.keys(ClinicEvent.def.shape).toSorted()).toEqual(["at", "id", "object", "patientid", "type"]);
    expect(Object.keys(object.def.shape).toSorted()).toEqual(["id", "kind"]);
    expect(Object.keys(Claim.def.shape).toSorted()).toEqual(["id", "kind", "memberid", "name", "until"]);
  });

  test("the log of events has one row for a call that shows events of patients", async () => {
    const patient = await server.newPatient();
    await sql`
      insert into clinic_event (type, patient_id, object_kind, object_id, at)
      values ('patient.moved', ${patient.id}, 'patient', ${patient.id}, ${server.clock.now()})
    `.execute(server.services.db);
    await numberEvents(server.services.db);
    const { ok, headers } = await server.call(integrations.events, { query: { limit: 1000 } }, { apiKey });
    expect(ok.items.map(({ patientid }) => patientid)).toContain(patient.id);
    const rows = await server.services.db
      .selectFrom("audit_event")
      .select(["actor", "patient_id", "call", "status"])
      .where("request_id", "=", String(headers["x-request-id"]))
      .execute();
    expect(rows).toEqual([
      { actor: expect.stringMatching(/^key:/), patient_id: null, call: "integrations.events", status: 200 },
    ]);
  });
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
