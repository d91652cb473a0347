import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { rolledBack } from "#server/treatment/testing/rolled-back.ts";
import {
  closeConversations,
  conversationKinds,
  conversationOfPatient,
  conversationsOf,
  lockConversations,
  waitingConversations,
} from "./conversations/conversations.ts";
import { doctorThreadQueries } from "./doctor-thread.ts";
import { handoversOf } from "./handovers.ts";
import {
  firstFromPatientAfter,
  firstReceivedAfter,
  insertMessage,
  lastFromPractice,
  lastMessages,
  messageOfClientId,
  messageRows,
  messageRowsByIds,
  messagesByClientId,
  messagesFrom,
  messagesOfPatient,
  patientWroteSince,
  receivedCountUpTo,
  sealText,
} from "./message-queries.ts";
import {
  areReviewMessagesAnswered,
  clearNeedsReply,
  isReplyAwaited,
  markAnswered,
  markReviewMessagesAnswered,
  markFollowupMessagesAnswered,
} from "./needs-reply.ts";
import { markReadByStaff } from "./reading/staff-read.ts";
import { patientWithConversations, type PatientWithConversations } from "./testing/conversations.ts";
import { stillWaitingAfter, unansweredSince } from "./waiting-since.ts";

/** The moment of a minute of the table below. */
const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 12, minute));

let server: TestServer;
let rosa: PatientWithConversations;
let ana: PatientWithConversations;
/** Ids of the messages by their texts, and of the follow-ups by their names. */
let ids: Record<string, string>;
let followups: { first: string; second: string };

type Role = "patient" | "doctor" | "patient_services" | "system";
type Row = readonly [text: string, conversation: "doctor" | "services", role: Role, minute: number, more?: object];

/** Rosa's two conversations, which go on in turns, and Ana's. What a query of one finds, another one has as well. */
const rosas: readonly Row[] = [
  ["d1", "doctor", "patient", 1, { client_id: "one" }],
  ["s1", "services", "patient", 2, { client_id: "two" }],
  ["d2", "doctor", "doctor", 3, { client_id: "one", needs_reply: true }],
  ["d3", "doctor", "patient", 4],
  ["s2", "services", "patient_services", 5],
  [
    ...(["d4", "doctor", "doctor", 6] as const),
    { client_id: "last", type: "prescription_followup", action_status: "ANSWERED", needs_reply: true },
  ],
  ["d5", "doctor", "system", 7],
  ["s3", "services", "system", 8],
  ["d6", "doctor", "patient", 9],
];
const anas: readonly Row[] = [
  ["a1", "doctor", "doctor", 3, { type: "prescription_followup", action_status: "PENDING", needs_reply: true }],
  ["a2", "doctor", "patient", 10, { client_id: "one" }],
  ["a3", "doctor", "system", 11],
];

async function prepare(): Promise<void> {
  server = await sharedTestServer();
  [rosa, ana] = [await patientWithConversations(server), await patientWithConversations(server)];
  followups = { first: await followupOf(rosa, 1), second: await followupOf(rosa, 2) };
  ids = {};
  await write(rosa, rosas, { followup_id: followups.first });
  await write(ana, anas, { followup_id: await followupOf(ana, 1) });
}

const db = () => server.services.db;
const counted = new Map<string, { seq: number; received: number }>();

async function write(patient: PatientWithConversations, rows: readonly Row[], asked: { followup_id: string }) {
  for (const [text, where, role, minute, more] of rows) {
    const conversation_id = where === "doctor" ? patient.doctorConversationId : patient.servicesConversationId;
    const { seq, received } = counted.get(conversation_id) ?? { seq: 0, received: 0 };
    const now = { seq: seq + 1, received: received + (role === "patient" ? 0 : 1) };
    counted.set(conversation_id, now);
    const id = (ids[text] = newId());
    const isAsking = more !== undefined && "action_status" in more;
    await inTransaction(server.services, (tx) =>
      insertMessage(tx.db, {
        ...{ id, conversation_id, seq: now.seq, patient_id: patient.id, role, type: "text", created_at: at(minute) },
        author: role === "patient" ? `patient:${patient.id}` : `practice:${patient.id}`,
        text_sealed: sealText(server.services.secrets, id, text),
        received_count: now.received,
        ...more,
        ...(isAsking && asked),
      }),
    );
    await db().updateTable("conversation").set({ last_seq: now.seq }).where("id", "=", conversation_id).execute();
  }
}

