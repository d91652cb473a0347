import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { onboarding } from "#contract/onboarding/calls.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { deleteExpiredLeads } from "./leads.ts";
import { overrideFlow } from "./override-flow.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe("POST /patient/base", () => {
  test("known and unknown e-mails get the same answer and are stored sealed", async () => {
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
  test("the same e-mail again is one lead, deleted after 30 days", async () => {
    await server.call(onboarding.collectEmail, { body: { email: "Nobody@Example.com" } });
    await deleteExpiredLeads(server.services.db, new Date(server.clock.now().getTime() + 29 * 86_400_000));
    expect((await server.services.db.selectFrom("lead").select("created_at").execute()).length).toBe(2);
    await deleteExpiredLeads(server.services.db, new Date(server.clock.now().getTime() + 31 * 86_400_000));
    expect(await server.services.db.selectFrom("lead").select("created_at").execute()).toEqual([]);
  });
  test("an invalid e-mail is refused at its field", async () => {
    const { status, problem } = await server.call(onboarding.collectEmail, { body: { email: "no" } });
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "email"]);
  });
});

test("the flow switcher works outside production only", async () => {
  const { id } = await server.newPatient();
  const production = { ...server.services, config: { ...server.services.config, flowSwitcher: false } };
  expect(() => overrideFlow(production, id, "C")).toThrow(Refusal);
});

describe("hostile input", () => {
  test.each<[string, unknown]>([
    ["a text as answers", { answers: "all" }],
    ["an answer without its question", { answers: [{ answer: "x" }] }],
    ["a prototype", { answers: [{ questionid: "__proto__", answer: "x" }] }],
    ["a question of another step", { answers: [{ questionid: "liver", answer: "no" }] }],
    ["a question that is not asked with these answers", { answers: [{ questionid: "constructor", answer: "x" }] }],
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
  ])("%s is refused, nothing is stored", async (_, body) => {
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
    expect(
      await server.services.db.selectFrom("health_answer").select("id").where("patient_id", "=", id).execute(),
    ).toEqual([]);
  });
  test("the log holds no undeclared code", () => {
    expect(server.logged()).not.toContain("undeclared error code");
  });
});
