import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { type ListFilter, listFilterNeeds, type ListFilters } from "#contract/care/lists.ts";
import { permits } from "#contract/policy/policy.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";
import { updatePatient } from "#server/auth/public.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { answerSealContext } from "#server/onboarding/public.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { type InCare, inCare } from "#server/treatment/testing/in-care.ts";
import { closeAccount, merged, packed, restrict } from "./testing/listed-patients.ts";

const server = serverAtNoon();
const people = {} as Record<Role, StaffPerson>;
beforeAll(async () => {
  server.clock.setOffset(msUntilNoon());
  for (const role of roles)
    people[role] = await signedInStaff(server, [role], role === "physician" ? "elena_marsh" : undefined);
});

const fieldsOf = (problem: { readonly details?: { readonly fields?: readonly { readonly path: string }[] } }) =>
  problem.details?.fields ?? [];
const list = (by: StaffPerson, filters: ListFilters, nextpage?: string) =>
  by.browser.call(care.listPatients, { body: { filters, ...(nextpage !== undefined && { nextpage }) } });
/** Which of these are on a list, whoever else is. */
async function listed(
  by: StaffPerson,
  filters: ListFilters,
  of: readonly { readonly id: string }[],
): Promise<string[]> {
  const found = new Set<string>();
  let page = (await list(by, filters)).ok;
  for (;;) {
    for (const { patient } of page.items) found.add(patient.id);
    if (page.nextpage === null) return of.flatMap(({ id }) => (found.has(id) ? [id] : []));
    page = (await list(by, filters, page.nextpage)).ok;
  }
}
const day = (back: number) => new Date(server.clock.now().getTime() - back * 86_400_000).toISOString();
async function answer(patient: TestPatient, questionId: string, value: string | readonly string[], at = day(0)) {
  const id = newId();
  const { db, secrets } = server.services;
  await sql`insert into health_answer (id, patient_id, question_id, value_sealed, content_version, answered_at)
    values (${id}, ${patient.id}, ${questionId}, ${secrets.seal({ value, others: null }, answerSealContext(id))}, 'v', ${at})`.execute(
    db,
  );
}
describe("decisions §15 patients are listed by what they have in common", () => {
  test("a medicine, or a strength of it, that is prescribed now", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    await server.services.db
      .updateTable("prescription")
      .set({ status: "ended" })
      .where("patient_id", "=", ana.id)
      .where("product_id", "like", "estradiol%")
      .execute();
    const both = [rosa, ana];
    for (const by of [people.physician, people.nurse, people.patient_services, people.pharmacy]) {
      expect(await listed(by, { medicine: "estradiol_patch" }, both)).toEqual([rosa.id]);
      expect(await listed(by, { strength: "estradiol_patch_0_05" }, both)).toEqual([rosa.id]);
      expect(await listed(by, { strength: "estradiol_patch_0_1" }, both)).toEqual([]);
      expect(await listed(by, { medicine: "progesterone_capsule" }, both)).toEqual([rosa.id, ana.id]);
    }
  });

  test("a lot, of the line or of one of its boxes, whether the medicine is still prescribed or not", async () => {
    const [rosa, ana, eva] = [await inCare(server), await inCare(server), await inCare(server)];
    await packed(server, rosa, "estradiol", "LOT-1");
    await packed(server, ana, "progesterone", "LOT-1");
    await packed(server, eva, "estradiol", "LOT-1", true);
    await packed(server, rosa, "progesterone", "LOT-2");
    await server.services.db
      .updateTable("prescription")
      .set({ status: "ended" })
      .where("patient_id", "=", rosa.id)
      .execute();
    const all = [rosa, ana, eva];
    expect(await listed(people.pharmacy, { lotnumber: "lot-1" }, all)).toEqual([rosa.id, ana.id, eva.id]);
    expect(await listed(people.pharmacy, { lotnumber: "LOT-1", medicine: "estradiol_patch" }, all)).toEqual([
      rosa.id,
      eva.id,
    ]);
    expect(await listed(people.physician, { lotnumber: "LOT-2" }, all)).toEqual([rosa.id]);
    expect(await listed(people.physician, { lotnumber: "LOT-3" }, all)).toEqual([]);
  });

  test("a lot packed under an account that became part of another one is found as that one", async () => {
    const [surviving, retired] = [await inCare(server), await inCare(server)];
    await packed(server, retired, "estradiol", "LOT-M");
    const merge = await merged(server, retired, surviving);
    const both = [surviving, retired];
    expect(await listed(people.physician, { lotnumber: "LOT-M" }, both)).toEqual([surviving.id]);
    expect(await listed(people.physician, {}, both)).toEqual([surviving.id]);
    await server.services.db
      .updateTable("record_merge")
      .set({ undone_at: new Date(), undone_by: "key:test", undo_reason_sealed: Buffer.of(1), dismissed_digest: null })
      .where("id", "=", merge)
      .execute();
    expect(await listed(people.physician, { lotnumber: "LOT-M" }, both)).toEqual([retired.id]);
  });

  test("who treats them, their state and how far their case is; all of it together", async () => {
    const [iowa, texas, submitted, none] = [
      await inCare(server),
      await inCare(server, { state: "TX" }),
      await handedOver(server, "IA"),
      await server.newPatient(),
    ];
    const all = [iowa, texas, submitted, none];
    const by = people.patient_services;
    expect(await listed(by, { state: "TX" }, all)).toEqual([texas.id]);
    expect(await listed(by, { carestatus: "approved" }, all)).toEqual([iowa.id, texas.id]);
    expect(await listed(by, { carestatus: "in_review" }, all)).toEqual([submitted.id]);
    expect(await listed(by, { carestatus: "none" }, all)).toEqual([none.id]);
    expect(await listed(by, { carestatus: "declined" }, all)).toEqual([]);
    expect(await listed(by, { carestatus: "approved", state: "IA" }, all)).toEqual([iowa.id]);
    const doctor = "dr-lists";
    await sql`insert into doctor (id, firstname, lastname, credentials, bio, profile_url, npi, fixed, active)
      values (${doctor}, 'Lis', 'Tan', 'MD', 'Lists.', '/lists', '0000000009', false, true)`.execute(
      server.services.db,
    );
    await server.services.db
      .updateTable("care_case")
      .set({ treating_doctor_id: doctor })
      .where("patient_id", "=", texas.id)
      .execute();
    expect(await listed(by, { doctor }, all)).toEqual([texas.id]);
    const { doctors } = (await by.browser.call(care.listFilters, {})).ok;
    expect(doctors).toContainEqual({ id: doctor, label: "Lis Tan" });
  });

  test("the latest answer to a question, one of several chosen among them", async () => {
    const [rosa, ana, eva] = [await inCare(server), await inCare(server), await inCare(server)];
    await answer(rosa, "mammogram", "never", day(3));
    await answer(ana, "mammogram", "never", day(3));
    await answer(ana, "mammogram", "under_2_years", day(2));
    await answer(eva, "goals", ["sleep", "mood"]);
    const all = [rosa, ana, eva];
    const by = (questionid: string, value: string) => listed(people.nurse, { answer: { questionid, value } }, all);
    expect(await by("mammogram", "never")).toEqual([rosa.id]);
    expect(await by("mammogram", "under_2_years")).toEqual([ana.id]);
    expect(await by("goals", "mood")).toEqual([eva.id]);
    expect(await by("goals", "heat")).toEqual([]);
  });

  test("an overdue mammogram, by what was answered, when, and by age; the other checkup is another one", async () => {
    const [never, lately, longAgo, old, pap] = [
      await inCare(server),
      await inCare(server),
      await inCare(server),
      await inCare(server),
      await inCare(server),
    ];
    await answer(never, "mammogram", "never");
    await answer(lately, "mammogram", "under_2_years", day(700));
    await answer(longAgo, "mammogram", "under_2_years", day(740));
    await answer(old, "mammogram", "never");
    await answer(pap, "pap", "over_5_years");
    await server.services.db.updateTable("patient").set({ birthday_sealed: null }).where("id", "=", never.id).execute();
    await updatePatient(server.services, old.id, { birthday: "1940-05-06" });
    const all = [never, lately, longAgo, old, pap];
    expect(await listed(people.physician, { checkup: "mammogram" }, all)).toEqual([never.id, longAgo.id]);
    expect(await listed(people.physician, { checkup: "pap" }, all)).toEqual([pap.id]);
    expect(
      await listed(
        people.physician,
        { checkup: "mammogram", answer: { questionid: "mammogram", value: "never" } },
        all,
      ),
    ).toEqual([never.id]);
  });

  test("a review that was sent and isn't finished, and an answer that the practice waits for where the caller reads", async () => {
    const [open, done, doctors, services] = [
      await inCare(server),
      await inCare(server),
      await inCare(server),
      await inCare(server),
    ];
    const { db } = server.services;
    for (const [patient, completed] of [
      [open, null],
      [done, new Date()],
    ] as const)
      await sql`insert into followup (id, patient_id, status, sequence_number, scope_sealed, sent_at, claimed_at, completed_at, awaiting_doctor_since)
        values (${newId()}, ${patient.id}, ${completed ? "COMPLETED" : "SENT"}, 1, '\\x01', now(), ${completed}, ${completed}, ${completed})`.execute(
        db,
      );
    for (const [patient, kind] of [
      [doctors, "doctor"],
      [services, "patient_services"],
    ] as const)
      await sql`insert into conversation (id, patient_id, kind, needs_reply, created_at) values (${newId()}, ${patient.id}, ${kind}, true, now())
        on conflict (patient_id, kind) do update set needs_reply = true`.execute(db);
    const all = [open, done, doctors, services];
    expect(await listed(people.nurse, { reviewopen: true }, all)).toEqual([open.id]);
    expect(await listed(people.nurse, { awaitsreply: true }, all)).toEqual([doctors.id, services.id]);
    expect(await listed(people.patient_services, { awaitsreply: true }, all)).toEqual([services.id]);
  });

  test("nothing of them since a day: no message of theirs, no decision, no review; what the practice writes doesn't count", async () => {
    const patients = [];
    for (let n = 0; n < 8; n += 1) patients.push(await inCare(server));
    const [quiet, wrote, decided, reviewed, written, renewed, noted, added] = patients as [
      InCare,
      InCare,
      InCare,
      InCare,
      InCare,
      InCare,
      InCare,
      InCare,
    ];
    const { db } = server.services;
    const ids = patients.map(({ id }) => id);
    await sql`update patient set created_at = ${day(90)} where id = any(${ids}::uuid[])`.execute(db);
    await sql`update care_case set decided_at = ${day(60)}, accepted_at = ${day(61)}, submitted_at = ${day(62)} where patient_id = any(${ids}::uuid[])`.execute(
      db,
    );
    await sql`delete from visit_note where patient_id = any(${ids}::uuid[])`.execute(db);
    await sql`update care_case set decided_at = ${day(5)} where patient_id = ${decided.id}`.execute(db);
    await sql`insert into renewal_request (id, patient_id, prescription_id, status, requested_at, decided_at)
      select ${newId()}, patient_id, id, 'approved', ${day(6)}, ${day(5)} from prescription where patient_id = ${renewed.id} limit 1`.execute(
      db,
    );
    await sql`insert into followup (id, patient_id, status, sequence_number, scope_sealed, sent_at, claimed_at, completed_at, awaiting_doctor_since)
      values (${newId()}, ${reviewed.id}, 'COMPLETED', 1, '\\x01', ${day(6)}, ${day(6)}, ${day(5)}, ${day(5)})`.execute(
      db,
    );
    const note = async (patient: InCare, back: number, to: string | null = null) => {
      const id = newId();
      const about = { decision: to === null ? "treatment_changed" : null, ref_id: to === null ? newId() : null };
      const row = { id, patient_id: patient.id, note_id: to, ...about, actor: "key:test", text_sealed: Buffer.of(1) };
      await db
        .insertInto("visit_note")
        .values({ ...row, signed_at: day(back) } as never)
        .execute();
      return id;
    };
    await note(noted, 5);
    // What is added to a note later is no decision.
    await note(added, 5, await note(added, 60));
    for (const [patient, role] of [
      [wrote, "patient"],
      [written, "doctor"],
    ] as const) {
      await sql`update message set created_at = ${day(60)} where patient_id = ${patient.id}`.execute(db);
      const conversation = newId();
      await sql`insert into conversation (id, patient_id, kind, created_at) values (${conversation}, ${patient.id}, 'patient_services', now())`.execute(
        db,
      );
      await sql`insert into message (id, conversation_id, seq, patient_id, author, role, type, text_sealed, received_count, created_at)
        values (${newId()}, ${conversation}, 1, ${patient.id}, 'clinic', ${role}, 'text', '\\x01', 0, ${day(5)})`.execute(
        db,
      );
    }
    const since = (back: number) => day(back).slice(0, 10);
    expect(await listed(people.nurse, { notseensince: since(20) }, patients)).toEqual([quiet.id, written.id, added.id]);
    expect(await listed(people.nurse, { notseensince: since(2) }, patients)).toEqual(ids);
    expect(await listed(people.nurse, { notseensince: since(70) }, patients)).toEqual([]);
    const { items } = (await list(people.nurse, { notseensince: since(2) })).ok;
    expect(items.find(({ patient }) => patient.id === wrote.id)?.lastseenat?.slice(0, 16)).toBe(day(5).slice(0, 16));
  });

  test("a closed account and one with a restriction are listed, counted and marked", async () => {
    const [open, closed, restricted] = [await inCare(server), await inCare(server), await inCare(server)];
    for (const each of [open, closed, restricted]) await packed(server, each, "estradiol", "LOT-C");
    await closeAccount(server, closed);
    await restrict(server, restricted);
    const { items, count, leftout } = (await list(people.nurse, { lotnumber: "LOT-C" })).ok;
    expect([count, leftout]).toEqual([3, { closed: 1, death_reported: 0, restricted: 1 }]);
    expect(Object.fromEntries(items.map(({ patient, leftout: why }) => [patient.id, why]))).toEqual({
      [open.id]: null,
      [closed.id]: "closed",
      [restricted.id]: "restricted",
    });
  });
});