async function followupOf(patient: PatientWithConversations, sequence_number: number): Promise<string> {
  const id = newId();
  const done = { status: "COMPLETED", claimed_at: at(0), completed_at: at(0), awaiting_doctor_since: at(0) } as const;
  const row = { ...done, id, patient_id: patient.id, sequence_number, scope_sealed: Buffer.from(""), sent_at: at(0) };
  await db().insertInto("followup").values(row).execute();
  return id;
}

/** The question handed over with Rosa's messages up to `handedSeq`, which waits since a minute. */
async function handOver(from: string, handedSeq: number, to: string, toSeq: number, since: number): Promise<string> {
  const id = newId();
  const { secrets } = server.services;
  await db()
    .insertInto("conversation_handover")
    .values({
      ...{ id, patient_id: rosa.id, from_id: from, handed_seq: handedSeq, from_seq: handedSeq + 1 },
      ...{ to_id: to, to_seq: toSeq, waiting_since: at(since), handed_by: "key:x", handed_at: at(20 - toSeq) },
      note_sealed: secrets.seal(`note ${since}`, sealed("conversation_handover.note_sealed")(id)),
    })
    .execute();
  return id;
}

const textsOf = (rows: readonly { readonly text: string }[]) => rows.map(({ text }) => text);
const idOf = (text: string) => ids[text] ?? "";
const minuteOf = (date: Date | null) => date && (date.getTime() - at(0).getTime()) / 60_000;

