import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { followup } from "#contract/followup.ts";
import { growth } from "#contract/growth/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { findVisitTracking } from "#server/onboarding/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const utm = (source: string) => encodeURIComponent(JSON.stringify({ source }));
const eventsOf = (patientId: string) =>
  server.services.db
    .selectFrom("marketing_event")
    .select(["name", "fields", "gpc"])
    .where("patient_id", "=", patientId)
    .orderBy("id")
    .execute();

describe("§7 PUT /integromat/events/{eventName}", () => {
  test("an event is stored with allowed fields, whoever sends it", async () => {
    const { id, token } = await server.newPatient();
    const body = { clickId: "abc-123", note: "CANARY-ev1" };
    const params = { eventName: "OnboardingIdentify" };
    expect((await server.call(onboarding.event, { params, body }, { token })).status).toBe(200);
    expect(await eventsOf(id)).toEqual([{ name: "OnboardingIdentify", fields: { clickid: "abc-123" }, gpc: false }]);
    expect((await server.call(onboarding.event, { params: { eventName: "PageSeen" }, body: null })).status).toBe(200);
  });
  test.each(["rosa@example.com", "Unknown", "order_completed"])("%s is refused", async (eventName) => {
    const { status, problem } = await server.call(onboarding.event, { params: { eventName }, body: {} });
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "eventName"]);
  });
});

describe("§7 OnboardingIdentify", () => {
  const params = { eventName: "OnboardingIdentify" };
  test("keeps click ids and the newest campaign with the patient; the first touch stays", async () => {
    const { id, token } = await server.newPatient();
    const identify = (source: string, body: Record<string, unknown>) =>
      server.call(
        onboarding.event,
        { params, body },
        { token, headers: { "x-utm": utm(source), "x-first-touch-utm": utm(source) } },
      );
    await identify("first", { everflowtransactionid: "e-1", irclickid: "i-1", shareasaleclickid: "s-1" });
    await identify("second", { irclickid: "i-2", taboolaclickid: "t-2", gclid: "not a header" });
    expect(await findVisitTracking(server.services.db, id)).toEqual({
      utm: { source: "second" },
      firsttouchutm: { source: "first" },
      everflowtransactionid: "e-1",
      irclickid: "i-2",
      taboolaclickid: "t-2",
      shareasaleclickid: "s-1",
    });
  });
  test("a browser that asks for privacy leaves its campaign and no click ids", async () => {
    const { id, token } = await server.newPatient();
    const headers = { "sec-gpc": "1", "x-utm": utm("s"), "x-gclid": "g", "x-fbp": "p" };
    await server.call(onboarding.event, { params, body: { irclickid: "i", flow_variant: "H" } }, { token, headers });
    expect(await findVisitTracking(server.services.db, id)).toEqual({ utm: { source: "s" } });
    expect(await eventsOf(id)).toEqual([{ name: "OnboardingIdentify", fields: { flow_variant: "H" }, gpc: true }]);
  });
});

test("§7 triggerevent stores a named event with its step; another name is refused", async () => {
  const { token, id } = await server.newPatient();
  expect(
    (await server.call(onboarding.triggerEvent, { body: { event: "StepCompleted", step: 2.3 } }, { token })).status,
  ).toBe(200);
  const refused = await server.call(onboarding.triggerEvent, { body: { event: "two words" } }, { token });
  expect([refused.status, refused.problem.details?.fields?.[0]?.path]).toEqual([400, "event"]);
  expect((await eventsOf(id)).map(({ fields }) => fields)).toEqual([{ step: 2.3 }]);
});

