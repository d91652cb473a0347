import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { exportPatient } from "#server/operations/patient/export.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { newId } from "#server/platform/ids.ts";
import { pageSize } from "#server/platform/pagination.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";

const text = "Quillwortqa sounds worried about cost";

let server: TestServer;
let one: StaffPerson;
let two: StaffPerson;
let rosa: TestPatient;
beforeAll(async () => {
  server = await startTestServer();
  [one, two] = [await signedInStaff(server, ["nurse"]), await signedInStaff(server, ["nurse"])];
  rosa = await handedOver(server);
});
afterAll(() => server.close());

const write = (by: StaffPerson, options: { key?: string } = {}) =>
  by.browser.call(care.writeNote, { params: { id: rosa.id }, body: { text } }, options);
const read = async (by: StaffPerson) =>
  (await by.browser.call(care.notes, { params: { id: rosa.id }, query: {} })).ok.items;
const withdraw = (by: StaffPerson, id: string) => by.browser.call(care.withdrawNote, { params: { id }, body: {} });

describe("decisions §11 private notes", () => {
  test("are read with author and time by whoever reads clinical data, newest first, also those of a system", async () => {
    const first = await write(one);
    expect(first.status).toBe(201);
    server.clock.advance(1000);
    await server.call(care.writeNote, { params: { id: rosa.id }, body: { text: "By a system" } }, { apiKey });
    const [newest, older] = await read(two);
    expect(newest).toMatchObject({ name: null, actor: expect.stringMatching(/^key:/), text: "By a system" });
    expect(older).toMatchObject({ id: first.ok.id, name: "Ines Falk", actor: `staff:${one.id}`, text });
    expect(older?.writtenat).toBe(first.ok.writtenat);
  });

  test("of one moment come in pages without a gap or a repeat", async () => {
    const kim = await handedOver(server);
    const { db, secrets, clock } = server.services;
    const ids = Array.from({ length: 2 * pageSize + 1 }, newId);
    const own = { patient_id: kim.id, actor: "key:test", written_at: clock.now() };
    const textOf = sealed("staff_note.text_sealed");
    await db
      .insertInto("staff_note")
      .values(ids.map((id) => ({ ...own, id, text_sealed: secrets.seal(text, textOf(id)) })))
      .execute();
    const found: string[] = [];
    let nextpage: string | null = null;
    do {
      const query: { nextpage?: string } = nextpage === null ? {} : { nextpage };
      const { ok } = await server.call(care.notes, { params: { id: kim.id }, query }, { apiKey });
      found.push(...ok.items.map(({ id }) => id));
      ({ nextpage } = ok);
    } while (nextpage !== null);
    expect(found.toSorted()).toEqual(ids.toSorted());
  });

  test("one about another patient is withdrawn by whoever finds it, and entered once in the right record in their name", async () => {
    const [sam, kim] = [await inCare(server), await handedOver(server)];
    const note = (await write(one)).ok;
    const move = (by: StaffPerson, to: string) =>
      by.browser.call(care.withdrawNote, { params: { id: note.id }, body: { forpatientid: to } });
    expect((await move(two, sam.id)).problem.code).toBe("reason_required");
    expect((await move(two, rosa.id)).problem.code).toBe("bad_request");
    expect((await read(one)).find(({ id }) => id === note.id)?.text).toBe(text);
    expect((await withdraw(two, note.id)).problem.code).toBe("forbidden");
    const [moved, again] = [await move(two, kim.id), await move(two, kim.id)];
    expect([moved.ok.text, moved.ok.wrongpatient, moved.ok.actor]).toEqual([null, true, `staff:${one.id}`]);
    expect(again.ok).toEqual(moved.ok);
    const there = (await two.browser.call(care.notes, { params: { id: kim.id }, query: {} })).ok.items;
    expect(there.map((each) => [each.text, each.actor, each.withdrawnat])).toEqual([[text, `staff:${two.id}`, null]]);
    const { moved_to_id } = await server.services.db
      .selectFrom("staff_note")
      .select("moved_to_id")
      .where("id", "=", note.id)
      .executeTakeFirstOrThrow();
    expect(there.map(({ id }) => id)).toEqual([moved_to_id]);
  });

  test.each(["patient_services", "pharmacy", "finance", "administrator"] as const)(
    "are nothing for %s",
    async (role) => {
      const { browser } = await signedInStaff(server, [role]);
      const answer = await browser.call(care.notes, { params: { id: rosa.id }, query: {} });
      expect(answer.problem.code).toBe("scope_missing");
    },
  );

  test("sent twice with one key, it is one note; an empty one and an unknown patient are refused", async () => {
    const key = newId();
    const before = (await read(one)).length;
    const [first, again] = [await write(one, { key }), await write(one, { key })];
    expect([first.ok.id === again.ok.id, (await read(one)).length]).toEqual([true, before + 1]);
    const empty = await one.browser.call(care.writeNote, { params: { id: rosa.id }, body: { text: " " } });
    expect(empty.problem.code).toBe("bad_request");
    const unknown = await one.browser.call(care.writeNote, { params: { id: newId() }, body: { text } });
    expect(unknown.problem.code).toBe("not_found");
  });

  test("are withdrawn by their author alone: the text is kept sealed and shown to nobody, the row stays", async () => {
    const { id } = (await write(one)).ok;
    expect((await withdraw(two, id)).problem.code).toBe("forbidden");
    expect((await withdraw(one, newId())).problem.code).toBe("not_found");
    const withdrawn = await withdraw(one, id);
    expect(withdrawn.ok).toMatchObject({ id, text: null, withdrawnat: expect.any(String) });
    server.clock.advance(60_000);
    expect((await withdraw(one, id)).ok.withdrawnat).toBe(withdrawn.ok.withdrawnat);
    expect((await read(two)).find((note) => note.id === id)).toMatchObject({ text: null });
    const row = await server.services.db
      .selectFrom("staff_note")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect([row.text_sealed.length > text.length, Buffer.from(row.text_sealed).includes(text)]).toEqual([true, false]);
  });

  test("can't be changed, not even in the database", async () => {
    const { id } = (await write(one)).ok;
    const change = (values: object) =>
      server.services.db.updateTable("staff_note").set(values).where("id", "=", id).execute();
    await expect(change({ text_sealed: Buffer.from("other") })).rejects.toThrow("can only be withdrawn");
    await withdraw(one, id);
    await expect(change({ withdrawn_at: null })).rejects.toThrow("can only be withdrawn");
  });

  test("are in no record, FHIR, event or log the patient or another system gets", async () => {
    await write(one);
    const { token } = rosa;
    const params = { id: rosa.id };
    const fhir = await server.call(documents.medicalRecordsFhir, { params }, { token });
    const record = await server.call(care.patient, { params }, { apiKey });
    const events = await server.services.db.selectFrom("clinic_event").selectAll().execute();
    expect(fhir.status).toBe(200);
    for (const shown of [fhir.raw.payload, record.raw.payload, JSON.stringify(events)])
      expect(shown).not.toContain("Quillwortqa");
  });

  test("are not in the host's export of the patient either", async () => {
    await write(one);
    const folder = join(mkdtempSync(join(tmpdir(), "calendula-notes-")), "rosa");
    await exportPatient(server.services, rosa.id, folder);
    const tables = readdirSync(join(folder, "tables"));
    expect(tables).toContain("care_case.json");
    expect(tables.filter((name) => name.startsWith("staff_"))).toEqual([]);
  });

  test("what is being written is kept as the person's draft", async () => {
    const work = { kind: "note" as const, id: rosa.id };
    await one.browser.call(staff.saveDraft, { params: work, body: { text: "Half a no" } });
    expect((await one.browser.call(staff.draft, { params: work })).ok.text).toBe("Half a no");
    expect((await two.browser.call(staff.draft, { params: work })).ok.text).toBe("");
  });
});
