import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bundle, FhirResource } from "fhir/r4";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import type { Input, Output } from "#contract/http/endpoint.ts";
import type { Role } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { fhirProblems } from "#server/documents/testing/fhir-validator.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { erasePatient } from "#server/operations/patient/erase.ts";
import { exportPatient } from "#server/operations/patient/export.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { addWorkingDays } from "#server/platform/clock/working-days.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { newId } from "#server/platform/ids.ts";
import { pageSize } from "#server/platform/pagination.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();
const today = () => clinicToday(server.services);
/** A Tuesday, at noon. */
beforeEach(() => {
  while (new Date(today()).getUTCDay() !== 2) server.clock.advance(86_400_000);
});

const person = (role: Role) => signedInStaff(server, [role]);
type Entry = Input<typeof care.addPatientLog>["body"];
const field = (id: string, value: string) => ({ id, value });
const entries = {
  call: {
    ...{ kind: "call", words: "She’ll send the CANARY report", outcome: "talked" },
    fields: [field("direction", "they"), field("with", "patient"), field("proved", "birthday")],
  },
  alert: { kind: "alert", words: "Speaks Polish only", fields: [field("what", "interpreter")] },
  complaint: {
    ...{ kind: "complaint", words: "Nobody called back" },
    fields: [field("about", "care"), field("came", "phone")],
  },
  shipping: {
    ...{ kind: "package_claim", words: "Lost on the way" },
    fields: [field("what", "lost")],
  },
  hold: {
    ...{ kind: "legal_hold", words: "Case 12-345" },
    fields: [field("from", "Counsel"), field("since", "2026-11-24")],
  },
} satisfies Record<string, Entry>;

/** Whoever reads about health gives a reason first. */
const opened = (by: StaffPerson, { id }: TestPatient) =>
  by.browser.call(staff.openRecord, {
    params: { id },
    body: { reason: "colleague", words: "Asked about the patient." },
  });
async function log(by: StaffPerson, patient: TestPatient, body: Entry) {
  await opened(by, patient);
  return by.browser.call(care.addPatientLog, { params: { id: patient.id }, body });
}
const logOf = async (by: StaffPerson, { id }: TestPatient, state?: "chart") => {
  const answer = await by.browser.call(care.patientLog, { params: { id }, query: { ...(state && { state }) } });
  return answer.ok.items;
};
const inboxIds = async (by: StaffPerson) =>
  (await by.browser.call(care.inbox, { query: { kind: "task", limit: 200 as never } })).ok.items.map(({ id }) => id);
const end = (by: StaffPerson, id: string, body: Input<typeof care.endTask>["body"]) =>
  by.browser.call(care.endTask, { params: { id }, body });

