import { sql } from "kysely";
import { expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { maxRowsScanned, withoutChangeFeed } from "#server/platform/database/testing/many-rows.ts";
import { sharedTestServer, startTestServer } from "#server/testing/harness.ts";
import { home } from "#server/treatment/testing/in-care.ts";
import { doctorThreadQueries, presentDoctorThread } from "./doctor-thread.ts";
import { markAsRead, patientWithConversations, sendAsClinic, sendAsPatient } from "./testing/conversations.ts";

test("home finds the doctor's latest message, and the patient's, without reading the thread", async () => {
  const server = await startTestServer();
  const { db } = server.services;
  const patient = await patientWithConversations(server);
  const { doctorConversationId: id } = patient;
  const { ok: early } = await sendAsClinic(server, id, { message: "Hello" });
  // Followed by 2,000 of both, whose text nobody reads; others write more.
  const others = await patientWithConversations(server);
  const written = (by: typeof patient, from: number, count: number) => sql`
    select gen_random_uuid(), ${by.doctorConversationId}::uuid, ${from}::int + n, ${by.id}::uuid,
      case when n % 2 = 0 then 'patient' else 'clinic' end, case when n % 2 = 0 then 'patient' else 'doctor' end,
      'text', '\\x00'::bytea, 0, now()
    from generate_series(1, ${count}::int) n`;
  await withoutChangeFeed(
    db,
    "message",
    sql`
    insert into message (id, conversation_id, seq, patient_id, author, role, type, text_sealed, received_count, created_at)
    ${written(patient, early.seq, 2000)} union all ${written(others, 100, 20_000)}`,
  );
  await sql`update conversation set last_seq = last_seq + 2000 where id = ${id}`.execute(db);
  await sendAsPatient(server, patient, id, { message: "Good evening" });
  const { ok: latest } = await sendAsClinic(server, id, { message: "How are your nights?" });

  const queries = doctorThreadQueries(db, patient.id);
  const { doctorMessages, messageDoctors, coveredDoctors, messageMembers, patientMessages, doctorQuestions } = queries;
  expect((await doctorMessages.execute()).map(({ seq }) => seq)).toEqual([latest.seq]);
  for (const query of [
    ...[doctorMessages, messageDoctors, coveredDoctors, messageMembers, patientMessages],
    doctorQuestions,
  ])
    expect(await maxRowsScanned(query)).toBeLessThan(10);
  await server.close();
});

test("home shows the doctor's message as unread until the patient's mark is at it, and as answered by what came after", async () => {
  const server = await sharedTestServer();
  const patient = await patientWithConversations(server);
  const { doctorConversationId: id } = patient;
  const latest = async () => (await home(server, patient)).doctorthread?.latest;
  expect(await latest()).toBeNull();
  await sendAsPatient(server, patient, id, { message: "Before" });
  await sendAsClinic(server, id, { message: "One" });
  await sendAsClinic(server, id, { message: "Two" });
  expect(await latest()).toMatchObject({
    seq: 3,
    message: "Two",
    unread: true,
    answeredat: null,
    hasattachment: false,
    article: null,
  });
  await markAsRead(server, patient, id, 2);
  expect(await latest()).toMatchObject({ unread: true });
  await markAsRead(server, patient, id, 3);
  expect(await latest()).toMatchObject({ unread: false, answeredat: null });
  const { ok: answer } = await sendAsPatient(server, patient, id, { message: "After" });
  expect(await latest()).toMatchObject({ seq: 3, unread: false, answeredat: answer.createdat });
});

const ada = { firstname: "Ada", lastname: "Hill", credentials: "MD" };
const nobody = { firstname: null, lastname: null, credentials: null };
test.each([
  [
    "a nurse, by their name, not the doctor's they wrote for",
    { writer_role: "nurse", member_name: "Ines Falk", ...ada },
    "Ines Falk",
  ],
  ["a doctor, by theirs", { writer_role: "physician", member_name: "Ada H.", ...ada }, "Dr. Ada Hill"],
  [
    "the doctor, where the practice's own system wrote",
    { writer_role: null, member_name: null, ...ada },
    "Dr. Ada Hill",
  ],
  ["nobody, where no person is named", { writer_role: null, member_name: null, ...nobody }, null],
] as const)("who asks the patient: %s", async (_, writer, name) => {
  const content = await shippedContent();
  const conversation = { id: "one", read_seq: 0, needs_reply: true, closed_at: null };
  const rows = {
    ...{ doctorConversations: [conversation], doctorMessages: [], messageDoctors: [], coveredDoctors: [] },
    ...{ messageMembers: [], patientMessages: [], doctorQuestions: [{ seq: 1, ...writer }] },
  };
  const access = { state: "IA", careStatus: null };
  const { askedBy, doctorAsks } = presentDoctorThread({ content, secrets: null as never }, rows as never, access);
  expect([doctorAsks, askedBy]).toEqual([true, name]);
});

test.each([
  ["withdrawn", (at: Date) => ({ withdrawn_at: at, withdrawn_by: "key:test" })],
  ["reported", (at: Date) => ({ reported_at: at })],
])(
  "a question that isn't the patient's any more (%s) is neither asked nor shown: the one before it is",
  async (_, gone) => {
    const server = await sharedTestServer();
    const { db, clock } = server.services;
    const patient = await patientWithConversations(server);
    const { doctorConversationId: id } = patient;
    const { ok: first } = await sendAsClinic(server, id, { message: "How are your nights?", needsreply: true });
    const { ok: second } = await sendAsClinic(server, id, { message: "Any pain?", needsreply: true });
    const { doctorQuestions, doctorMessages } = doctorThreadQueries(db, patient.id);
    const seqs = async () =>
      [await doctorQuestions.execute(), await doctorMessages.execute()].flat().map(({ seq }) => seq);
    expect(await seqs()).toEqual([second.seq, second.seq]);
    await db.updateTable("message").set(gone(clock.now())).where("id", "=", second.id).execute();
    expect(await seqs()).toEqual([first.seq, first.seq]);
  },
);
