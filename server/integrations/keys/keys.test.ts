import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { everyCall } from "#contract/api.ts";
import { care } from "#contract/care/calls.ts";
import { clinicAccessOf } from "#contract/http/endpoint.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { permissionsOfScopes, permits, type Scope, scopes, scopesThatPermit } from "#contract/policy/policy.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { isKeyText, keyText } from "./key-text.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const all = { apiKey: testApiKey };

/** A key with these scopes. */
async function keyWith(keyScopes: readonly Scope[], by = testApiKey, expiresat?: string) {
  const body = { name: "Test system", scopes: [...keyScopes], ...(expiresat ? { expiresat } : {}) };
  const { status, ok, problem } = await server.call(integrations.createKey, { body }, { apiKey: by });
  return { status, problem, id: ok.key?.id, apiKey: ok.secret };
}

const listWith = async (apiKey: string) => {
  const { status, problem } = await server.call(care.patients, { query: {} }, { apiKey });
  return status === 200 ? "ok" : problem.code;
};

describe("decisions §11 an API key", () => {
  it("is recognized by its prefix and checksum, and any mistyped character is noticed", () => {
    const key = keyText();
    expect(key).toMatch(/^clinic_[0-9A-Za-z]{49}$/);
    expect(isKeyText(key)).toBe(true);
    for (let at = 0; at < key.length; at += 1) {
      const other = key[at] === "x" ? "y" : "x";
      expect(isKeyText(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
    expect(new Set(Array.from({ length: 100 }, () => keyText())).size).toBe(100);
  });

  it("is shown once and stored as a hash; the list tells it by its last characters", async () => {
    const { id, apiKey } = await keyWith(["patients"]);
    const { ok } = await server.call(integrations.keys, {}, all);
    const listed = ok.items.find((each) => each.id === id);
    expect(listed).toMatchObject({
      name: "Test system",
      scopes: ["patients"],
      ending: apiKey.slice(-4),
      expiresat: null,
    });
    expect(JSON.stringify(ok)).not.toContain(apiKey);
    const stored = await server.services.db.selectFrom("api_key").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(apiKey);
  });

  it("opens the calls of its scopes; a refusal names the scope it lacks, and is audited as the key's", async () => {
    const { id, apiKey } = await keyWith(["dispense"]);
    expect((await server.call(care.orders, { query: { status: "ready" } }, { apiKey })).status).toBe(200);
    const { status, problem } = await server.call(care.patients, { query: {} }, { apiKey });
    expect([status, problem.code, problem.details]).toEqual([403, "scope_missing", { scopes: ["patients"] }]);
    expect(problem.message).toContain("“patients”");
    const audited = await server.services.db
      .selectFrom("audit_event")
      .select(["call", "status", "code"])
      .where("actor", "=", `key:${id}`)
      .orderBy("id")
      .execute();
    expect(audited).toEqual([
      { call: "care.orders", status: 200, code: null },
      { call: "care.patients", status: 403, code: "scope_missing" },
    ]);
  });

  it("expires while a list is being read: the next page says so in clear words, and another key goes on from there", async () => {
    const { apiKey } = await keyWith(
      ["patients"],
      testApiKey,
      new Date(server.clock.now().getTime() + 600_000).toISOString(),
    );
    for (let count = 0; count < 51; count += 1) await server.newPatient();
    const first = await server.call(care.patients, { query: {} }, { apiKey });
    server.clock.advance(601_000);
    const query = { nextpage: first.ok.nextpage ?? "" };
    const second = await server.call(care.patients, { query }, { apiKey });
    expect([second.status, second.problem.code]).toEqual([401, "api_key_expired"]);
    expect(second.problem.message).toMatch(/expired or was revoked/);
    const rest = await server.call(care.patients, { query }, all);
    const seen = new Set([...first.ok.items, ...rest.ok.items].map(({ id }) => id));
    expect(seen.size).toBe(first.ok.items.length + rest.ok.items.length);
  });

  it("is revoked at once, and a repeat changes nothing", async () => {
    const { id, apiKey } = await keyWith(["patients"]);
    expect(await listWith(apiKey)).toBe("ok");
    const revoked = await server.call(integrations.revokeKey, { params: { id }, body: {} }, all);
    expect(await listWith(apiKey)).toBe("api_key_expired");
    server.clock.advance(1000);
    expect((await server.call(integrations.revokeKey, { params: { id }, body: {} }, all)).ok).toEqual(revoked.ok);
    expect((await server.call(integrations.revokeKey, { params: { id: newId() }, body: {} }, all)).status).toBe(404);
  });

  it("is rotated with an overlap, in which both work; then only the successor does", async () => {
    const { id, apiKey } = await keyWith(["patients"]);
    const rotated = await server.call(integrations.rotateKey, { params: { id }, body: { overlaphours: 2 } }, all);
    expect(rotated.ok.key).toMatchObject({ name: "Test system", scopes: ["patients"] });
    expect([await listWith(apiKey), await listWith(rotated.ok.secret)]).toEqual(["ok", "ok"]);
    server.clock.advance(2 * 3_600_000);
    expect([await listWith(apiKey), await listWith(rotated.ok.secret)]).toEqual(["api_key_expired", "ok"]);
    const again = await server.call(integrations.rotateKey, { params: { id }, body: {} }, all);
    expect([again.status, again.problem.code]).toEqual([409, "wrong_state"]);
  });

  it("a write begun with it and repeated with its successor happens once", async () => {
    const patient = await inCare(server);
    const { id, apiKey } = await keyWith(["rx"]);
    const send = (by: string, key: string) =>
      server.call(
        care.issueLetter,
        { params: { id: patient.id }, body: { text: "To whom it may concern." } },
        { apiKey: by, key },
      );
    const key = newId();
    const first = await send(apiKey, key);
    const { ok } = await server.call(integrations.rotateKey, { params: { id }, body: {} }, all);
    expect((await send(ok.secret, key)).ok).toEqual(first.ok);
    const other = await keyWith(["rx"]);
    expect((await send(other.apiKey, key)).ok).not.toEqual(first.ok);
  });

  it("cannot give or take over scopes it does not have", async () => {
    const { apiKey } = await keyWith(["keys", "patients"]);
    const more = await keyWith(["patients", "rx"], apiKey);
    expect([more.status, more.problem.code, more.problem.details]).toEqual([403, "scope_missing", { scopes: ["rx"] }]);
    expect((await keyWith(["patients"], apiKey)).status).toBe(201);
    const doctor = await keyWith(["rx"]);
    const taken = await server.call(integrations.rotateKey, { params: { id: doctor.id }, body: {} }, { apiKey });
    expect([taken.status, taken.problem.code]).toEqual([403, "scope_missing"]);
  });

  it("at most 100 work at once, also when many are made or replaced at the same moment", async () => {
    const practice = await startTestServer();
    try {
      const make = () =>
        practice.call(integrations.createKey, { body: { name: "System", scopes: ["rx"] } }, { apiKey: testApiKey });
      const first = await make();
      const { count } = await practice.services.db
        .selectFrom("api_key")
        .select((of) => of.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      for (let made = Number(count); made < 97; made += 1) expect((await make()).status).toBe(201);
      const replace = () =>
        practice.call(
          integrations.rotateKey,
          { params: { id: first.ok.key.id }, body: { overlaphours: 1 } },
          { apiKey: testApiKey },
        );
      const answers = await Promise.all([make(), make(), make(), make(), replace(), replace(), replace()]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(3);
      expect(answers.find(({ status }) => status === 409)?.problem.message).toContain("already 100 keys");
      // Whoever has to replace a key at once can, without an overlap.
      const ended = { params: { id: first.ok.key.id }, body: { overlaphours: 0 } };
      expect((await practice.call(integrations.rotateKey, ended, { apiKey: testApiKey })).status).toBeLessThan(300);
    } finally {
      await practice.close();
    }
  });

  it("bad input: no scope, an unknown one, a time that is over", async () => {
    const send = (body: object) => server.call(integrations.createKey, { body: body as never }, all);
    expect((await send({ name: "x", scopes: [] })).status).toBe(400);
    expect((await send({ name: "x", scopes: ["everything"] })).status).toBe(400);
    const past = await send({ name: "x", scopes: ["rx"], expiresat: "2020-01-01T00:00:00Z" });
    expect(past.problem.details?.fields).toEqual([
      { path: "expiresat", message: "Please choose a time in the future." },
    ]);
  });

  it("the setting API_KEY is the first: it has every scope, is named in the audit, and ends with its setting only", async () => {
    const { ok } = await server.call(integrations.keys, {}, all);
    const setting = ok.items.find(({ name }) => name === "API_KEY");
    expect(setting).toMatchObject({ scopes: [...scopes], ending: null, revokedat: null });
    const audited = await server.services.db
      .selectFrom("audit_event")
      .select("actor")
      .where("call", "=", "integrations.keys")
      .execute();
    expect(audited.every(({ actor }) => actor === `key:${setting?.id}`)).toBe(true);
    const revoked = await server.call(integrations.revokeKey, { params: { id: setting?.id ?? "" }, body: {} }, all);
    expect([revoked.status, revoked.problem.code]).toEqual([409, "wrong_state"]);
  });
});

describe("quality: who may what, scope by call by field", () => {
  const clinicCalls = [...everyCall()].filter(({ call }) => call.access.caller === "clinic");
  const keys = new Map<Scope, string>();
  beforeAll(async () => {
    for (const scope of scopes) keys.set(scope, (await keyWith([scope])).apiKey);
  });

  it.each(clinicCalls.map(({ feature, name, call }) => [`${feature}.${name}`, call] as const))(
    "%s opens to each of its scopes and to no other",
    async (_, call) => {
      for (const scope of scopes) {
        const url = `${call.base === "v3" ? "/api/v3" : "/api"}${call.path.replace(/\{\w+\}/g, newId())}`;
        const { statusCode, payload } = await server.app.inject({
          method: call.method,
          url,
          headers: { "x-api-key": keys.get(scope) ?? "" },
        });
        const isOpen = permits(permissionsOfScopes([scope]), clinicAccessOf(call)?.needs ?? []);
        expect([scope, statusCode === 403 && payload.includes("scope_missing")]).toEqual([scope, !isOpen]);
      }
    },
  );

  it.each(
    clinicCalls.flatMap(({ feature, name, call }) =>
      clinicAccessOf(call)?.fieldNeeds ? [[`${feature}.${name}`, call] as const] : [],
    ),
  )("%s has no field that none of its scopes opens, and declares each it hides", (_, call) => {
    const shape = (call.ok as unknown as { readonly shape: Record<string, unknown> }).shape;
    for (const [field, opening] of Object.entries(clinicAccessOf(call)?.fieldNeeds ?? {})) {
      expect(Object.keys(shape)).toContain(field);
      expect(opening.length).toBeGreaterThan(0);
    }
  });

  it("a record shows each scope what its work needs: no clinical field without `clinical`", async () => {
    const patient = await inCare(server);
    const fieldsOf = async (scope: Scope) => {
      const { ok } = await server.call(care.patient, { params: { id: patient.id } }, { apiKey: keys.get(scope) ?? "" });
      return Object.keys(ok);
    };
    const hidden = Object.entries(care.patient.access.fieldNeeds);
    expect(hidden.length).toBeGreaterThan(5);
    for (const scope of scopesThatPermit(care.patient.access.needs)) {
      const fields = await fieldsOf(scope);
      for (const [field, opening] of hidden)
        expect([scope, field, fields.includes(field)]).toEqual([
          scope,
          field,
          permits(permissionsOfScopes([scope]), opening),
        ]);
    }
    expect(await fieldsOf("patients")).not.toContain("answers");
    expect(await fieldsOf("dispense")).toContain("prescriptions");
    const { ok } = await server.call(care.patient, { params: { id: patient.id } }, all);
    for (const [field] of hidden) expect(Object.keys(ok)).toContain(field);
  });

  it("the scope `messages` opens conversations with patient services, not those with the doctor", async () => {
    const patient = await inCare(server);
    const apiKey = keys.get("messages") ?? "";
    const { ok: everything } = await server.call(care.patientConversations, { params: { id: patient.id } }, all);
    const { ok } = await server.call(care.patientConversations, { params: { id: patient.id } }, { apiKey });
    expect(everything.items.map(({ kind }) => kind).toSorted()).toEqual(["doctor", "patient_services"]);
    expect(ok.items.map(({ kind }) => kind)).toEqual(["patient_services"]);
    for (const { id, kind } of everything.items) {
      const { status } = await server.call(care.conversation, { params: { id } }, { apiKey });
      expect([kind, status]).toEqual([kind, kind === "doctor" ? 403 : 200]);
      for (const read of [care.conversationMessages, care.cannedReplies]) {
        const answer = await server.call(read, { params: { id } } as never, { apiKey });
        expect([kind, answer.status]).toEqual([kind, kind === "doctor" ? 403 : 200]);
      }
      const body = { message: "Hello" };
      const sent = await server.call(care.sendMessage, { params: { id }, body }, { apiKey });
      expect([kind, sent.status]).toEqual([kind, kind === "doctor" ? 403 : 201]);
    }
  });
});