describe("who lists by what", () => {
  const given: Required<ListFilters> = {
    ...{ medicine: "estradiol_patch", strength: "estradiol_patch_0_05", lotnumber: "L1", doctor: "d", state: "IA" },
    ...{ carestatus: "approved", notseensince: "2026-01-05", answer: { questionid: "mammogram", value: "never" } },
    ...{ checkup: "mammogram", reviewopen: true, awaitsreply: true },
  };
  const names = Object.keys(given) as ListFilter[];

  test.each(roles)("%s, filter by filter, and the form offers the same", async (role) => {
    const own = permissionsOfRoles(role);
    const opens = permits(own, care.listPatients.access.needs);
    const form = await people[role].browser.call(care.listFilters, {});
    expect(form.status).toBe(opens ? 200 : 403);
    const open = [];
    for (const name of names) {
      const { status, problem } = await list(people[role], { [name]: given[name] } as ListFilters);
      if (status === 200) open.push(name);
      else expect([status, problem.code]).toEqual(opens ? [400, "bad_request"] : [403, "scope_missing"]);
      if (status === 400) expect(fieldsOf(problem)[0]?.path).toBe(`filters.${name}`);
    }
    expect(open).toEqual(opens ? names.filter((name) => permits(own, listFilterNeeds[name])) : []);
    if (opens) expect(form.ok.filters.toSorted()).toEqual(open.toSorted());
  });

  test("a pharmacist lists by a medicine, its strength and its lot, and nobody without any of them", async () => {
    const { ok } = await people.pharmacy.browser.call(care.listFilters, {});
    expect(ok.filters).toEqual(["medicine", "strength", "lotnumber"]);
    expect([ok.doctors, ok.states, ok.questions, ok.checkups]).toEqual([[], [], [], []]);
    const { status, problem } = await list(people.pharmacy, {});
    expect([status, fieldsOf(problem)]).toEqual([
      400,
      [{ path: "filters", message: "Please choose what the patients have in common." }],
    ]);
    expect((await list(people.nurse, {})).status).toBe(200);
  });

  test.each<[string, ListFilters, string]>([
    ["a medicine there isn't", { medicine: "constructor" }, "filters.medicine"],
    [
      "a strength of another medicine",
      { medicine: "progesterone_capsule", strength: "estradiol_patch_0_05" },
      "filters.strength",
    ],
    ["a checkup there isn't", { checkup: "constructor" }, "filters.checkup"],
    ["a question there isn't", { answer: { questionid: "constructor", value: "never" } }, "filters.answer"],
    ["an answer there isn't", { answer: { questionid: "mammogram", value: "always" } }, "filters.answer"],
  ])("%s is refused by its field", async (_, filters, path) => {
    const { status, problem } = await list(people.physician, filters);
    expect([status, fieldsOf(problem).map((each) => each.path)]).toEqual([400, [path]]);
  });

  test("every patient shown is in the audit, page by page, and nothing of what was looked for is", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    await packed(server, rosa, "estradiol", "LOT-A");
    await packed(server, ana, "estradiol", "LOT-B");
    await list(people.nurse, { lotnumber: "LOT-A" });
    const { rows } = await sql<{ patient_id: string; row: string }>`
      select patient_id, audit_event::text as row from audit_event
      where call = 'care.listPatients' and patient_id in (${rosa.id}, ${ana.id}) and actor = ${`staff:${people.nurse.id}`}`.execute(
      server.services.db,
    );
    expect(rows.map((row) => row.patient_id)).toEqual([rosa.id]);
    expect(rows[0]?.row).not.toContain("LOT-A");
  });
});