describe("of two conversations of two patients, what is found is", () => {
  beforeAll(prepare);

  test("the messages on one side of a position, of one conversation", async () => {
    const from = async (direction: "below" | "above", seq: number, limit: number) =>
      textsOf(await messagesFrom(server.services, rosa.doctorConversationId, { direction, seq }, limit));
    expect(await from("below", 4, 2)).toEqual(["d3", "d2"]);
    expect(await from("above", 4, 5)).toEqual(["d5", "d6"]);
  });

  test("the last message of each conversation that is asked for", async () => {
    const all = [...(await conversationsOf(db(), rosa.id)), ...(await conversationsOf(db(), ana.id))];
    const last = await lastMessages(server.services, all);
    expect(textsOf(last).toSorted()).toEqual(["a3", "d6", "s3"]);
    expect(textsOf(await lastMessages(server.services, all.slice(0, 1)))).toEqual(["d6"]);
  });

  test("messages by id, of their own patient", async () => {
    const asked = ["d2", "s1", "a2"].map(idOf);
    expect(textsOf(await messageRows(server.services, rosa.id, asked)).toSorted()).toEqual(["d2", "s1"]);
    // Written anew, the first one lies behind the others.
    await db().updateTable("message").set({ needs_reply: false }).where("id", "=", idOf("d1")).execute();
    const mixed = ["d6", "d2", "d1"].map((text) => ({ patientId: rosa.id, id: idOf(text) }));
    const found = await messageRowsByIds(server.services, [...mixed, { patientId: rosa.id, id: idOf("a2") }]);
    expect(textsOf(found)).toEqual(["d1", "d2", "d6"]);
  });

  test("by client id, what this author wrote; of a patient, whatever has one", async () => {
    const written = async (author: string) => (await messageOfClientId(server.services, author, "one"))?.text;
    expect([await written(`patient:${rosa.id}`), await written(`practice:${rosa.id}`)]).toEqual(["d1", "d2"]);
    expect((await messageOfClientId(server.services, `patient:${rosa.id}`, "two"))?.text).toBe("s1");
    const own = await messagesByClientId(db(), rosa.id);
    expect(new Set(own.keys())).toEqual(new Set(["one", "two", "last"]));
    expect(own.get("two")).toEqual({ conversation_id: rosa.servicesConversationId, seq: 1 });
  });

  test("all of a patient's messages, newest first, on from a cursor", async () => {
    const first = await messagesOfPatient(server.services, rosa.id, null, 4);
    expect(textsOf(first)).toEqual(["d6", "s3", "d5", "d4"]);
    const after = { at: at(6), id: idOf("d4") };
    expect(textsOf(await messagesOfPatient(server.services, rosa.id, after, 9))).toEqual([
      ...["s2", "d3", "d2", "s1", "d1"],
    ]);
  });

  test("when these patients wrote themselves, since a moment, the newest times", async () => {
    const wrote = async (patients: readonly string[], since: number, limit: number) =>
      (await withoutIndexes(server, (one) => patientWroteSince(one, patients, at(since), limit))).map(minuteOf);
    expect(await wrote([rosa.id], 2, 9)).toEqual([9, 4, 2]);
    expect(await wrote([rosa.id, ana.id], 1, 3)).toEqual([10, 9, 4]);
    // What a helper wrote for them they didn't.
    await rolledBack(server, async (tx) => {
      const helper = {
        id: newId(),
        patient_id: rosa.id,
        firstname: "Ana",
        lastname: "Frost",
        email: "ana@example.com",
      };
      const agreed = { parts: ["messages"], authorization_version: "1", authorized_at: at(0), expires_at: at(99) };
      await tx
        .insertInto("helper")
        .values({ ...helper, ...agreed })
        .execute();
      await tx.updateTable("message").set({ helper_id: helper.id }).where("id", "=", idOf("d3")).execute();
      expect((await patientWroteSince(tx, [rosa.id], at(0), 9)).map(minuteOf)).toEqual([9, 2, 1]);
    });
  });

  test("how many the patient received, and when the first above a position was written by either side", async () => {
    const { doctorConversationId: id } = rosa;
    // Written anew, they lie behind what came later.
    for (const text of ["d3", "d4"])
      await db().updateTable("message").set({ reported_at: null }).where("id", "=", idOf(text)).execute();
    expect([await receivedCountUpTo(db(), id, 4), await receivedCountUpTo(db(), id, 6)]).toEqual([2, 3]);
    expect(await receivedCountUpTo(db(), id, 0)).toBe(0);
    const byPatient = async (seq: number, since?: number) =>
      minuteOf(
        await withoutIndexes(server, (one) =>
          firstFromPatientAfter(one, id, seq, since === undefined ? undefined : at(since)),
        ),
      );
    expect([await byPatient(0), await byPatient(1), await byPatient(3), await byPatient(6)]).toEqual([1, 4, 9, null]);
    expect([await byPatient(0, 1), await byPatient(0, 2), await byPatient(0, 5)]).toEqual([1, 4, 9]);
    const byOthers = async (seq: number) =>
      minuteOf(await withoutIndexes(server, (one) => firstReceivedAfter(one, id, seq)));
    expect([await byOthers(0), await byOthers(2), await byOthers(5)]).toEqual([3, 6, null]);
  });

  test("the last that a person of the practice wrote, not the system nor the patient", async () => {
    expect(await lastFromPractice(db(), rosa.doctorConversationId)).toBe(4);
    expect(await lastFromPractice(db(), rosa.servicesConversationId)).toBe(2);
    expect(await lastFromPractice(db(), ana.servicesConversationId)).toBe(0);
  });

  test("a patient's conversation, the doctor's first; none for another patient", async () => {
    expect((await conversationsOf(db(), rosa.id)).map(({ kind }) => kind)).toEqual(["doctor", "patient_services"]);
    expect(await conversationOfPatient(db(), rosa.id, ana.doctorConversationId)).toBeUndefined();
    await db()
      .updateTable("conversation")
      .set({ closed_at: null })
      .where("id", "=", rosa.doctorConversationId)
      .execute();
    const locked = await inTransaction(server.services, (tx) => lockConversations(tx.db, rosa.id));
    expect(locked.map(({ id }) => id)).toEqual([rosa.doctorConversationId, rosa.servicesConversationId]);
    expect((await conversationOfPatient(db(), rosa.id, rosa.servicesConversationId))?.kind).toBe("patient_services");
    expect(Object.fromEntries(await conversationKinds(db(), [rosa.id]))).toEqual({
      [rosa.doctorConversationId]: "doctor",
      [rosa.servicesConversationId]: "patient_services",
    });
  });
});

