import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { account } from "#contract/account/calls.ts";
import { type AuditKind, auditKinds } from "#contract/care/audit.ts";
import { care } from "#contract/care/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
/** The practice's key, as the audit names it. */
let clinic: string;
let clinicName: string;
beforeAll(async () => {
  server = await startTestServer();
  const { ok } = await server.call(integrations.keys, {}, { apiKey });
  clinic = `key:${ok.items[0]?.id}`;
  clinicName = ok.items[0]?.name ?? "";
});
afterAll(() => server.close());

const audit = (query: Input<typeof care.audit>["query"]) => server.call(care.audit, { query }, { apiKey });
const read = async (query: Input<typeof care.audit>["query"]) => (await audit(query)).ok;
const open = ({ id }: { id: string }) => server.call(care.patient, { params: { id } }, { apiKey });
const profile = ({ token }: { token: string }) => server.call(account.user, {}, { token });

describe("decisions §11 the audit is read by patient and by person", () => {
  it("of a patient: who called what, granted or refused, newest first, and nobody else's", async () => {
    const [rosa, ana] = [await server.newPatient(), await server.newPatient()];
    await open(ana);
    await profile(rosa);
    await open(rosa);
    const params = { id: rosa.id };
    await server.call(care.accept, { params, body: {} }, { apiKey });
    const { items } = await read({ patient: rosa.id });
    expect(items.slice(0, 2)).toMatchObject([
      { actor: clinic, patientid: rosa.id, call: "care.accept", status: 409, code: "wrong_state" },
      { actor: clinic, patientid: rosa.id, call: "care.patient", status: 200, code: null },
    ]);
    expect(items).toContainEqual(
      expect.objectContaining({ actor: `patient:${rosa.id}`, call: "account.user", status: 200 }),
    );
    expect(items.every(({ patientid }) => patientid === rosa.id)).toBe(true);
    const moments = items.map(({ at }) => at);
    expect(moments).toEqual(moments.toSorted().toReversed());
  });

  it("of a person: everything they called; both together narrow it down", async () => {
    const [rosa, ana] = [await server.newPatient(), await server.newPatient()];
    await profile(rosa);
    await open(rosa);
    await open(ana);
    const ofRosa = (await read({ actor: `patient:${rosa.id}` })).items;
    expect(ofRosa.every(({ actor, patientid }) => actor === `patient:${rosa.id}` && patientid === rosa.id)).toBe(true);
    expect(ofRosa.map(({ call }) => call)).toContain("account.user");
    const ofClinic = (await read({ actor: clinic })).items.map(({ patientid }) => patientid);
    expect(ofClinic).toEqual(expect.arrayContaining([rosa.id, ana.id]));
    expect((await read({ actor: clinic, patient: rosa.id })).items.map(({ call }) => call)).toEqual([
      "care.audit",
      "care.audit",
      "care.patient",
    ]);
    expect((await read({ actor: "staff:nobody" })).items).toEqual([]);
  });

  it("from a moment on and before another one", async () => {
    const rosa = await server.newPatient();
    const at: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      server.clock.advance(60_000);
      at.push(server.clock.now().toISOString());
      await open(rosa);
    }
    const [, second = "", third = ""] = at;
    const { items } = await read({ actor: clinic, patient: rosa.id, since: second, until: third });
    expect(items).toHaveLength(1);
    expect(items[0]?.at.slice(0, 16)).toBe(second.slice(0, 16));
  });

  it("in pages that neither miss nor repeat an entry, also of one moment and across months", async () => {
    const rosa = await server.newPatient();
    const rows = Array.from({ length: 120 }, (_, n) => ({
      // Sixty of one moment, and the others in another month.
      at: new Date(n < 60 ? "2030-01-31T23:59:59.999Z" : Date.parse("2030-02-01T00:00:00.000Z") + n),
      ...{ actor: "system:test", patient_id: rosa.id, call: `call ${n}`, status: 200, request_id: "r" },
    }));
    await server.services.db.insertInto("audit_event").values(rows).execute();
    const calls: string[] = [];
    let nextpage: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof read>> = await read({
        ...{ patient: rosa.id, actor: "system:test" },
        ...(nextpage === null ? {} : { nextpage }),
      });
      calls.push(...page.items.map(({ call }) => call));
      ({ nextpage } = page);
    } while (nextpage !== null);
    expect(calls).toEqual(rows.map(({ call }) => call).toReversed());
  });

  it("reading it is in the audit of every patient whose entries were read", async () => {
    const [rosa, ana] = [await server.newPatient(), await server.newPatient()];
    await open(rosa);
    await read({ patient: rosa.id });
    await read({ actor: `patient:${ana.id}` });
    await profile(ana);
    await read({ actor: `patient:${ana.id}` });
    const reads = async ({ id }: { id: string }) =>
      (await read({ patient: id })).items.filter(({ call }) => call === "care.audit").length;
    expect([await reads(rosa), await reads(ana)]).toEqual([1, 1]);
  });

  it("says who and whose by name: people, keys, patients, and nobody where there is no name", async () => {
    const rosa = await server.newPatient({ firstname: "Rosa", lastname: "Winter" });
    const nurse = await signedInStaff(server, ["nurse"]);
    await open(rosa);
    await profile(rosa);
    await nurse.browser.call(care.patient, { params: { id: rosa.id } });
    const { items } = await read({ patient: rosa.id });
    const byActor = new Map(items.map((item) => [item.actor, item]));
    expect(byActor.get(clinic)).toMatchObject({ patientname: "Rosa Winter", actorname: clinicName });
    expect(byActor.get(`staff:${nurse.id}`)).toMatchObject({ patientname: "Rosa Winter", actorname: "Ines Falk" });
    expect(byActor.get(`patient:${rosa.id}`)).toMatchObject({ actorname: null });
  });

  it("only what was opened, changed, outside of the person's work, or refused", async () => {
    const rosa = await server.newPatient();
    const nurse = await signedInStaff(server, ["nurse"]);
    const params = { id: rosa.id };
    const by = `staff:${nurse.id}`;
    const call: typeof nurse.browser.call = (...input) => nurse.browser.call(...input);
    await call(care.patient, { params });
    await call(staff.openRecord, { params, body: { reason: "second_opinion" } });
    await call(care.patient, { params });
    await call(care.searchPatients, { body: { q: rosa.email } });
    await call(care.writeNote, { params, body: { text: "Called back." } });
    await call(care.copyRecord, { params, body: { of: "record_data", recipient: "court", words: "Subpoena" } });
    await call(care.accept, { params, body: {} });
    const rows = async (what: AuditKind) =>
      (await read({ patient: rosa.id, actor: by, what })).items.map((item) => `${item.call} ${item.status}`);
    expect(Object.fromEntries(await Promise.all(auditKinds.map(async (kind) => [kind, await rows(kind)])))).toEqual({
      opened: ["care.patient 200"],
      changed: ["care.writeNote 201", "staff.openRecord 200"],
      outside: ["care.writeNote 201", "care.patient 200"],
      copied: ["care.copyRecord 200"],
      refused: ["care.patient 403"],
    });
    // Without the role for it nobody gets as far as whom it is about.
    expect((await read({ actor: by, what: "refused" })).items.map((item) => item.call)).toContain("care.accept");
  });

  it("a patient is found by name, e-mail and birthday, which the audit of each one found says", async () => {
    const [rosa, other] = [
      await server.newPatient({ firstname: "Wilhelmina", lastname: "Aster" }),
      await server.newPatient(),
    ];
    await server.newPatient({ firstname: "Wilhelmina", lastname: "Birch" });
    const find = (q: string) => server.call(care.findAuditPatients, { body: { q } }, { apiKey });
    expect((await find("wilhel ast")).ok.items).toEqual([
      { id: rosa.id, firstname: "Wilhelmina", lastname: "Aster", birthday: null },
    ]);
    expect((await find("wilhelmina")).ok.items).toHaveLength(2);
    expect((await find(other.email)).ok.items.map(({ id }) => id)).toEqual([other.id]);
    const looks = (await read({ patient: rosa.id })).items.filter(({ call }) => call === "care.findAuditPatients");
    expect(looks).toHaveLength(2);
  });

  it("lists people and keys by whom it can be read, and who of them has left", async () => {
    const [nurse, gone] = [await signedInStaff(server, ["nurse"]), await signedInStaff(server, ["finance"])];
    await server.call(staff.disableMember, { params: { id: gone.id }, body: {} }, { apiKey });
    const made = await server.call(integrations.createKey, { body: { name: "Lab", scopes: ["patients"] } }, { apiKey });
    const ended = await server.call(
      integrations.createKey,
      { body: { name: "Old", scopes: ["patients"] } },
      { apiKey },
    );
    await server.call(integrations.revokeKey, { params: { id: ended.ok.key.id }, body: {} }, { apiKey });
    const { items } = (await server.call(care.auditActors, {}, { apiKey })).ok;
    expect(items).toEqual(
      expect.arrayContaining([
        { actor: `staff:${nurse.id}`, kind: "person", name: "Ines Falk", left: false },
        { actor: `staff:${gone.id}`, kind: "person", name: "Ines Falk", left: true },
        { actor: `key:${made.ok.key.id}`, kind: "key", name: "Lab", left: false },
        { actor: `key:${ended.ok.key.id}`, kind: "key", name: "Old", left: true },
      ]),
    );
  });

  it("not without saying whose, of an unknown patient, with a cursor no list gave, or without the key", async () => {
    const { status, problem } = await audit({});
    expect([status, problem.code, problem.details?.fields?.[0]?.path]).toEqual([400, "bad_request", "patient"]);
    expect((await audit({ patient: newId() })).status).toBe(404);
    expect((await audit({ actor: clinic, nextpage: "tomorrow" })).status).toBe(400);
    expect((await audit({ actor: clinic, since: "yesterday" })).status).toBe(400);
    expect((await server.call(care.audit, { query: { actor: clinic } })).status).toBe(401);
  });
});