test("in pages, newest first, without a gap or a repeat, with the whole count on each", async () => {
  const patient = await inCare(server);
  const { db } = server.services;
  const ids = Array.from({ length: 103 }, newId);
  await sql`insert into patient (id, email, password_hash, state, created_at, password_changed_at)
    select id, id::text || '@example.test', 'x', 'WY', now(), now() from unnest(${ids}::uuid[]) as one (id)`.execute(
    db,
  );
  const found: string[] = [];
  const counts: number[] = [];
  let nextpage: string | null = null;
  do {
    const { ok }: Awaited<ReturnType<typeof list>> = await list(people.nurse, { state: "WY" }, nextpage ?? undefined);
    found.push(...ok.items.map((each) => each.patient.id));
    counts.push(ok.count);
    nextpage = ok.nextpage;
  } while (nextpage !== null);
  expect(found).toEqual(ids.toSorted().toReversed());
  expect(counts).toEqual([103, 103, 103]);
  expect(found).not.toContain(patient.id);
});

describe("a list kept under a name", () => {
  const save = (by: StaffPerson, name: string, filters: ListFilters, role?: Role) =>
    by.browser.call(care.saveList, { body: { name, filters, ...(role && { role }) } });
  const saved = async (by: StaffPerson) => (await by.browser.call(care.savedLists, {})).ok.items;

  test("is one's own, or everybody's of a role, by name, and is forgotten by whoever sees it", async () => {
    const [mine, colleague] = [await signedInStaff(server, ["nurse"]), await signedInStaff(server, ["nurse"])];
    const own = (await save(mine, "Zinnia", { checkup: "mammogram" })).ok;
    const ofRole = (await save(mine, "Aster", { medicine: "estradiol_patch", state: "IA" }, "nurse")).ok;
    expect(await saved(mine)).toEqual([ofRole, own]);
    expect(ofRole).toEqual({
      ...{ id: ofRole.id, name: "Aster", role: "nurse" },
      filters: { medicine: "estradiol_patch", state: "IA" },
    });
    expect(await saved(colleague)).toEqual([ofRole]);
    expect(await saved(people.physician)).toEqual([]);
    const forget = (by: StaffPerson, id: string) => by.browser.call(care.forgetList, { params: { id } });
    expect((await forget(colleague, own.id)).status).toBe(404);
    expect((await forget(people.physician, ofRole.id)).status).toBe(404);
    expect((await forget(colleague, ofRole.id)).status).toBe(200);
    expect(await saved(mine)).toEqual([own]);
  });

  test("is kept only by what its keeper lists by, for a role they have, and shown only while they do", async () => {
    expect(
      (await save(people.pharmacy, "Answers", { answer: { questionid: "mammogram", value: "never" } })).status,
    ).toBe(400);
    const other = await save(people.nurse, "Theirs", {}, "physician");
    expect([other.status, fieldsOf(other.problem)[0]?.path]).toEqual([400, "role"]);
    const both = await signedInStaff(server, ["nurse", "patient_services"]);
    const made = (await save(both, "Overdue", { checkup: "pap" }, "patient_services")).ok;
    expect((await saved(both)).map(({ id }) => id)).toContain(made.id);
    expect((await saved(people.patient_services)).map(({ id }) => id)).not.toContain(made.id);
    // Without the role it's the role's all the same, whoever made it.
    await server.services.db
      .updateTable("staff_member")
      .set({ roles: ["nurse"] })
      .where("id", "=", both.id)
      .execute();
    expect((await saved(both)).map(({ id }) => id)).not.toContain(made.id);
    expect((await both.browser.call(care.forgetList, { params: { id: made.id } })).status).toBe(404);
  });

  test("with its name and what it asks for sealed", async () => {
    await save(people.nurse, "Larkspur", { state: "IA" });
    const { rows } = await sql<{
      row: string;
    }>`select encode(filters_sealed || name_sealed, 'escape') as row from saved_list`.execute(server.services.db);
    expect(rows.map(({ row }) => row).join()).not.toMatch(/Larkspur|state/);
  });
});