describe("of two conversations of two patients, what changes is", () => {
  beforeEach(prepare);

  const asked = (text: string, status: "PENDING" | "ANSWERED", minute: number): Row => [
    ...([text, "doctor", "doctor", minute] as const),
    { type: "prescription_followup", action_status: status, needs_reply: true },
  ];
  const statuses = async () =>
    Object.fromEntries(
      (await messageRows(server.services, rosa.id, Object.values(ids))).flatMap(({ text, actionStatus }) =>
        actionStatus ? [[text, actionStatus]] : [],
      ),
    );

  test("what asks for one follow-up, and the conversations in which it was open", async () => {
    await write(rosa, [asked("d7", "PENDING", 12), asked("d8", "PENDING", 13)], { followup_id: followups.first });
    await write(rosa, [asked("d9", "PENDING", 14)], { followup_id: followups.second });
    // Of another patient, whatever it names.
    await write(ana, [asked("a4", "PENDING", 14)], { followup_id: followups.first });
    const areAnswered = (id: string) => areReviewMessagesAnswered(db(), rosa.id, id);
    expect([await areAnswered(followups.first), await areAnswered(followups.second)]).toEqual([false, false]);
    const answer = (id: string) =>
      inTransaction(server.services, (tx) => markReviewMessagesAnswered(tx.db, rosa.id, id));
    expect(await answer(followups.first)).toEqual([rosa.doctorConversationId]);
    expect(await answer(followups.first)).toEqual([]);
    expect(await statuses()).toEqual({ d4: "ANSWERED", d7: "ANSWERED", d8: "ANSWERED", d9: "PENDING" });
    expect([await areAnswered(followups.first), await areAnswered(followups.second)]).toEqual([true, false]);
    const anas = async () =>
      (await messageRows(server.services, ana.id, [idOf("a1"), idOf("a4")])).map(({ actionStatus }) => actionStatus);
    expect(await anas()).toEqual(["PENDING", "PENDING"]);
    await inTransaction(server.services, (tx) => markAnswered(tx.db, idOf("d9")));
    expect(await statuses()).toMatchObject({ d9: "ANSWERED" });
    expect(await anas()).toEqual(["PENDING", "PENDING"]);
  });

  test("whether a reply is awaited: not to what was answered, nor to what the patient has written after", async () => {
    const { doctorConversationId: id } = rosa;
    const steps: boolean[] = [await isReplyAwaited(db(), id)];
    const next = async (...rows: Row[]) => {
      await write(rosa, rows, { followup_id: followups.second });
      steps.push(await isReplyAwaited(db(), id));
    };
    await next(["d7", "doctor", "doctor", 12], asked("d8", "ANSWERED", 13));
    await next(["s4", "services", "patient_services", 13, { needs_reply: true }]);
    await next(["d9", "doctor", "doctor", 14, { needs_reply: true }]);
    await next(["d10", "doctor", "patient", 15]);
    await next(asked("d11", "PENDING", 16));
    expect(steps).toEqual([false, false, false, true, false, true]);
    await inTransaction(server.services, (tx) => clearNeedsReply(tx.db, id));
    expect(await isReplyAwaited(db(), id)).toBe(false);
    expect(await isReplyAwaited(db(), rosa.servicesConversationId)).toBe(true);
  });

  test("whether a reply is needed, of the conversation whose message was answered and of the patient", async () => {
    await write(rosa, [asked("d7", "PENDING", 12)], { followup_id: followups.first });
    const needs = async () => {
      const { needs_reply } = await db()
        .selectFrom("patient")
        .select("needs_reply")
        .where("id", "=", rosa.id)
        .executeTakeFirstOrThrow();
      return [...(await conversationsOf(db(), rosa.id)).map((each) => each.needs_reply), needs_reply];
    };
    const put = (needs_reply: boolean, id: string) =>
      db().updateTable("conversation").set({ needs_reply }).where("id", "=", id).execute();
    const answer = (id: string) =>
      inTransaction(server.services, (tx) => markFollowupMessagesAnswered(tx, rosa.id, id));
    await put(true, rosa.doctorConversationId);
    await put(true, rosa.servicesConversationId);
    await db().updateTable("patient").set({ needs_reply: true }).where("id", "=", rosa.id).execute();
    await answer(followups.second);
    expect(await needs()).toEqual([true, true, true]);
    await answer(followups.first);
    expect(await needs()).toEqual([false, true, true]);
    await put(false, rosa.servicesConversationId);
    await write(rosa, [asked("d8", "PENDING", 13)], { followup_id: followups.second });
    await answer(followups.second);
    expect(await needs()).toEqual([false, false, false]);
  });

  test("what home shows of the conversation with the doctor, when they ask again", async () => {
    const seqsOf = async () => {
      const { doctorConversations, doctorMessages, patientMessages, doctorQuestions } = doctorThreadQueries(
        db(),
        rosa.id,
      );
      const of = async (query: { execute: () => Promise<{ seq: number }[]> }) =>
        (await query.execute()).map(({ seq }) => seq);
      expect(await doctorConversations.execute()).toMatchObject([{ id: rosa.doctorConversationId }]);
      return [await of(doctorMessages), await of(patientMessages), await of(doctorQuestions)];
    };
    expect(await seqsOf()).toEqual([[4], [6], []]);
    await write(
      rosa,
      [
        ["d7", "doctor", "doctor", 12, { needs_reply: true }],
        ["d8", "doctor", "doctor", 13, { needs_reply: true }],
        ["d9", "doctor", "doctor", 14, { type: "prescription_followup", action_status: "PENDING", needs_reply: true }],
        ["d10", "doctor", "doctor", 15],
      ],
      { followup_id: followups.second },
    );
    expect(await seqsOf()).toEqual([[10], [6], [8]]);
  });

  test("how far the practice has read, in the one conversation", async () => {
    const [conversation] = await conversationsOf(db(), rosa.id);
    if (!conversation) throw new Error("Rosa has no conversation");
    const read = async (seq: number) => (await markReadByStaff(db(), conversation, seq)).staff_read_seq;
    expect([await read(2), await read(1), await read(2), await read(99)]).toEqual([2, 2, 2, 6]);
    const others = [...(await conversationsOf(db(), rosa.id)).slice(1), ...(await conversationsOf(db(), ana.id))];
    expect(others.map(({ staff_read_seq }) => staff_read_seq)).toEqual([0, 0, 0]);
  });

  test("the conversations of the patient whose account closes: nothing waits or is mailed there any more", async () => {
    await db()
      .updateTable("conversation")
      .set({ needs_reply: true, waiting_since: at(1), mail_due_at: at(2) })
      .where("patient_id", "in", [rosa.id, ana.id])
      .execute();
    const earlier = { closed_at: at(1) };
    await db().updateTable("conversation").set(earlier).where("id", "=", rosa.servicesConversationId).execute();
    await inTransaction(server.services, (tx) => closeConversations(tx, rosa.id));
    const closed = { needs_reply: false, waiting_since: null, mail_due_at: null };
    expect(await conversationsOf(db(), rosa.id)).toMatchObject([
      { ...closed, closed_at: expect.any(Date) as Date },
      closed,
    ]);
    expect((await conversationsOf(db(), rosa.id))[1]).toMatchObject(earlier);
    expect((await conversationsOf(db(), ana.id))[0]).toMatchObject({
      ...{ needs_reply: true, waiting_since: at(1), mail_due_at: at(2), closed_at: null },
    });
  });
});