describe("what is logged", () => {
  test("a call has ended at once, with its fields in words; another patient's log hasn't got it", async () => {
    const [patient, other, services, nurse] = [
      await inCare(server),
      await inCare(server),
      await person("patient_services"),
      await person("nurse"),
    ];
    const { status, ok } = await log(services, patient, entries.call);
    expect(status).toBe(201);
    expect(ok).toMatchObject({
      ...{ kind: "log", words: entries.call.words, ended: { outcome: "settled", actor: `staff:${services.id}` } },
      log: {
        ...{ label: "Call", record: true, outcome: { id: "talked", label: "We talked" } },
        fields: [
          { label: "Who called", value: "They called us" },
          { label: "With whom", value: "The patient" },
          { label: "How they proved who they are", value: "Birthday and address" },
        ],
      },
    });
    await opened(nurse, patient);
    await opened(nurse, other);
    expect((await logOf(nurse, patient)).map(({ id }) => id)).toEqual([ok.id]);
    expect(await logOf(nurse, other)).toEqual([]);
    expect(await inboxIds(services)).not.toContain(ok.id);
    expect(await inboxIds(nurse)).not.toContain(ok.id);
  });

  test("an alert stands on the chart of one patient, in nobody's inbox, until somebody says that it's no longer so", async () => {
    const [patient, nurse, pharmacist] = [await inCare(server), await person("nurse"), await person("pharmacy")];
    const alert = (await log(nurse, patient, entries.alert)).ok;
    await log(nurse, patient, entries.call);
    await opened(pharmacist, patient);
    expect((await logOf(pharmacist, patient, "chart")).map(({ id }) => id)).toEqual([alert.id]);
    expect(await inboxIds(nurse)).not.toContain(alert.id);
    const open = await nurse.browser.call(care.patientTasks, { params: { id: patient.id }, query: {} });
    expect(open.ok.items.map(({ id }) => id)).not.toContain(alert.id);
    expect(alert.actions).toEqual(["done", "drop"]);
    expect((await end(pharmacist, alert.id, { outcome: "done", note: "Her son translates" })).status).toBe(200);
    expect(await logOf(pharmacist, patient, "chart")).toEqual([]);
    expect(await logOf(pharmacist, patient)).toHaveLength(2);
  });

  test("one that waits for a role which has its kind no more is seen and ended by whoever has it now; another entry isn't", async () => {
    const patient = await inCare(server);
    const [services, finance, nurse, administrator] = [
      await person("patient_services"),
      await person("finance"),
      await person("nurse"),
      await person("administrator"),
    ];
    const [complaint, event] = [
      (await log(services, patient, entries.complaint)).ok,
      (await log(services, patient, entries.shipping)).ok,
    ];
    // As where complaints waited for finance when it was made, and what is lost on the way for nurses, who read such entries now.
    const waitsFor = (id: string, role: Role) =>
      server.services.db.updateTable("task").set({ role }).where("id", "=", id).execute();
    await waitsFor(complaint.id, "finance");
    await waitsFor(event.id, "nurse");
    const seen = async (by: StaffPerson) => (await inboxIds(by)).filter((id) => id === complaint.id || id === event.id);
    expect([await seen(administrator), await seen(finance)]).toEqual([[complaint.id], [complaint.id]]);
    expect([await seen(nurse), await seen(services)]).toEqual([[event.id], []]);
    const { ok } = await administrator.browser.call(care.task, { params: { id: complaint.id } });
    expect(ok.actions).toContain("settle");
    const outcome = ok.log?.outcomes[0]?.id ?? "";
    const settled = await end(administrator, complaint.id, { outcome: "settled", logoutcome: outcome });
    expect(settled.ok.ended).toMatchObject({ outcome: "settled" });
    expect([await seen(administrator), await seen(finance)]).toEqual([[], []]);
  });

  test("a complaint waits for the administrators by its legal day, and nobody else reads it but who logged it", async () => {
    const [patient, services, colleague, nurse, administrator] = [
      await inCare(server),
      await person("patient_services"),
      await person("patient_services"),
      await person("nurse"),
      await person("administrator"),
    ];
    const complaint = (await log(services, patient, entries.complaint)).ok;
    expect(complaint).toMatchObject({ dueon: addDays(today(), 30), for: { role: "administrator" }, ended: null });
    expect(await inboxIds(administrator)).toContain(complaint.id);
    expect(await inboxIds(services)).not.toContain(complaint.id);
    await opened(nurse, patient);
    for (const [by, reads] of [
      [services, true],
      [colleague, false],
      [nurse, false],
      [administrator, true],
    ] as const) {
      const { status } = await by.browser.call(care.task, { params: { id: complaint.id } });
      expect(status).toBe(reads ? 200 : 404);
      const open = await by.browser.call(care.patientTasks, { params: { id: patient.id }, query: {} });
      expect(open.ok.items.map(({ id }) => id).includes(complaint.id)).toBe(reads);
      const all = await by.browser.call(care.log, { query: { kind: "complaint" } });
      expect(all.ok.items.map(({ id }) => id).includes(complaint.id)).toBe(reads);
    }
    expect((await end(administrator, complaint.id, { outcome: "settled" })).status).toBe(400);
    expect((await end(administrator, complaint.id, { outcome: "settled", logoutcome: "talked" })).status).toBe(400);
    expect((await end(services, complaint.id, { outcome: "settled", logoutcome: "settled" })).status).toBe(409);
    const ended = await end(administrator, complaint.id, { outcome: "settled", logoutcome: "settled", note: "Called" });
    expect(ended.ok).toMatchObject({ ended: { note: "Called" }, log: { outcome: { id: "settled" } } });
    // The same once more changes nothing; another outcome is too late.
    expect((await end(administrator, complaint.id, { outcome: "settled", logoutcome: "settled" })).status).toBe(200);
    expect((await end(administrator, complaint.id, { outcome: "settled", logoutcome: "changed" })).status).toBe(409);
    const stillOpen = await administrator.browser.call(care.log, { query: { kind: "complaint", state: "open" } });
    expect(stillOpen.ok.items.map(({ id }) => id)).not.toContain(complaint.id);
  });

  test("a legal hold is read by who noted it and by the administrators, not by a colleague of the same role", async () => {
    const [patient, services, colleague, administrator] = [
      await inCare(server),
      await person("patient_services"),
      await person("patient_services"),
      await person("administrator"),
    ];
    const { id } = (await log(services, patient, entries.hold)).ok;
    for (const [by, reads] of [
      [services, true],
      [colleague, false],
      [administrator, true],
    ] as const) {
      expect((await by.browser.call(care.task, { params: { id } })).status).toBe(reads ? 200 : 404);
      expect((await logOf(by, patient, "chart")).map((each) => each.id)).toEqual(reads ? [id] : []);
    }
  });

  test("a day in business days; nothing is put aside beyond it", async () => {
    const [patient, finance, services] = [
      await inCare(server),
      await person("finance"),
      await person("patient_services"),
    ];
    const asked = (on: string) => ({ kind: "estimate", words: "A year of patches", fields: [field("askedon", on)] });
    const estimate = (await log(services, patient, asked(today()))).ok;
    const { closed } = server.services.content.promises;
    const due = addWorkingDays(closed, today(), 3);
    expect(estimate.dueon).toBe(due);
    // It counts from the day it was asked for, not from the one it's logged.
    const before = addDays(today(), -7);
    expect((await log(services, patient, asked(before))).ok.dueon).toBe(addWorkingDays(closed, before, 3));
    const aside = (until: string) =>
      finance.browser.call(care.putTaskAside, { params: { id: estimate.id }, body: { until } });
    expect((await aside(addDays(due, 1))).status).toBe(400);
    expect((await aside(due)).status).toBe(200);
    expect(await inboxIds(finance)).not.toContain(estimate.id);
  });

  test("an entry made in error is said to be one, also after it ended; a colleague of another role can't", async () => {
    const [patient, services, finance] = [
      await inCare(server),
      await person("patient_services"),
      await person("finance"),
    ];
    const call = (await log(services, patient, entries.call)).ok;
    const note = (await log(services, patient, { kind: "alert", words: "Deaf", fields: [field("what", "hearing")] }))
      .ok;
    expect((await end(finance, note.id, { outcome: "dropped" })).status).toBe(409);
    expect((await end(services, call.id, { outcome: "dropped", note: "Another patient" })).ok.ended).toMatchObject({
      ...{ outcome: "dropped", note: "Another patient" },
    });
    expect((await end(services, call.id, { outcome: "settled", logoutcome: "nobody" })).status).toBe(409);
    expect((await end(services, note.id, { outcome: "dropped" })).status).toBe(200);
    expect(await logOf(services, patient, "chart")).toEqual([]);
  });
});

