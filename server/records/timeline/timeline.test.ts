import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { type TimelineItem, type TimelineKind, timelineKinds, timelineNeeds } from "#contract/care/timeline.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { messages } from "#contract/messages/calls.ts";
import { permits } from "#contract/policy/policy.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { permissionsOfRoles } from "#contract/testing/permissions-of-roles.ts";
import { joinedHelper } from "#server/auth/helpers/testing/helpers.ts";
import { conversationsOf, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { newId } from "#server/platform/ids.ts";
import { pageSize } from "#server/platform/pagination.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { type InCare, inCare } from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();
const people = {} as Record<Role, StaffPerson>;
let rosa: InCare;
let ana: InCare;
beforeAll(async () => {
  server.clock.setOffset(msUntilNoon());
  for (const role of roles)
    people[role] = await signedInStaff(server, [role], role === "physician" ? "elena_marsh" : undefined);
  [rosa, ana] = [await inCare(server), await inCare(server)];
  for (const patient of [rosa, ana]) await everything(patient);
});

/** One of each kind that a treatment doesn't leave by itself. */
async function everything(patient: InCare): Promise<void> {
  const { id } = patient;
  const { db, secrets } = server.services;
  const [doctors] = (await conversationsOf(server, patient)).filter(({ kind }) => kind === "doctor");
  await sendAsPatient(server, patient, doctors?.id ?? "", {
    message: `The larkspur patch itches, says ${patient.email}`,
  });
  const services = newId();
  await sql`insert into conversation (id, patient_id, kind, last_seq, created_at) values (${services}, ${id}, 'patient_services', 1, now())
    on conflict (patient_id, kind) do update set last_seq = 1`.execute(db);
  const message = newId();
  await sql`insert into message (id, conversation_id, seq, patient_id, author, role, type, text_sealed, received_count, created_at)
    select ${message}, id, 1, ${id}, 'clinic', 'patient_services', 'text', ${secrets.seal("Your larkspur box is late", sealed("message.text_sealed")(message))}, 1, now()
    from conversation where patient_id = ${id} and kind = 'patient_services'`.execute(db);
  const body = { text: "Larkspur: asked her to wait" };
  await server.call(care.writeNote, { params: { id }, body }, { apiKey });
  await server.call(
    care.addPatientLog,
    { params: { id }, body: { kind: "note", words: "Larkspur for everybody", fields: [] } },
    { apiKey },
  );
  const letter = newId();
  await sql`insert into medical_letter (id, patient_id, doctor_id, state, text_sealed, issued_at)
    values (${letter}, ${id}, 'elena_marsh', 'IA', ${secrets.seal("To the larkspur clinic", sealed("medical_letter.text_sealed")(letter))}, now())`.execute(
    db,
  );
  const file = newId();
  await sql`insert into uploaded_file (id, patient_id, kind, storage_key, type, size, sha256, created_at)
    values (${file}, ${id}, 'insurance_document', ${file}, 'application/pdf', 1, 'x', now())`.execute(db);
  await sql`insert into insurance_document (id, patient_id, kind, file_id, idempotency_key, created_at, updated_at)
    values (${newId()}, ${id}, 'lab_result', ${file}, ${newId()}, now(), now())`.execute(db);
  await sql`insert into followup (id, patient_id, status, sequence_number, scope_sealed, sent_at) values (${newId()}, ${id}, 'SENT', 1, '\\x01', now())`.execute(
    db,
  );
  const report = newId();
  await sql`insert into emergency_report (id, patient_id, source, report_sealed, reported_at, acknowledged_at, closed_at, mail_at)
    values (${report}, ${id}, 'contact', '\\x01', now(), now(), now(), now())`.execute(db);
}

const opened = (by: StaffPerson, { id }: TestPatient) =>
  by.browser.call(staff.openRecord, {
    params: { id },
    body: { reason: "colleague", words: "Asked about the patient." },
  });
type Asked = Partial<Input<typeof care.timeline>["body"]>;
const read = async (by: StaffPerson, patient: TestPatient, body: Asked = {}) => {
  await opened(by, patient);
  return by.browser.call(care.timeline, { params: { id: patient.id }, body });
};
const kindsOf = (items: readonly TimelineItem[]) =>
  timelineKinds.filter((kind) => items.some((item) => item.kind === kind));

describe("decisions §20 a patient's whole story", () => {
  test.each(roles)("%s reads each kind they may read, and none else", async (role) => {
    const own = permissionsOfRoles(role);
    const { status, ok } = await read(people[role], rosa);
    if (!permits(own, care.timeline.access.needs)) return expect(status).toBe(403);
    const may = timelineKinds.filter((kind) => permits(own, timelineNeeds[kind]));
    expect(ok.kinds).toEqual(may);
    expect(kindsOf(ok.items)).toEqual(may);
    for (const kind of timelineKinds) {
      const one = (await read(people[role], rosa, { kinds: [kind] })).ok.items;
      expect(one).toEqual(ok.items.filter((item) => item.kind === kind));
      expect([kind, one.length > 0]).toEqual([kind, may.includes(kind)]);
    }
  });

  test("patient services read the conversation with them, and not the one with the doctor", async () => {
    const messages = (await read(people.patient_services, rosa, { kinds: ["message"] })).ok.items;
    expect(messages.map(({ event, excerpt, about }) => [event, excerpt, about])).toEqual([
      ["patient_services", "Your larkspur box is late", "patient_services"],
    ]);
    expect((await read(people.nurse, rosa, { kinds: ["message"] })).ok.items.map(({ about }) => about)).toContain(
      "doctor",
    );
  });

  test("newest first, each once, of one patient alone", async () => {
    const [one, other] = [(await read(people.physician, rosa)).ok.items, (await read(people.physician, ana)).ok.items];
    expect(one.map(({ at }) => at)).toEqual(
      one
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const ids = one.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(other.filter(({ id }) => ids.includes(id))).toEqual([]);
    expect(JSON.stringify(one)).not.toContain(ana.email);
  });

  test("says what each is about, who did it, and where it is", async () => {
    const { items } = (await read(people.physician, rosa)).ok;
    const [order] = items.filter(({ kind, event }) => kind === "order" && event === "placed");
    expect(order).toMatchObject({
      refid: rosa.orderId,
      about: expect.stringMatching(/^\d+$/),
      amount: expect.any(Number),
    });
    const prescribed = items.filter(({ event }) => event === "prescribed").map(({ about }) => about);
    expect(prescribed.toSorted((one, other) => (one ?? "").localeCompare(other ?? ""))).toEqual(
      ["Estradiol patch 0.05 mg/day", "Progesterone capsule 100 mg"].map((name) =>
        expect.stringContaining(name.slice(0, 10)),
      ),
    );
    expect(items.find(({ kind }) => kind === "decision")).toMatchObject({
      event: "signed",
      by: expect.any(String),
      about: expect.not.stringContaining("_"),
    });
    expect(items.filter(({ event }) => event === "shipped" || event === "delivered").map(({ event }) => event)).toEqual(
      ["delivered", "shipped"],
    );
    expect(items.find(({ kind }) => kind === "task")).toMatchObject({
      event: "log",
      excerpt: "Larkspur for everybody",
    });
  });

  test("what was paid is there once for each payment, when it was and with what was paid", async () => {
    const may = (role: Role) =>
      [care.timeline.access.needs, timelineNeeds.payment].every((needs) => permits(permissionsOfRoles(role), needs));
    const reader = people[roles.find(may) ?? expect.fail("Nobody reads payments")];
    for (const patient of [rosa, ana]) {
      const paid = await server.services.db
        .selectFrom("order_event")
        .innerJoin("customer_order", "customer_order.id", "order_event.order_id")
        .select(["order_event.id", "order_event.at", "customer_order.total_cents"])
        .where("customer_order.patient_id", "=", patient.id)
        .where("order_event.event", "=", "paid")
        .execute();
      const { items } = (await read(reader, patient, { kinds: ["payment"] })).ok;
      expect(paid.length).toBeGreaterThan(0);
      expect(
        items.filter(({ event }) => event === "paid").map(({ id, at, amount, refid }) => [id, at, amount, refid]),
      ).toEqual(paid.map(({ id, at, total_cents: c }) => [id, at.toISOString(), c / 100, patient.orderId]));
    }
  });

  test("who wrote is named: a person by their name, a key by its own", async () => {
    const patient = await inCare(server);
    await opened(people.nurse, patient);
    const params = { id: patient.id };
    await people.nurse.browser.call(care.writeNote, { params, body: { text: "By a person" } });
    await server.call(care.writeNote, { params, body: { text: "By a system" } }, { apiKey });
    const { items } = (await read(people.nurse, patient, { kinds: ["note"] })).ok;
    expect(items.map(({ excerpt, by }) => [excerpt, by])).toEqual([
      ["By a system", expect.not.stringMatching(/^key:/)],
      ["By a person", "Ines Falk"],
    ]);
  });

  test("a helper's message is a helper's, with their name", async () => {
    const patient = await inCare(server);
    const [helper, others] = [
      await joinedHelper(server, patient),
      await joinedHelper(server, ana, { firstname: "Joan" }),
    ];
    for (const [{ token }, of] of [
      [helper, patient],
      [others, ana],
    ] as const) {
      const [doctors] = (await conversationsOf(server, of)).filter(({ kind }) => kind === "doctor");
      await server.call(
        messages.send,
        { params: { id: doctors?.id ?? "" }, body: { message: "Of a helper" } },
        { token },
      );
    }
    await sendAsPatient(server, patient, (await conversationsOf(server, patient))[0]?.id ?? "", { message: "Of hers" });
    const { items } = (await read(people.physician, patient, { kinds: ["message"] })).ok;
    expect(items.filter(({ excerpt }) => excerpt?.startsWith("Of")).map(({ event, by }) => [event, by])).toEqual([
      ["patient", null],
      ["helper", "Ana Frost (helper)"],
    ]);
  });

  test("in pages, without a gap or a repeat", async () => {
    const patient = await inCare(server);
    const ids = Array.from({ length: 2 * pageSize + 1 }, newId);
    await sql`insert into staff_note (id, patient_id, actor, text_sealed, written_at)
      select id, ${patient.id}, ${`key:${newId()}`}, text, date_trunc('milliseconds', now()) from unnest(${ids}::uuid[],
        ${ids.map((id) => server.services.secrets.seal(`Zinnia ${id}`, sealed("staff_note.text_sealed")(id)))}::bytea[]) as note (id, text)`.execute(
      server.services.db,
    );
    for (const body of [{ kinds: ["note"] as TimelineKind[] }, { words: "zinnia" }]) {
      const found: string[] = [];
      let pages = 0;
      let nextpage: string | null = null;
      do {
        const { ok }: Awaited<ReturnType<typeof read>> = await read(people.nurse, patient, {
          ...body,
          ...(nextpage !== null && { nextpage }),
        });
        found.push(...ok.items.map(({ id }) => id));
        nextpage = ok.nextpage;
        pages += 1;
      } while (nextpage !== null);
      expect([pages, found.length]).toEqual([3, ids.length]);
      expect(found.toSorted()).toEqual(ids.toSorted());
    }
  });

  test("of an unknown patient there is none, and each look is in the audit", async () => {
    const { status } = await server.call(care.timeline, { params: { id: newId() }, body: {} }, { apiKey });
    expect(status).toBe(404);
    await read(people.nurse, ana, { words: "larkspur" });
    const { ok } = await server.call(
      care.audit,
      { query: { patient: ana.id, actor: `staff:${people.nurse.id}`, what: "opened" } },
      { apiKey },
    );
    expect(ok.items).toContainEqual(expect.objectContaining({ call: "care.timeline", status: 200 }));
    const { rows } = await sql<{
      row: string;
    }>`select audit_event::text as row from audit_event where call = 'care.timeline'`.execute(server.services.db);
    expect(rows.map(({ row }) => row).join()).not.toContain("larkspur");
  });
});

describe("words in what was written", () => {
  test("are found in conversations, notes, letters and the log, by whoever reads each", async () => {
    const found = async (role: Role, words: string) => kindsOf((await read(people[role], rosa, { words })).ok.items);
    expect(await found("physician", "LARKSP")).toEqual(["message", "letter", "note", "task"]);
    expect(await found("patient_services", "larkspur")).toEqual(["message", "task"]);
    expect(await found("pharmacy", "larkspur")).toEqual(["task"]);
    expect(await found("nurse", "larkspur itches")).toEqual(["message"]);
    expect(await found("nurse", "larkspur nowhere")).toEqual([]);
  });

  test("leave out what was taken back, what a patient says isn't theirs, and what was entered in error", async () => {
    const patient = await inCare(server);
    await everything(patient);
    const { db } = server.services;
    await sql`update message set withdrawn_at = now(), withdrawn_by = 'key:test' where patient_id = ${patient.id} and role = 'patient_services'`.execute(
      db,
    );
    await sql`update staff_note set withdrawn_at = now() where patient_id = ${patient.id}`.execute(db);
    await sql`update medical_letter set reported_at = now() where patient_id = ${patient.id}`.execute(db);
    await sql`update task set ended_at = now(), ended_by = 'key:test', outcome = 'dropped' where patient_id = ${patient.id}`.execute(
      db,
    );
    const { items } = (await read(people.physician, patient, { words: "larkspur" })).ok;
    expect(items.map(({ kind, event }) => [kind, event])).toEqual([["message", "patient"]]);
    const all = (await read(people.physician, patient)).ok.items;
    for (const kind of ["note", "letter", "task"] as const)
      expect(all.find((item) => item.kind === kind)).toMatchObject({ excerpt: null });
  });

  test("need a letter or a number", async () => {
    const { status, problem } = await read(people.nurse, rosa, { words: "?!" });
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "words"]);
  });
});
