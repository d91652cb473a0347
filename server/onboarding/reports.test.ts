import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onboarding } from "#contract/onboarding.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { expireLeads } from "./lead.ts";
import { overrideFlow } from "./override-flow.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("PUT /integromat/events/{eventName}", () => {
  test("an event is kept with allowed fields, for whoever sends it", async () => {
    const patient = await server.newPatient();
    const body = { clickId: "abc-123", note: "CANARY-ev1" };
    const { status } = await server.call(
      onboarding.event,
      { params: { eventName: "OnboardingIdentify" }, body },
      { token: patient.token },
    );
    expect(status).toBe(200);
    const rows = await server.services.db
      .selectFrom("marketing_event")
      .select(["name", "fields"])
      .where("patient_id", "=", patient.id)
      .execute();
    expect(rows).toEqual([{ name: "OnboardingIdentify", fields: { clickid: "abc-123" } }]);
    expect((await server.call(onboarding.event, { params: { eventName: "PageSeen" }, body: null })).status).toBe(200);
  });
  test("a name with room for a person is refused", async () => {
    expect((await server.call(onboarding.event, { params: { eventName: "rosa@example.com" }, body: {} })).status).toBe(
      400,
    );
  });
});

test("triggerevent keeps a named event with its step; another name is refused", async () => {
  const { token, id } = await server.newPatient();
  expect(
    (await server.call(onboarding.triggerEvent, { body: { event: "screen_seen", step: 2.3 } }, { token })).status,
  ).toBe(200);
  expect((await server.call(onboarding.triggerEvent, { body: { event: "two words" } }, { token })).status).toBe(400);
  const rows = await server.services.db
    .selectFrom("marketing_event")
    .select("fields")
    .where("patient_id", "=", id)
    .execute();
  expect(rows).toEqual([{ fields: { step: 2.3 } }]);
});

describe("error logs", () => {
  const reports = async (kind: string) =>
    (
      await server.services.db
        .selectFrom("error_report")
        .select("fields")
        .where("kind", "=", kind)
        .orderBy("at")
        .execute()
    ).map(({ fields }) => fields);

  test("network and onboarding errors are kept without persons, a 400 never", async () => {
    await server.call(onboarding.networkLog, { body: { error: { message: "Oops! rosa@example.com", status: 0 } } });
    await server.call(onboarding.networkLog, { body: { error: { message: "Bad Request", status: 400 } } });
    await server.call(onboarding.onboardingLog, { body: { error: "ChunkLoadError" } });
    expect(await reports("network")).toEqual([{ status: "0", message: "Oops! [address]" }]);
    expect(await reports("onboarding")).toEqual([{ message: "ChunkLoadError" }]);
  });
  test("§3 the error-log record loses customer and e-mail", async () => {
    const body = {
      event: "api_error",
      customerid: newId(),
      email: "rosa@example.com",
      error_log: "Server error -- Log ID: 7",
      environment: "production",
      referring_step: "2.3",
    };
    expect((await server.call(onboarding.errorLog, { body })).status).toBe(200);
    expect(await reports("errorlog")).toEqual([
      { event: "api_error", referring_step: "2.3", environment: "production", error_log: "Server error -- Log ID: 7" },
    ]);
  });
  test("oversize and shapeless reports are refused", async () => {
    expect((await server.call(onboarding.errorLog, { body: { event: "x", error_log: "y".repeat(4001) } })).status).toBe(
      400,
    );
    expect((await server.call(onboarding.networkLog, { body: { error: "z".repeat(200_000) } })).status).toBe(413);
    expect((await server.call(onboarding.onboardingLog, { body: 7 as never })).status).toBe(400);
  });
});

describe("POST /patient/base", () => {
  test("known and unknown e-mails get the same answer, and are kept sealed", async () => {
    const patient = await server.newPatient();
    const known = await server.call(onboarding.collectEmail, { body: { email: patient.email } });
    const unknown = await server.call(
      onboarding.collectEmail,
      { body: { email: "nobody@example.com", firstname: "Ann" } },
      { headers: { "x-gclid": "g1" } },
    );
    expect([known.status, known.raw.payload]).toEqual([unknown.status, unknown.raw.payload]);
    const leads = await server.services.db.selectFrom("lead").selectAll().execute();
    expect(leads.length).toBe(2);
    expect(leads.some(({ email_sealed }) => Buffer.from(email_sealed).includes("example.com"))).toBe(false);
  });
  test("the same e-mail again is one lead, and it goes after 30 days", async () => {
    await server.call(onboarding.collectEmail, { body: { email: "Nobody@Example.com" } });
    await expireLeads(server.services.db, new Date(server.clock.now().getTime() + 29 * 86_400_000));
    expect((await server.services.db.selectFrom("lead").select("created_at").execute()).length).toBe(2);
    await expireLeads(server.services.db, new Date(server.clock.now().getTime() + 31 * 86_400_000));
    expect(await server.services.db.selectFrom("lead").select("created_at").execute()).toEqual([]);
  });
  test("what is no e-mail is refused at its field", async () => {
    const { status, problem } = await server.call(onboarding.collectEmail, { body: { email: "no" } });
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "email"]);
  });
});

test("the ShareASale click id is kept; an endless one is refused", async () => {
  const { token } = await server.newPatient();
  expect(
    (await server.call(onboarding.saveShareASale, { body: { shareasaleclickid: "sas-1" } }, { token })).status,
  ).toBe(200);
  expect((await server.call(onboarding.record, {}, { token })).ok.shareasaleclickid).toBe("sas-1");
  expect(
    (await server.call(onboarding.saveShareASale, { body: { shareasaleclickid: "x".repeat(201) } }, { token })).status,
  ).toBe(400);
});

test("the flow switcher exists outside production only", async () => {
  const { id } = await server.newPatient();
  const production = { ...server.services, config: { ...server.services.config, demo: false } };
  expect(() => overrideFlow(production, id, "C")).toThrow(Refusal);
});

describe("hostile input", () => {
  test.each<[string, unknown]>([
    ["a text as answers", { answers: "all" }],
    ["an answer without its question", { answers: [{ answer: "x" }] }],
    ["a prototype", { answers: [{ questionid: "__proto__", answer: "x" }] }],
    ["a question of another step", { answers: [{ questionid: "liver", answer: "no" }] }],
    ["a question that is not asked with her answers", { answers: [{ questionid: "constructor", answer: "x" }] }],
    [
      "a question twice",
      {
        answers: [
          { questionid: "safe_thoughts", answer: "no" },
          { questionid: "safe_thoughts", answer: "now" },
        ],
      },
    ],
    ["an endless text", { answers: [{ questionid: "safe_thoughts", answer: "x".repeat(2001) }] }],
    ["an unknown part", { admin: true }],
    ["a product", { products: [] }],
  ])("%s is refused, nothing is kept", async (_, body) => {
    const { token, id } = await server.newPatient();
    await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token });
    await server.call(
      onboarding.saveStep,
      { params: { n: 1.5 }, body: { state: "CA", birthday: "1974-05-06" } },
      { token },
    );
    const { status, problem } = await server.call(
      onboarding.saveStep,
      { params: { n: 2 }, body: body as never },
      { token },
    );
    expect([status, problem.code]).toEqual([400, "bad_request"]);
    expect(await server.services.db.selectFrom("answer").select("id").where("patient_id", "=", id).execute()).toEqual(
      [],
    );
  });
  test("the log holds no undeclared code", () => {
    expect(server.logged()).not.toContain("undeclared error code");
  });
});