describe.each([followup.serverEvent, followup.triggerEvent])("§7 $path", (endpoint) => {
  test("stores an event once per idempotency key, with allowed properties", async () => {
    const { id, token } = await server.newPatient();
    const body = { event: "ExperimentSeen", properties: { experiment: "visit_lead", email: "a@b.example" } };
    const key = newId();
    for (let round = 0; round < 2; round += 1)
      expect((await server.call(endpoint, { body }, { token, key })).status).toBe(202);
    expect(await eventsOf(id)).toEqual([{ name: "ExperimentSeen", fields: { experiment: "visit_lead" }, gpc: false }]);
    expect((await server.call(endpoint, { body: { event: "PageSeen" } })).status).toBe(202);
  });
  test("refuses an unknown event and a long name; without a key it is stored once", async () => {
    expect((await server.call(endpoint, { body: { event: "Bought" } })).status).toBe(400);
    expect((await server.call(endpoint, { body: { event: "x".repeat(61) } })).status).toBe(400);
    const { id, token } = await server.newPatient();
    for (let press = 0; press < 2; press += 1)
      expect((await server.call(endpoint, { body: { event: "PageSeen" } }, { token, key: null })).status).toBe(202);
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

describe("§7 GET session/utm, firsttouch/utm", () => {
  const none = { utm: null };
  const whole = (source: string) => ({ utm: expect.objectContaining({ source, medium: null, placement: null }) });
  const ask = async (options: Parameters<TestServer["call"]>[2]) => [
    (await server.call(growth.sessionUtm, {}, options)).ok,
    (await server.call(growth.firstTouchUtm, {}, options)).ok,
  ];
  test("returns a patient's own, from sign-up and after a new campaign", async () => {
    const fresh = await server.newPatient();
    expect(await ask({ token: fresh.token })).toEqual([none, none]);
    const headers = { "x-utm": utm("news"), "x-first-touch-utm": utm("search") };
    await server.call(
      onboarding.event,
      { params: { eventName: "OnboardingIdentify" }, body: {} },
      { token: fresh.token, headers },
    );
    expect(await ask({ token: fresh.token })).toEqual([whole("news"), whole("search")]);
  });
  test("a visitor who left an e-mail is known by their browser's id, and nobody else by it", async () => {
    const cookieId = crypto.randomUUID();
    const headers = { "x-cookie-id": cookieId, "x-utm": utm("news"), "x-first-touch-utm": utm("news") };
    await server.call(onboarding.collectEmail, { body: { email: `${cookieId}@example.com` } }, { headers });
    await server.call(
      onboarding.collectEmail,
      { body: { email: `${cookieId}@example.com` } },
      { headers: { ...headers, "x-first-touch-utm": utm("later") } },
    );
    expect(await ask({ headers: { "x-cookie-id": cookieId } })).toEqual([whole("news"), whole("news")]);
    expect(await ask({ headers: { "x-cookie-id": crypto.randomUUID() } })).toEqual([none, none]);
    expect(await ask({})).toEqual([none, none]);
    const { token } = await server.newPatient();
    expect(await ask({ token, headers: { "x-cookie-id": cookieId } })).toEqual([none, none]);
  });
  test("a browser id that is no UUID is ignored", async () => {
    expect(await ask({ headers: { "x-cookie-id": "' or 1=1 --" } })).toEqual([none, none]);
  });
});

describe("§7 shareasale", () => {
  test("the click id is kept with the patient's visit", async () => {
    const { token } = await server.newPatient();
    const save = (shareasaleclickid: string, headers = {}) =>
      server.call(onboarding.saveShareASale, { body: { shareasaleclickid } }, { token, headers });
    expect((await save("sas-1")).status).toBe(200);
    expect((await server.call(onboarding.record, {}, { token })).ok.shareasaleclickid).toBe("sas-1");
    expect((await save("sas-2", { "sec-gpc": "1" })).status).toBe(200);
    // Nor is one kept that was stored before a browser of the patient asked for privacy.
    expect((await server.call(onboarding.record, {}, { token })).ok.shareasaleclickid).toBeNull();
  });
  test.each(["x".repeat(201), "rosa@example.com", "two words", "<b>"])("%.20s is refused", async (click) => {
    const { token } = await server.newPatient();
    expect(
      (await server.call(onboarding.saveShareASale, { body: { shareasaleclickid: click } }, { token })).status,
    ).toBe(400);
  });
});

describe("§7 §8 error logs", () => {
  const reports = async (kind: string) =>
    (
      await server.services.db
        .selectFrom("error_report")
        .select("fields")
        .where("kind", "=", kind)
        .orderBy("id")
        .execute()
    ).map(({ fields }) => fields);

  test("network and onboarding errors are stored without personal data, a 400 never", async () => {
    await server.call(onboarding.networkLog, { body: { error: { message: "Oops! rosa@example.com", status: 0 } } });
    await server.call(onboarding.networkLog, { body: { error: { message: "Bad Request", status: 400 } } });
    await server.call(onboarding.onboardingLog, { body: { error: "ChunkLoadError" } });
    expect(await reports("network")).toEqual([{ environment: "demo", status: "0", message: "Oops! [address]" }]);
    expect(await reports("onboarding")).toEqual([{ environment: "demo", message: "ChunkLoadError" }]);
  });
  test("§3 the error-log record has its seven fields: the server fills in who and where, and seals what identifies a person", async () => {
    const { id, token, email } = await server.newPatient();
    const sentRecord = {
      event: "api_error",
      created_at: "2026-01-02T03:04:05.000Z",
      referring_step: "2.3",
      customerid: newId(),
      email: "rosa@example.com",
      error_log: `Server error -- Log ID: 7 of rosa@example.com`,
      environment: "production",
    };
    expect((await server.call(onboarding.errorLog, { body: sentRecord })).status).toBe(200);
    const least = { event: "api_error", error_log: "TypeError" };
    expect((await server.call(onboarding.errorLog, { body: least }, { token })).status).toBe(200);
    const { db, secrets } = server.services;
    const rows = await db.selectFrom("error_report").selectAll().where("kind", "=", "errorlog").orderBy("id").execute();
    const opened = rows.map(({ id: row, record_sealed }) =>
      secrets.open(record_sealed as Uint8Array, sealed("error_report.record_sealed")(row)),
    );
    const { customerid, error_log, environment: _e, email: given, ...readable } = sentRecord;
    expect(opened).toEqual([
      { customerid, email: given, error_log },
      { customerid: id, email, error_log: "TypeError" },
    ]);
    const environment = "demo";
    expect(rows.map(({ fields }) => fields)).toEqual([
      { ...readable, error_log: "Server error -- Log ID: 7 of [address]", environment },
      { ...least, created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), environment },
    ]);
  });
  test("§8 a 500's report names the line of the server's log", async () => {
    const { db } = server.services;
    await sql`alter table error_report rename to error_report_away`.execute(db);
    const broken = await server.call(onboarding.networkLog, { body: { error: "ChunkLoadError" } });
    await sql`alter table error_report_away rename to error_report`.execute(db);
    expect(broken.status).toBe(500);
    const id = String(broken.headers["x-request-id"]);
    await server.call(onboarding.onboardingLog, { body: { error: { error_log: `Server error -- Log ID: ${id}` } } });
    expect((await reports("onboarding")).at(-1)).toMatchObject({ error_log: `Server error -- Log ID: ${id}` });
    const lines = server.logged().trim().split("\n");
    const line = lines.map((each) => JSON.parse(each) as Record<string, unknown>).find(({ level }) => level === 50);
    expect(JSON.stringify(line)).toContain(id);
    expect(JSON.stringify(line)).toContain("error_report");
  });
  test("a lone surrogate in a header, a log or an event breaks nothing", async () => {
    const half = "half \ud800 a letter";
    const { id, token } = await server.newPatient();
    const headers = {
      "x-utm": JSON.stringify({ source: half, medium: "mail" }).replaceAll("\ud800", "\\ud800"),
      "x-first-touch-utm": '{"source":"a\\udc00"}',
    };
    const params = { eventName: "OnboardingIdentify" };
    const answers = [
      await server.call(onboarding.event, { params, body: { variant: half } }, { token, headers }),
      await server.call(onboarding.collectEmail, { body: { email: `${id}@example.com` } }, { headers }),
      await server.call(onboarding.networkLog, { body: { error: { message: half, status: 0 } } }),
      await server.call(onboarding.onboardingLog, { body: { error: `${"x".repeat(299)}\u{1F48A}` } }),
      await server.call(onboarding.errorLog, { body: { event: half, error_log: half } as never }),
    ];
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await findVisitTracking(server.services.db, id)).toEqual({ utm: { medium: "mail" } });
    expect(await reports("network")).toContainEqual(expect.objectContaining({ message: "half \ufffd a letter" }));
  });
  test("oversize and malformed reports are refused", async () => {
    expect((await server.call(onboarding.errorLog, { body: { event: "x", error_log: "y".repeat(4001) } })).status).toBe(
      400,
    );
    expect((await server.call(onboarding.networkLog, { body: { error: "z".repeat(200_000) } })).status).toBe(413);
    expect((await server.call(onboarding.onboardingLog, { body: 7 as never })).status).toBe(400);
  });
});

describe("decisions §14 web vitals", () => {
  test("are counted by metric and part of the app, readable as histograms", async () => {
    const items = [
      { name: "LCP", page: "auth", value: 1100 },
      { name: "CLS", page: "auth", value: 0.02 },
    ] as const;
    expect((await server.call(growth.vitals, { body: { items: [...items] } })).status).toBe(202);
    const metrics = await server.services.metrics.metrics();
    expect(metrics).toContain('web_vitals_bucket{le="1200",name="LCP",place="auth"} 1');
    expect(metrics).toContain('web_vitals_sum{name="CLS",place="auth"} 20');
  });
  test.each([
    { items: [] },
    { items: [{ name: "LCP", place: "/order/1", value: 1 }] },
    { items: [{ name: "LCP", place: "auth", value: -1 }] },
    { items: [{ name: "Rosa", place: "auth", value: 1 }] },
  ])("%j is refused", async (body) => {
    expect((await server.call(growth.vitals, { body: body as never })).status).toBe(400);
  });
});