test("the log is read in pages, newest first, without a gap or a repeat, of one patient and of all", async () => {
  const [patient, services, pharmacist] = [
    await inCare(server),
    await person("patient_services"),
    await person("pharmacy"),
  ];
  const call = (await log(services, patient, entries.call)).ok.id;
  const ids = Array.from({ length: 2 * pageSize + 1 }, newId);
  const { db, secrets } = server.services;
  await sql`insert into task (id, kind, log_kind, patient_id, asker, asker_role, role, words_sealed, fields_sealed,
      holds, opened_at, waits_since, ended_at, ended_by, outcome)
    select id, 'log', 'note', ${patient.id}, 'key:test', 'pharmacy', 'pharmacy', words, fields, false, ${server.clock.now()}, ${server.clock.now()}, ${server.clock.now()}, 'key:test', 'settled'
    from unnest(${ids}::uuid[], ${ids.map((id) => secrets.seal(id, sealed("task.words_sealed")(id)))}::bytea[],
      ${ids.map((id) => secrets.seal([], sealed("task.fields_sealed")(id)))}::bytea[]) as one (id, words, fields)`.execute(
    db,
  );
  await opened(pharmacist, patient);
  const pages = async (read: (nextpage?: string) => Promise<Output<typeof care.log>>) => {
    const found: string[] = [];
    let page = await read();
    for (let count = 1; ; count += 1) {
      found.push(...page.items.map(({ id }) => id));
      if (page.nextpage === null) return { found, count };
      page = await read(page.nextpage);
    }
  };
  const { params } = { params: { id: patient.id } };
  const ofPatient = await pages(
    async (nextpage) =>
      (await pharmacist.browser.call(care.patientLog, { params, query: nextpage === undefined ? {} : { nextpage } }))
        .ok,
  );
  expect(ofPatient.count).toBe(3);
  expect(ofPatient.found).toHaveLength(ids.length + 1);
  expect(new Set(ofPatient.found)).toEqual(new Set([...ids, call]));
  const notes = await pages(
    async (nextpage) =>
      (
        await pharmacist.browser.call(care.log, {
          query: { kind: "note", ...(nextpage !== undefined && { nextpage }) },
        })
      ).ok,
  );
  expect(notes.found.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
  expect(notes.found).not.toContain(call);
});

test("what is part of the record is in its PDF in words, and nothing else that was logged", async () => {
  const [patient, services] = [await inCare(server), await person("patient_services")];
  const call = (await log(services, patient, entries.call)).ok;
  for (const entry of [entries.alert, entries.complaint, { ...entries.call, words: "Of somebody else" }])
    await log(services, patient, entry);
  const wrong = (await logOf(services, patient)).find(({ words }) => words === "Of somebody else");
  await end(services, wrong?.id ?? "", { outcome: "dropped" });
  const params = { id: patient.id };
  const pdf = await server.call(documents.medicalRecords, { params }, { token: await tokenOf(server, patient) });
  const text = (await readPdf(pdf.raw.rawPayload)).text.replaceAll(/\s/g, "");
  for (const part of ["Call: We talked", "With whom: The patient", call.words])
    expect(text).toContain(part.replaceAll(" ", ""));
  for (const part of ["Polish", "Nobody called back", "Of somebody else"])
    expect(text).not.toContain(part.replaceAll(" ", ""));
});

test("what is part of the record is in its FHIR file: who to call, a side effect with its fields, and what was said; another patient's isn't", async () => {
  const [patient, other, nurse] = [await inCare(server), await inCare(server), await person("nurse")];
  const contact = (name: string, relation: string): Entry => ({
    ...{ kind: "emergency_contact", words: `Call ${name} after six` },
    fields: [field("name", name), field("number", "(212) 555-0143"), field("relation", relation)],
  });
  const effect = (medicine: string, serious: string): Entry => ({
    ...{ kind: "adverse_event", words: `Itched under ${medicine}` },
    fields: [
      ...[field("medicine", medicine), field("began", "2026-11-12"), field("serious", serious)],
      field("stopped", "better"),
    ],
  });
  await log(nurse, other, contact("Olga", "Aunt"));
  await log(nurse, other, effect("Another gel", "death"));
  const former = (await log(nurse, patient, contact("Peter", "Husband"))).ok;
  await end(nurse, former.id, { outcome: "done" });
  for (const entry of [contact("Ana", "Daughter"), effect("Patch 0.05", "no"), effect("Capsule", "hospital")])
    expect((await log(nurse, patient, entry)).status).toBe(201);
  for (const entry of [entries.call, entries.alert]) await log(nurse, patient, entry);
  const params = { id: patient.id };
  const { raw } = await server.call(
    documents.medicalRecordsFhir,
    { params },
    { token: await tokenOf(server, patient) },
  );
  const bundle = JSON.parse(raw.rawPayload.toString()) as Bundle<FhirResource>;
  expect(fhirProblems(bundle)).toEqual([]);
  const resources = (bundle.entry ?? []).map(({ resource }) => resource);
  expect(resources.flatMap((one) => (one?.resourceType === "Patient" ? one.contact : []))).toEqual([
    {
      relationship: [{ coding: [expect.objectContaining({ code: "C" })] }, { text: "Daughter. Call Ana after six" }],
      name: { text: "Ana" },
      telecom: [{ system: "phone", value: "(212) 555-0143" }],
    },
  ]);
  const events = resources.flatMap((one) => (one?.resourceType === "AdverseEvent" ? [one] : []));
  expect(
    events.map(({ date, seriousness, suspectEntity }) => [
      ...[date, seriousness?.coding?.[0]?.code, seriousness?.text, suspectEntity?.[0]?.instance.display],
    ]),
  ).toEqual([
    ["2026-11-12", "non-serious", "Not serious", "Patch 0.05"],
    ["2026-11-12", "serious", "Hospital stay", "Capsule"],
  ]);
  expect(events[0]?.event?.text).toContain("Itched under Patch 0.05\nMedicine and strength: Patch 0.05");
  const calls = resources.flatMap((one) => (one?.resourceType === "Communication" ? [one] : []));
  expect(calls.map(({ topic, payload }) => [topic?.text, payload?.[0]?.contentString])).toEqual([
    ["Emergency contact", expect.stringContaining("Call Peter after six")],
    ["Call", expect.stringMatching(/^She’ll send[^]*With whom: The patient[^]*We talked$/)],
  ]);
});

describe("bad input", () => {
  test.each<[string, Role, Partial<Entry>, string]>([
    ["a kind there isn't", "nurse", { kind: "constructor" }, "kind"],
    ["what is about the practice", "nurse", { kind: "breach" }, "kind"],
    ["what this role doesn't log", "pharmacy", { kind: "restriction" }, "kind"],
    ["a field missing", "nurse", { fields: [] }, "fields.direction"],
    ["no outcome", "nurse", { outcome: undefined as never }, "outcome"],
    ["somebody else's order", "nurse", { orderid: "00000000-0000-7000-8000-000000000000" }, "orderid"],
  ])("%s is refused beside its field, and nothing is logged", async (_, role, change, path) => {
    const [patient, by] = [await inCare(server), await person(role)];
    await opened(by, patient);
    const { status, raw } = await by.browser.call(care.addPatientLog, {
      params: { id: patient.id },
      body: { ...entries.call, ...change },
    });
    expect(status).toBe(400);
    expect(raw.payload).toContain(`"path":"${path}"`);
    expect(await logOf(by, patient)).toEqual([]);
  });

  test("what is about a patient can't be logged about nobody, and the practice's own can", async () => {
    const [pharmacist, administrator] = [await person("pharmacy"), await person("administrator")];
    const { orderid: _, ...call } = { orderid: undefined, ...entries.call };
    expect((await pharmacist.browser.call(care.addLog, { body: call })).status).toBe(400);
    const breach = await pharmacist.browser.call(care.addLog, {
      body: {
        ...{ kind: "breach", words: "A label in the wrong box" },
        fields: [field("found", today()), field("what", "recipient"), field("people", "1")],
      },
    });
    expect(breach.ok).toMatchObject({ patient: null, dueon: addDays(today(), 60), actions: ["reassign", "drop"] });
    expect(await inboxIds(administrator)).toContain(breach.ok.id);
  });

  test("stock that is taken out says what, which lot, how many, why, on which day and who witnessed it", async () => {
    const pharmacist = await person("pharmacy");
    const values = {
      ...{ medicine: "Estradiol patch 0.05 mg", lot: "A123", count: "4", doneon: today(), witness: "Ola Berg, CPhT" },
      why: "wrong",
    };
    const take = (fields: Readonly<Record<string, string>>) =>
      pharmacist.browser.call(care.addLog, {
        body: {
          ...{ kind: "destruction", words: "Crushed and mixed with coffee grounds", outcome: "destroyed" },
          fields: Object.entries(fields).map(([id, value]) => field(id, value)),
        },
      });
    const { ok } = await take(values);
    expect(ok.log).toMatchObject({ kind: "destruction", outcome: { id: "destroyed" } });
    expect(ok.log?.fields.map(({ value }) => value)).toEqual([
      ...["Estradiol patch 0.05 mg", "A123", "4", today(), "Ola Berg, CPhT", "It was packed or sent by mistake"],
    ]);
    expect(ok.ended).not.toBeNull();
    for (const missing of Object.keys(values)) {
      const { [missing as "lot"]: _, ...rest } = values;
      const refused = await take(rest);
      expect([refused.status, refused.raw.payload.includes(`"path":"fields.${missing}"`)], missing).toEqual([
        400,
        true,
      ]);
    }
  });

  test("a kind that is gone is still read and ended, by whom it waits for", async () => {
    const [patient, services, administrator] = [
      await inCare(server),
      await person("patient_services"),
      await person("administrator"),
    ];
    const complaint = (await log(services, patient, entries.complaint)).ok;
    await sql`update task set log_kind = 'gone' where id = ${complaint.id}`.execute(server.services.db);
    const read = await administrator.browser.call(care.task, { params: { id: complaint.id } });
    expect(read.ok).toMatchObject({ log: { kind: "gone", label: "gone", outcomes: [] } });
    expect((await end(administrator, complaint.id, { outcome: "settled" })).status).toBe(200);
  });
});

test("a patient's copy has what they asked for and what is part of their record, and nothing else that people of the practice wrote", async () => {
  const [patient, services] = [await inCare(server), await person("patient_services")];
  const call = (await log(services, patient, entries.call)).ok;
  for (const entry of [entries.alert, entries.complaint]) await log(services, patient, entry);
  await services.browser.call(care.addPatientTask, {
    params: { id: patient.id },
    body: { kind: "question", role: "nurse", words: "Is she kind?" },
  });
  const asked = { kind: "correction", words: "I never smoked" };
  const token = await tokenOf(server, patient);
  const { ok } = await server.call(account.addRequest, { body: asked }, { token });
  const folder = join(await mkdtemp(join(tmpdir(), "log-")), "copy");
  await exportPatient(server.services, patient.id, folder);
  const rows = JSON.parse(await readFile(join(folder, "tables", "task.json"), "utf8")) as { id: string }[];
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([call.id, ok.requests.items[0]?.id]));
  expect(rows).toHaveLength(2);
});

test("a legal hold keeps a closed account from being erased until it's ended, another patient's doesn't", async () => {
  const [patient, other, services] = [await inCare(server), await inCare(server), await person("patient_services")];
  const hold = (await log(services, patient, entries.hold)).ok;
  for (const each of [patient, other])
    await server.call(
      account.closeAccount,
      { body: { password: each.password } },
      { token: await tokenOf(server, each) },
    );
  await expect(erasePatient(server.services, patient.id)).rejects.toThrow("Legal hold");
  await erasePatient(server.services, other.id);
  expect((await end(services, hold.id, { outcome: "done" })).status).toBe(200);
  await erasePatient(server.services, patient.id);
});
