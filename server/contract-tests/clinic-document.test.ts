import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { everyCall } from "#contract/api.ts";
import { handlers } from "#server/features.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { statementCounter } from "#server/testing/statement-counter.ts";
import { type States, statesByCall, statesOn } from "./testing/clinic-document-states.ts";
import { callOf, differences, examplesOf } from "./testing/clinic-document.ts";
import { requestOf } from "./testing/documented-requests.ts";
import { expectRecorded } from "./testing/statement-counts.ts";

const file = "docs/clinic-integration.md";
const examples = examplesOf(file).map((example) => ({ example, of: callOf(example) }));

/** These say that something happened, and nothing about a patient: whoever wants more reads the record, which is audited. */
const idsOnly = new Set(["integrations.events", "integrations.webhookDeliveries"]);

describe("decisions §11 the document by which a practice connects its system", () => {
  const counter = statementCounter();
  let server: TestServer;
  let states: States;
  beforeAll(async () => {
    server = await startTestServer({}, {}, counter);
    states = statesOn(server);
  });
  beforeEach(() => server.clock.setOffset(0));
  afterAll(() => server.close());

  test("has an example of every clinic call, and of no other", () => {
    const implementedCalls = [...everyCall()].filter(
      ({ feature, name, call }) => call.access.caller === "clinic" && name in handlers[feature],
    );
    const documented = examples.map(({ of: documentedCall }) => documentedCall?.name);
    expect(new Set(documented)).toEqual(new Set(implementedCalls.map(({ feature, name }) => `${feature}.${name}`)));
    expect(documented).toHaveLength(implementedCalls.length);
  });

  test.each(
    examples.map(
      ({ example, of: documentedCall }) =>
        [`${example.method} ${example.path}`, documentedCall?.name ?? "", example] as const,
    ),
  )(
    "%s works as written, answers what the document says, and the audit has each patient it is about",
    async (_, name, example) => {
      const names = { ...(await states(statesByCall[name], example)), API_KEY: testApiKey, KEY: newId() };
      const call = callOf(example)?.call;
      expect(Object.keys(example.headers).includes("Idempotency-Key")).toBe(call?.idempotency === true);
      const request = requestOf(example, names);
      const { statusCode, headers, payload } = await server.app.inject(request);
      expect([statusCode, statusCode < 300 ? "" : payload]).toEqual([call?.status ?? 200, ""]);
      if (example.answer === null) expect(headers["content-disposition"]).toContain("attachment");
      else expect(differences(example.answer, JSON.parse(payload))).toEqual([]);
      if (idsOnly.has(name)) return;
      const { audited, patients } = await auditOf(server, String(headers["x-request-id"]), `${request.url} ${payload}`);
      expect(patients.filter((id) => !audited.includes(id))).toEqual([]);
    },
  );

  test("no clinic call sends more or fewer statements than recorded", () =>
    expectRecorded("clinic", counter.maxByCall));
});

test("the document names only mails and notifications that exist", async () => {
  const { mails, notifications } = await shippedContent();
  const rows = readFileSync(join(import.meta.dirname, "../..", file), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| ") && line.split("|").length === 6)
    .map((line) => line.split("|").map((cell) => [...cell.matchAll(/`([a-z_]+)`/g)].map(([, id = ""]) => id)));
  const [notificationIds, mailIds] = [rows.flatMap((row) => row[3] ?? []), rows.flatMap((row) => row[4] ?? [])];
  expect(notificationIds.length).toBeGreaterThan(5);
  expect(notificationIds.filter((id) => !(id in notifications))).toEqual([]);
  expect(mailIds.filter((id) => !(id in mails))).toEqual([]);
});

describe("what the document promises and the answer lacks is found", () => {
  test.each([
    [{ status: "paid" }, { status: "shipped" }],
    [{ id: "x" }, {}],
    [{ id: "x" }, { id: "x", more: 1 }],
    [{ items: [{ id: "x" }] }, { items: [] }],
    [{ items: [{ id: "x" }] }, { items: [{ id: 1 }] }],
    [{ at: null }, { at: "x" }],
  ])("%j is not %j", (documented, actual) => {
    expect(differences(documented, actual)).toHaveLength(1);
  });
  test("and what the document leaves out is not reported", () => {
    expect(differences({ id: "x", "…": "…" }, { id: "y", more: 1 })).toEqual([]);
  });
});

/** The patients the audit names for a request, and those whose ids are in a text. */
async function auditOf({ services: { db } }: TestServer, requestId: string, text: string) {
  const ids = [...new Set(text.match(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g))];
  const [rows, patients] = await Promise.all([
    db.selectFrom("audit_event").select("patient_id").where("request_id", "=", requestId).execute(),
    ids.length === 0 ? [] : db.selectFrom("patient").select("id").where("id", "in", ids).execute(),
  ]);
  return { audited: rows.map(({ patient_id }) => patient_id), patients: patients.map(({ id }) => id) };
}
