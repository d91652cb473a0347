import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { staffLimits } from "#contract/staff/constants.ts";
import { copyRecipients } from "#contract/staff/record-access.ts";
import { conversationsOf, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { type InCare, inCare } from "#server/treatment/testing/in-care.ts";
import { listActionQueue } from "./list-actions.ts";
import { closeAccount, merged, packed, restrict } from "./testing/listed-patients.ts";

const server = serverAtNoon();
let nurse: StaffPerson;
let services: StaffPerson;
let pharmacist: StaffPerson;
let finance: StaffPerson;
beforeAll(async () => {
  server.clock.setOffset(msUntilNoon());
  nurse = await signedInStaff(server, ["nurse"]);
  services = await signedInStaff(server, ["patient_services"]);
  pharmacist = await signedInStaff(server, ["pharmacy"]);
  finance = await signedInStaff(server, ["finance"]);
});

const fieldsOf = (problem: { readonly details?: { readonly fields?: readonly { readonly path: string }[] } }) =>
  problem.details?.fields ?? [];
let lots = 0;
/** Patients who had a lot of their own. */
async function onList(count: number): Promise<{ patients: InCare[]; filters: { lotnumber: string } }> {
  const lotnumber = `RUN-${++lots}`;
  const patients = [];
  for (let n = 0; n < count; n += 1) {
    const patient = await inCare(server);
    await packed(server, patient, "estradiol", lotnumber);
    patients.push(patient);
  }
  return { patients, filters: { lotnumber } };
}
type Message = Input<typeof care.listMessage>["body"];
const text = "Please don’t use box RUN. We’ll send you another one.";
const write = (body: Omit<Message, "message" | "kind"> & Partial<Message>, by = nurse, key = newId()) =>
  by.browser.call(
    care.listMessage,
    { body: { kind: "doctor", message: text, ...body } },
    { headers: { "idempotency-key": key } },
  );
const tasksOf = async ({ id }: { readonly id: string }) =>
  server.services.db.selectFrom("task").selectAll().where("patient_id", "=", id).where("kind", "<>", "log").execute();
const messagesOf = async ({ id }: { readonly id: string }, kind: Message["kind"] = "doctor") => {
  const { ok } = await server.call(care.messages, { params: { id }, query: {} as never }, { apiKey });
  const { rows } = await sql<{
    id: string;
  }>`select id from conversation where patient_id = ${id} and kind = ${kind}`.execute(server.services.db);
  return ok.items.filter((each) => each.conversationid === rows[0]?.id && each.message === text);
};
const actions = async (by = nurse) => (await by.browser.call(care.listActions, {})).ok.items;
const deathReport = {
  ...{ kind: "death", words: "Died on Sunday, says the daughter." },
  fields: [
    { id: "who", value: "Ana Diaz" },
    { id: "relation", value: "Daughter" },
    { id: "came", value: "phone" },
  ],
};
const nobodyLeftOut = {
  closed: 0,
  death_reported: 0,
  restricted: 0,
  merged: 0,
  no_conversation: 0,
  conversation_closed: 0,
};

describe("a message to everybody on a list", () => {
  test("each has it once, from whoever pressed, and it answers nothing that they asked before", async () => {
    const { patients, filters } = await onList(2);
    const [rosa] = patients as [InCare, InCare];
    const conversationId = (await conversationsOf(server, rosa)).find(({ kind }) => kind === "doctor")?.id ?? "";
    await sendAsPatient(server, rosa, conversationId, { message: "When will my box be here?" });
    const key = newId();
    const begun = await write({ filters, count: 2, needsreply: true }, nurse, key);
    expect([begun.status, begun.ok]).toEqual([
      201,
      { ...begun.ok, kind: "message", endedat: null, count: 2, done: 0, leftout: nobodyLeftOut },
    ]);
    expect((await write({ filters, count: 2, needsreply: true }, nurse, key)).ok.id).toBe(begun.ok.id);
    await server.jobs.drain();
    await server.jobs.enqueue(server.services.db, listActionQueue, { actionId: begun.ok.id });
    await server.jobs.drain();
    for (const patient of patients) {
      const written = await messagesOf(patient);
      expect(written).toMatchObject([{ message: text, needsreply: true, sender: { name: "Ines Falk" } }]);
    }
    const row = await server.services.db
      .selectFrom("conversation")
      .select(["waiting_since", "needs_reply"])
      .where("id", "=", conversationId)
      .executeTakeFirstOrThrow();
    expect([row.waiting_since !== null, row.needs_reply]).toEqual([true, true]);
    expect((await actions()).find(({ id }) => id === begun.ok.id)).toMatchObject({
      ...{ count: 2, done: 2, leftout: nobodyLeftOut },
      endedat: expect.any(String),
    });
  });

  test("those who closed their account, are written to one at a time, or have no open conversation are left out and counted", async () => {
    const { patients, filters } = await onList(5);
    const [rosa, closed, restricted, shut, asked] = patients as [InCare, InCare, InCare, InCare, InCare];
    await closeAccount(server, closed);
    await restrict(server, restricted);
    await server.call(
      care.addPatientLog,
      {
        params: { id: asked.id },
        body: { kind: "contact_request", words: "Only by letter", fields: [{ id: "askedon", value: "2026-01-05" }] },
      },
      { apiKey },
    );
    await sql`insert into conversation (id, patient_id, kind, created_at, closed_at) values (${newId()}, ${shut.id}, 'doctor', now(), now())
      on conflict (patient_id, kind) do update set closed_at = now()`.execute(server.services.db);
    const { ok } = await write({ filters, count: 5 });
    expect(ok.leftout).toEqual({ ...nobodyLeftOut, closed: 1, restricted: 2 });
    await server.jobs.drain();
    const after = (await actions()).find(({ id }) => id === ok.id);
    expect(after).toMatchObject({ id: ok.id, count: 5, done: 1 });
    expect(after?.leftout).toEqual({ ...nobodyLeftOut, closed: 1, restricted: 2, conversation_closed: 1 });
    expect(await messagesOf(rosa)).toHaveLength(1);
    for (const each of [closed, restricted, asked, shut]) expect(await messagesOf(each)).toEqual([]);
  });

  test("who is written to one at a time by an account that became part of theirs, is still", async () => {
    const { patients, filters } = await onList(3);
    const [rosa, ana, retired] = patients as [InCare, InCare, InCare];
    await restrict(server, retired);
    await merged(server, retired, rosa);
    const { ok } = await write({ filters, count: 2 });
    expect(ok.leftout).toEqual({ ...nobodyLeftOut, restricted: 1 });
    await server.jobs.drain();
    expect(await messagesOf(rosa)).toEqual([]);
    expect(await messagesOf(ana)).toHaveLength(1);
  });

  test("nobody is written to whose death is reported, before it begins or while it runs; once it was an error they are again", async () => {
    const { patients, filters } = await onList(4);
    const [rosa, reported, meanwhile, denied] = patients as [InCare, InCare, InCare, InCare];
    const report = async ({ id }: InCare) =>
      (await server.call(care.addPatientLog, { params: { id }, body: deathReport }, { apiKey })).ok.id;
    await report(reported);
    const mistaken = await report(denied);
    await server.call(care.endTask, { params: { id: mistaken }, body: { outcome: "dropped" } }, { apiKey });
    const listed = (await nurse.browser.call(care.listPatients, { body: { filters } })).ok;
    expect(listed.leftout).toEqual({ closed: 0, death_reported: 1, restricted: 0 });
    const { ok } = await write({ filters, count: 4 });
    expect(ok.leftout).toEqual({ ...nobodyLeftOut, death_reported: 1 });
    await report(meanwhile);
    await server.jobs.drain();
    const after = (await actions()).find(({ id }) => id === ok.id);
    expect(after).toMatchObject({ count: 4, done: 2, leftout: { ...nobodyLeftOut, death_reported: 2 } });
    for (const each of [rosa, denied]) expect(await messagesOf(each)).toHaveLength(1);
    for (const each of [reported, meanwhile]) expect(await messagesOf(each)).toEqual([]);
  });

  test("who has no conversation of that kind is left out; patient services write in theirs only", async () => {
    const { patients } = await onList(1);
    const [rosa] = patients as [InCare];
    const { rows } = await sql<{ state: string }>`select state from patient where id = ${rosa.id}`.execute(
      server.services.db,
    );
    const hasChat = server.services.content.states.some(({ id, adminchat }) => id === rows[0]?.state && adminchat);
    const none = await server.newPatient();
    await sql`update patient set state = 'WY' where id = ${none.id}`.execute(server.services.db);
    const refused = await write({ filters: { state: "WY" }, count: 1 }, services);
    expect([refused.status, refused.problem.code]).toEqual([403, "scope_missing"]);
    const doctors = await write({ filters: { state: "WY" }, count: 1 });
    await server.jobs.drain();
    expect((await actions()).find(({ id }) => id === doctors.ok.id)?.leftout).toEqual({
      ...nobodyLeftOut,
      no_conversation: 1,
    });
    await sql`update patient set state = 'IA' where id = ${none.id}`.execute(server.services.db);
    await sql`update patient set state = 'WY' where id = ${rosa.id}`.execute(server.services.db);
    if (!hasChat) return;
    await sql`insert into conversation (id, patient_id, kind, created_at) values (${newId()}, ${rosa.id}, 'patient_services', now())
      on conflict do nothing`.execute(server.services.db);
    const own = await write({ filters: { state: "WY" }, count: 1, kind: "patient_services" }, services);
    expect(own.status).toBe(201);
    await server.jobs.drain();
    expect(await messagesOf(rosa, "patient_services")).toHaveLength(1);
    expect(await messagesOf(rosa)).toEqual([]);
  });

  test("who was on the list at the press, whoever leaves it or comes to it before their turn", async () => {
    const { patients, filters } = await onList(2);
    const [rosa, ana] = patients as [InCare, InCare];
    const late = await inCare(server);
    const { ok } = await write({ filters, count: 2 });
    await packed(server, late, "estradiol", filters.lotnumber);
    await packed(server, ana, "estradiol", "ANOTHER");
    await server.jobs.drain();
    expect([(await messagesOf(rosa)).length, (await messagesOf(ana)).length, (await messagesOf(late)).length]).toEqual([
      1, 1, 0,
    ]);
    expect((await actions()).find(({ id }) => id === ok.id)).toMatchObject({ count: 2, done: 2 });
  });

  test("whose account becomes part of another one before their turn has it there, once; who closes theirs has none", async () => {
    const { patients, filters } = await onList(3);
    const [retired, both, closing] = patients as [InCare, InCare, InCare];
    const surviving = await inCare(server);
    const { ok } = await write({ filters, count: 3 });
    await merged(server, retired, surviving);
    await merged(server, both, surviving);
    await closeAccount(server, closing);
    await server.jobs.drain();
    expect((await messagesOf(surviving)).length).toBe(1);
    for (const each of [retired, both, closing]) expect(await messagesOf(each)).toEqual([]);
    expect((await actions()).find(({ id }) => id === ok.id)).toMatchObject({
      ...{ count: 4, done: 1, leftout: { ...nobodyLeftOut, merged: 2, closed: 1 } },
    });
  });

  test("one who fails doesn't keep the others from it, and has it with the next run", async () => {
    const { patients, filters } = await onList(2);
    const [rosa, ana] = patients as [InCare, InCare];
    const { db } = server.services;
    const { ok } = await write({ filters, count: 2 });
    await sql`create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.patient_id = ${sql.lit(rosa.id)} then raise exception 'not now'; end if; return new; end $$`.execute(db);
    await sql`create trigger refuse_one before insert on message for each row execute function refuse_one()`.execute(
      db,
    );
    await server.jobs.drain().catch(() => undefined);
    expect([(await messagesOf(rosa)).length, (await messagesOf(ana)).length]).toEqual([0, 1]);
    expect((await actions()).find(({ id }) => id === ok.id)).toMatchObject({ done: 1, endedat: null });
    await sql`drop trigger refuse_one on message`.execute(db);
    await sql`drop function refuse_one`.execute(db);
    await server.jobs.enqueue(db, listActionQueue, { actionId: ok.id });
    await server.jobs.drain();
    expect([(await messagesOf(rosa)).length, (await messagesOf(ana)).length]).toEqual([1, 1]);
  });

  test("nothing is begun where the list isn't as long as the person saw, or is empty", async () => {
    const { patients, filters } = await onList(2);
    const { status, problem } = await write({ filters, count: 3 });
    expect([status, problem.code, problem.message]).toEqual([
      409,
      "conflict",
      "This list has 2 patients now, not 3. Nothing was done. Please look at it again.",
    ]);
    expect((await write({ filters: { lotnumber: "NOBODY" }, count: 0 })).status).toBe(400);
    await server.jobs.drain();
    for (const each of patients) expect(await messagesOf(each)).toEqual([]);
  });

  test("everybody it's about is in the audit", async () => {
    const { patients, filters } = await onList(2);
    await write({ filters, count: 2 });
    const { rows } = await sql<{ patient_id: string }>`select distinct patient_id from audit_event
      where call = 'care.listMessage' and patient_id = any(${patients.map(({ id }) => id)}::uuid[])`.execute(
      server.services.db,
    );
    expect(rows).toHaveLength(2);
  });
});

describe("a task for each on a list", () => {
  const inThreeDays = () => addDays(clinicToday(server.services), 3);
  const ask = (body: Partial<Input<typeof care.listTasks>["body"]> & { count: number }, by = nurse, key = newId()) =>
    by.browser.call(
      care.listTasks,
      {
        body: { kind: "task", words: "Call about the lot", role: "nurse", dueon: inThreeDays(), filters: {}, ...body },
      },
      { headers: { "idempotency-key": key } },
    );

  test("one each, for whom it was asked and by its day, also of a closed account", async () => {
    const { patients, filters } = await onList(3);
    const [rosa, closed, restricted] = patients as [InCare, InCare, InCare];
    await closeAccount(server, closed);
    await restrict(server, restricted);
    const key = newId();
    const { status, ok } = await ask({ filters, count: 3 }, pharmacist, key);
    expect([status, ok.kind, ok.leftout]).toEqual([201, "task", nobodyLeftOut]);
    expect((await ask({ filters, count: 3 }, pharmacist, key)).ok.id).toBe(ok.id);
    await server.jobs.drain();
    for (const patient of [rosa, closed, restricted]) {
      const tasks = await tasksOf(patient);
      expect(tasks).toMatchObject([
        {
          kind: "task",
          role: "nurse",
          member_id: null,
          asker: `staff:${pharmacist.id}`,
          asker_role: "pharmacy",
          due_on: inThreeDays(),
        },
      ]);
    }
    expect((await actions(pharmacist)).find(({ id }) => id === ok.id)).toMatchObject({ count: 3, done: 3 });
    expect((await actions()).map(({ id }) => id)).not.toContain(ok.id);
  });

  test("a question to one person needs no day", async () => {
    const { patients, filters } = await onList(1);
    const { browser } = nurse;
    const { status } = await browser.call(care.listTasks, {
      body: {
        filters,
        count: 1,
        kind: "question",
        words: "Did she call?",
        role: "patient_services",
        memberid: services.id,
      },
    });
    expect(status).toBe(201);
    await server.jobs.drain();
    expect(await tasksOf(patients[0]!)).toMatchObject([
      { kind: "question", role: "patient_services", member_id: services.id, due_on: null },
    ]);
  });

  test("of an account that became part of another one before its turn it's about that one, once", async () => {
    const { patients, filters } = await onList(2);
    const [retired, surviving] = patients as [InCare, InCare];
    const { ok } = await ask({ filters, count: 2 });
    await merged(server, retired, surviving);
    await server.jobs.drain();
    expect([(await tasksOf(retired)).length, (await tasksOf(surviving)).length]).toEqual([0, 1]);
    expect((await actions()).find(({ id }) => id === ok.id)).toMatchObject({
      count: 2,
      done: 1,
      leftout: { merged: 1 },
    });
  });

  test("is refused as a single one is, and by what its asker doesn't list by", async () => {
    const { filters } = await onList(1);
    const bad = async (body: Parameters<typeof ask>[0], by?: StaffPerson) => {
      const { status, problem } = await ask(body, by);
      return [status, fieldsOf(problem)[0]?.path];
    };
    expect(await bad({ filters, count: 1, dueon: "2020-01-01" })).toEqual([400, "dueon"]);
    expect(await bad({ filters, count: 1, memberid: newId() })).toEqual([400, "memberid"]);
    // Who can't look at a list does nothing for it, either.
    expect(await bad({ filters, count: 1 }, finance)).toEqual([403, undefined]);
    expect(await bad({ filters: {}, count: 1 }, finance)).toEqual([403, undefined]);
    expect(await bad({ filters: { reviewopen: true }, count: 1 }, services)).toEqual([400, "filters.reviewopen"]);
  });
});

describe("a list as a file", () => {
  const save = (
    filters: Input<typeof care.exportList>["body"]["filters"],
    by = nurse,
    recipient: (typeof copyRecipients)[number] = "authority",
  ) => by.browser.call(care.exportList, { body: { filters, recipient, words: "Recall 12-345, larkspur" } });

  test("has whoever is on it, and no cell that a spreadsheet runs", async () => {
    const { patients, filters } = await onList(4);
    const [rosa, ana, closed, restricted] = patients as [InCare, InCare, InCare, InCare];
    await sql`update patient set firstname = '=HYPERLINK("x")', lastname = '@SUM(A1)' where id = ${rosa.id}`.execute(
      server.services.db,
    );
    await sql`update patient set firstname = 'Ana', lastname = 'Ruiz "Ree", Jr' where id = ${ana.id}`.execute(
      server.services.db,
    );
    await closeAccount(server, closed);
    await restrict(server, restricted);
    await sql`update patient set firstname = ${"Written to alone"} where id = ${restricted.id}`.execute(
      server.services.db,
    );
    const { status, raw } = await save(filters);
    expect([status, raw.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
    expect(raw.headers["content-disposition"]).toContain("patients.csv");
    const [header, ...rows] = raw.payload.trimEnd().split("\r\n");
    expect(header).toBe(
      '"Last name","First name","Birthday","Email","Phone","State","Doctor","Case","Last seen","Account"',
    );
    expect(rows).toHaveLength(4);
    expect(rows.find((row) => row.includes("HYPERLINK"))).toMatch(
      /^"'@SUM\(A1\)","'=HYPERLINK\(""x""\)","1974-05-06",/,
    );
    expect(rows.find((row) => row.includes("Ruiz"))).toMatch(
      /^"Ruiz ""Ree"", Jr","Ana",.*"IA","Dr[^"]*","In care","[\d-]{10}",""$/,
    );
    expect(rows.filter((row) => row.endsWith('"Closed"'))).toHaveLength(1);
    expect(rows.find((row) => row.includes("Written to alone"))).toMatch(/,""$/);
  });

  test("is a copy of each patient's data, with for whom and why in the audit", async () => {
    const { patients, filters } = await onList(2);
    await save(filters, pharmacist);
    for (const { id } of patients) {
      const { ok } = await server.call(
        care.audit,
        { query: { patient: id, actor: `staff:${pharmacist.id}`, what: "copied" } },
        { apiKey },
      );
      expect(ok.items).toMatchObject([
        { call: "care.exportList", ground: "copy_authority", words: "Recall 12-345, larkspur" },
      ]);
      const copies = await server.services.db
        .selectFrom("record_copy")
        .selectAll()
        .where("patient_id", "=", id)
        .execute();
      expect(copies).toMatchObject([{ actor: `staff:${pharmacist.id}`, recipient: "authority" }]);
    }
  });

  test("isn't for an insurer where a chart on it forbids that, also the chart of a merged account; nor for a patient among others", async () => {
    const { patients, filters } = await onList(3);
    const [rosa, ana, plain] = patients as [InCare, InCare, InCare];
    const only = await onList(1);
    expect((await save(filters, nurse, "insurer")).status).toBe(200);
    const copies = async () =>
      (
        await server.services.db
          .selectFrom("record_copy")
          .select("recipient")
          .where("patient_id", "in", [rosa.id, ana.id, plain.id])
          .execute()
      ).length;
    await restrict(server, rosa);
    const before = await copies();
    const refused = await save(filters, nurse, "insurer");
    expect([refused.status, fieldsOf(refused.problem)]).toEqual([
      400,
      [
        {
          path: "recipient",
          message:
            "A restriction on the chart of one of these patients forbids copies for an insurer. It binds until it’s ended there.",
        },
      ],
    ]);
    const gone = await inCare(server);
    await restrict(server, gone);
    await merged(server, gone, ana);
    expect(JSON.stringify((await save(filters, nurse, "insurer")).problem)).toContain("chart of 2 of these patients");
    expect((await save(filters, nurse, "patient")).status).toBe(400);
    expect(await copies()).toBe(before);
    expect((await save(only.filters, nurse, "insurer")).status).toBe(200);
    expect((await save(only.filters, nurse, "patient")).status).toBe(200);
    expect((await save(filters, nurse, "authority")).status).toBe(200);
  });

  test("asks for a fresh proof, and for what its filters ask", async () => {
    expect(fieldsOf((await save({ checkup: "pap" }, services)).problem)[0]?.path).toBe("filters.checkup");
    for (let minutes = 0; minutes < staffLimits.freshProofMinutes + 1; minutes += 5) {
      server.clock.advance(5 * 60_000);
      await services.browser.call(care.listFilters, {});
    }
    const stale = await save({ state: "IA" }, services);
    expect([stale.status, stale.problem.code]).toEqual([403, "proof_required"]);
  });
});