describe("since when a patient waits", () => {
  beforeEach(prepare);

  test("from what they wrote, or what was handed to the conversation, whichever was first, above a position", async () => {
    const { doctorConversationId: doctor, servicesConversationId: services } = rosa;
    const still = async (since: number | null, seq: number) =>
      minuteOf(await stillWaitingAfter(db(), { id: doctor, waiting_since: since === null ? null : at(since) }, seq));
    expect([await still(4, 2), await still(4, 3), await still(4, 6), await still(null, 0)]).toEqual([4, 9, null, null]);
    await handOver(services, 1, doctor, 5, 2);
    await handOver(services, 2, doctor, 4, 6);
    // The sentence at 5 stands for what waits since minute 2, the one at 4 for what waits since 6.
    expect([await still(1, 3), await still(2, 4), await still(3, 3), await still(1, 5)]).toEqual([2, 2, 6, 9]);
    expect(minuteOf(await stillWaitingAfter(db(), { id: services, waiting_since: at(1) }, 0))).toBe(2);
  });

  test("nothing is unanswered that was written or handed over before the practice wrote last, or handed it over", async () => {
    const { doctorConversationId: doctor, servicesConversationId: services } = rosa;
    const unanswered = async (id: string) => minuteOf(await unansweredSince(db(), id));
    expect([await unanswered(doctor), await unanswered(services)]).toEqual([9, null]);
    await handOver(services, 1, doctor, 4, 2);
    expect(await unanswered(doctor)).toBe(9);
    await handOver(services, 2, doctor, 5, 3);
    expect(await unanswered(doctor)).toBe(3);
    await handOver(doctor, 5, services, 3, 3);
    expect([await unanswered(doctor), await unanswered(services)]).toEqual([9, 3]);
    await handOver(doctor, 6, services, 4, 9);
    expect([await unanswered(doctor), await unanswered(services)]).toEqual([null, 3]);
  });

  test("what a conversation handed over or was handed, oldest first", async () => {
    const { doctorConversationId: doctor, servicesConversationId: services } = rosa;
    const [later, earlier] = [await handOver(services, 1, doctor, 4, 2), await handOver(doctor, 5, services, 5, 3)];
    const of = async (patient_id: string, id: string) => handoversOf(server.services, { id, patient_id });
    expect((await of(rosa.id, doctor)).map(({ id, note }) => [id, note])).toEqual([
      [earlier, "note 3"],
      [later, "note 2"],
    ]);
    expect(await of(rosa.id, services)).toHaveLength(2);
    expect(await of(rosa.id, ana.doctorConversationId)).toEqual([]);
    expect(await of(ana.id, doctor)).toEqual([]);
  });

  test("the practice's list has who waits the longest first, of the kinds asked for, and goes on from a cursor", async () => {
    const wait = (id: string, minute: number) =>
      db()
        .updateTable("conversation")
        .set({ waiting_since: at(minute) })
        .where("id", "=", id)
        .execute();
    await wait(rosa.doctorConversationId, 9);
    await wait(rosa.servicesConversationId, 2);
    await wait(ana.doctorConversationId, 4);
    const own = new Set([rosa, ana].flatMap((each) => [each.doctorConversationId, each.servicesConversationId]));
    const listed = async (kinds: readonly ("doctor" | "patient_services")[], after: { at: Date; id: string } | null) =>
      (await waitingConversations(db(), kinds, after, 1000)).map(({ id }) => id).filter((id) => own.has(id));
    const [first, second, third] = [rosa.servicesConversationId, ana.doctorConversationId, rosa.doctorConversationId];
    expect(await listed(["doctor", "patient_services"], null)).toEqual([first, second, third]);
    expect(await listed(["doctor"], null)).toEqual([second, third]);
    expect(await listed(["doctor", "patient_services"], { at: at(4), id: second })).toEqual([third]);
  });
});

test("a message whose client id its author has used isn't written again, and says so; another author's is", async () => {
  const clientId = newId();
  let seq = 1000;
  const write = (author: string) => {
    const id = newId();
    return inTransaction(server.services, (tx) =>
      insertMessage(tx.db, {
        ...{ id, conversation_id: rosa.doctorConversationId, patient_id: rosa.id, role: "doctor", type: "text" },
        ...{ author, client_id: clientId, seq: seq++, received_count: 0, created_at: at(0) },
        text_sealed: sealText(server.services.secrets, id, "Hello"),
      }),
    );
  };
  expect([await write("practice:one"), await write("practice:one"), await write("practice:two")]).toEqual([
    ...[true, false, true],
  ]);
});
