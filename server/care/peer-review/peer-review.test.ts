import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import type { PeerOutcome } from "#contract/care/peer-review.ts";
import { documents } from "#contract/documents/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { setAbsence } from "#server/doctors/public.ts";
import { exportPatient } from "#server/operations/patient/export.ts";
import { addDays, addMonths, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { reviewLastMonth } from "./review-month.ts";
import { decidedFor, newDoctor, signInAgain, toNextMonth } from "./testing/months.ts";

let server: TestServer;
afterAll(() => server.close());
const words = "Quillwortqa: the dose went up twice within a month";

/** Whose decisions are read, who reads them, a third one, and an administrator. */
let decider: StaffPerson;
let reader: StaffPerson;
let third: StaffPerson;
let chief: StaffPerson;
const doctors = { decider: "", reader: "", third: "" };
let rosa: TestPatient;
let ana: TestPatient;
let taskId: string;
const everybody = () => [decider, reader, third, chief];

const inboxOf = async ({ browser }: StaffPerson) =>
  (await browser.call(care.inbox, { query: { kind: "task" } })).ok.items;
const taskOf = ({ browser }: StaffPerson, id: string) => browser.call(care.task, { params: { id } });
const reviewOf = ({ browser }: StaffPerson, id = taskId) => browser.call(care.peerReview, { params: { id } });
const judge = ({ browser }: StaffPerson, id: string, outcome: PeerOutcome, remark?: string) =>
  browser.call(care.judgeDecision, {
    params: { id },
    body: { outcome, ...(remark !== undefined && { words: remark }) },
  });
const logged = async ({ browser }: StaffPerson, kind: string) =>
  (await browser.call(care.log, { query: { kind } })).ok.items;

/** The open review of a doctor, by its task. */
const openReview = (doctorId: string) =>
  server.services.db
    .selectFrom("peer_review")
    .innerJoin("task", "task.id", "peer_review.task_id")
    .select(["peer_review.id", "task.id as task_id", "task.role", "task.member_id"])
    .where("doctor_id", "=", doctorId)
    .where("task.ended_at", "is", null)
    .executeTakeFirstOrThrow();
/** Away from today on for some days; null: here again. */
const away = async ({ id }: StaffPerson, days: number | null, coverId: string | null = null) => {
  const { doctor_id: doctorId } = await server.services.db
    .selectFrom("staff_member")
    .select("doctor_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const today = clinicToday(server.services);
  await setAbsence(
    server.services,
    doctorId!,
    days === null ? null : { from: today, until: addDays(today, days), coverId },
  );
};
/** Goes on to the next month, in which everybody has signed in again, and draws. */
async function nextMonth() {
  toNextMonth(server);
  await reviewLastMonth(server.services);
  for (const person of everybody()) await signInAgain(person);
}

beforeAll(async () => {
  server = await startTestServer();
  for (const [name, lastname] of [
    ["decider", "Hill"],
    ["reader", "Vance"],
    ["third", "Lund"],
  ] as const)
    doctors[name] = await newDoctor(server, lastname, ["IA"]);
  decider = await signedInStaff(server, ["physician"], doctors.decider);
  reader = await signedInStaff(server, ["physician"], doctors.reader);
  chief = await signedInStaff(server, ["administrator"]);
  // Of the second one nothing waits for anybody.
  [rosa, ana] = [await inCare(server), await server.newPatient()];
  toNextMonth(server);
  const refId = newId();
  const overrideId = newId();
  const kept = { rules: [{ ruleid: "bleeding", text: "Unexplained bleeding" }], unanswered: [], reason: "Looked at" };
  await server.services.db
    .insertInto("warning_override")
    .values({
      ...{ id: overrideId, patient_id: rosa.id, decision: "renewal", ref_id: refId, actor: "key:x" },
      override_sealed: server.services.secrets.seal(kept, sealed("warning_override.override_sealed")(overrideId)),
      decided_at: server.clock.now(),
    })
    .execute();
  await decidedFor(server, rosa.id, doctors.decider, { refId });
  await decidedFor(server, ana.id, doctors.decider, { decision: "plan_declined" });
  await decidedFor(server, ana.id, doctors.decider, { decision: "review_read" });
  toNextMonth(server);
  await reviewLastMonth(server.services);
  for (const person of [decider, reader, chief]) await signInAgain(person);
  third = await signedInStaff(server, ["physician"], doctors.third);
  taskId = (await openReview(doctors.decider)).task_id;
});

describe("decisions §20 a prescriber's decisions are read by another one", () => {
  test("each month, once: what was decided, its note, and what was weighed for it, in the other one's inbox", async () => {
    const month = addMonths(`${clinicToday(server.services).slice(0, 7)}-01`, -1);
    expect((await inboxOf(reader)).map(({ id }) => id)).toContain(taskId);
    expect((await inboxOf(decider)).map(({ id }) => id)).not.toContain(taskId);
    const task = (await taskOf(reader, taskId)).ok;
    expect(task).toMatchObject({
      ...{
        for: { role: "physician", memberid: reader.id },
        patient: null,
        dueon: addDays(clinicToday(server.services), 30),
      },
      log: { kind: "peer_review", judged: true, fields: [{ value: "Dr. Ada Hill" }, { value: month }] },
      words: expect.stringMatching(/^2 of 2 decisions by Dr\. Ada Hill in \w+ \d{4}, drawn by lot\. Please read each/u),
      actions: ["aside", "reassign"],
    });
    const { ok } = await reviewOf(reader);
    expect(ok).toMatchObject({ month, doctorid: doctors.decider, doctorname: "Dr. Ada Hill", decided: 2, own: false });
    expect(
      ok.items.map(({ patientid, note, overrides, judged }) => [patientid, note.decision, overrides, judged]),
    ).toEqual([
      [
        rosa.id,
        "renewal_approved",
        [{ rules: [{ ruleid: "bleeding", text: "Unexplained bleeding" }], unanswered: [], reason: "Looked at" }],
        null,
      ],
      [ana.id, "plan_declined", [], null],
    ]);
    expect(ok.items[0]?.note.text).toBe(`Decided for ${rosa.id}.`);
    await reviewLastMonth(server.services);
    expect(await logged(chief, "peer_review")).toHaveLength(1);
    expect((await chief.browser.call(care.audit, { query: { patient: ana.id } })).ok.items).toContainEqual(
      expect.objectContaining({ call: "care.peerReview", actor: `staff:${reader.id}` }),
    );
  });

  test("it opens the records for who reads it and for nobody else; nobody else reads or settles it", async () => {
    const record = async ({ browser }: StaffPerson) =>
      (await browser.call(care.patient, { params: { id: ana.id } })).status;
    expect([await record(reader), await record(third)]).toEqual([200, 403]);
    expect((await reviewOf(third)).problem.code).toBe("wrong_state");
    expect((await reviewOf(chief)).status).toBe(403);
    const nurse = await signedInStaff(server, ["nurse"]);
    expect([(await reviewOf(nurse)).status, (await taskOf(nurse, taskId)).status]).toEqual([403, 404]);
    expect((await reviewOf(reader, newId())).status).toBe(404);
    const { items } = (await reviewOf(reader)).ok;
    expect((await judge(third, items[0]!.id, "agrees")).problem.code).toBe("wrong_state");
    const settled = { outcome: "settled", logoutcome: "read" } as const;
    expect((await reader.browser.call(care.endTask, { params: { id: taskId }, body: settled })).status).toBe(409);
    const kinds = (await reader.browser.call(care.logKinds, {})).ok.items;
    expect(kinds.find(({ id }) => id === "peer_review")?.mayadd).toBe(false);
  });

  test("nobody answers to their own decision, or is given it", async () => {
    const { ok } = await reviewOf(decider);
    expect(ok.own).toBe(true);
    const refused = await judge(decider, ok.items[0]!.id, "agrees");
    expect([refused.status, refused.problem.code]).toEqual([409, "own_account"]);
    const give = (body: { memberid?: string; role?: "physician" | "nurse" }) =>
      reader.browser.call(care.reassignTask, { params: { id: taskId }, body });
    expect((await give({ memberid: decider.id })).problem.details?.fields?.[0]).toEqual({
      path: "memberid",
      message: "They made these decisions. Please choose another prescriber.",
    });
    expect((await give({ role: "nurse" })).problem.details?.fields?.[0]?.path).toBe("role");
    await expect(
      server.services.db
        .updateTable("peer_review_decision")
        .set({ outcome: "agrees", judge_id: doctors.decider, judged_by: "x", judged_at: server.clock.now() })
        .execute(),
    ).rejects.toThrow("check");
    // A system names who answers.
    const bySystem = (doctorid?: string) =>
      server.call(
        care.judgeDecision,
        { params: { id: ok.items[0]!.id }, body: { outcome: "agrees", ...(doctorid && { doctorid }) } },
        { apiKey },
      );
    expect((await bySystem()).problem.details?.fields?.[0]?.path).toBe("doctorid");
    expect((await bySystem("nobody")).status).toBe(400);
    expect((await bySystem(doctors.decider)).problem.code).toBe("own_account");
  });

  test("a concern is asked of who decided and listed for the administrators, who read nothing of a patient; of two people the second learns who was first", async () => {
    const [first, second] = (await reviewOf(reader)).ok.items;
    expect((await judge(reader, first!.id, "concern")).problem.details?.fields?.[0]?.path).toBe("words");
    const raised = await judge(reader, first!.id, "concern", words);
    const { judged } = raised.ok.items[0]!;
    expect(judged).toMatchObject({ outcome: "concern", words, name: "Dr. Ada Vance", actor: `staff:${reader.id}` });
    // The same once more changes nothing.
    expect((await judge(reader, first!.id, "concern", words)).ok).toEqual(raised.ok);
    expect((await judge(reader, first!.id, "agrees")).problem.message).toMatch(/^You’ve answered/u);
    const late = await judge(third, first!.id, "agrees");
    expect([late.status, late.problem.message]).toEqual([409, expect.stringMatching(/^Dr\. Ada Vance has answered/u)]);
    const question = (await taskOf(decider, judged!.questionid!)).ok;
    expect(question).toMatchObject({
      ...{ kind: "question", patient: null, words, reviewid: taskId, asker: { memberid: reader.id } },
      ...{ for: { memberid: decider.id }, actions: expect.arrayContaining(["answer"]) },
    });
    expect((await inboxOf(decider)).map(({ id }) => id)).toContain(question.id);
    const nurse = await signedInStaff(server, ["nurse"]);
    expect((await taskOf(nurse, question.id)).status).toBe(404);
    const [listed, ...others] = await logged(chief, "peer_concern");
    expect(others).toEqual([]);
    expect(listed).toMatchObject({
      ...{ patient: null, ended: null, for: { role: "administrator" } },
      words: expect.stringMatching(
        /^Dr\. Ada Vance has a concern about a decision of \w+ \d+, \d{4} by Dr\. Ada Hill\. Dr\. Ada Hill was asked\.$/u,
      ),
    });
    expect((await taskOf(decider, listed!.id)).status).toBe(404);

    expect((await taskOf(reader, taskId)).ok.ended).toBeNull();
    expect((await judge(reader, second!.id, "remark")).status).toBe(400);
    expect((await judge(reader, second!.id, "remark", "Well explained.")).status).toBe(200);
    expect((await taskOf(reader, taskId)).ok.ended).toMatchObject({
      outcome: "settled",
      actor: `staff:${reader.id}`,
    });
    // Whoever answered goes on reading it, and who decided reads it as well.
    expect((await reviewOf(reader)).status).toBe(200);
    expect((await reviewOf(decider)).ok.items.map((each) => each.judged?.outcome)).toEqual(["concern", "remark"]);
    await decider.browser.call(care.answerTask, {
      params: { id: question.id },
      body: { answer: "She asked for it." },
    });
    expect((await inboxOf(reader)).map(({ id }) => id)).toContain(question.id);
  });

  test("it's no part of the record: not of the patient's pages, its copies, its story or an export", async () => {
    const token = (await server.call(documents.visitNotes, { query: {} }, { token: rosa.token })).raw.payload;
    const params = { id: rosa.id };
    const copies = [];
    for (const part of ["record_data", "conversations_data"] as const)
      copies.push(
        (
          await server.call(
            care.copyRecord,
            { params, body: { of: part, recipient: "court", words: "Subpoena" } },
            { apiKey },
          )
        ).raw.payload,
      );
    const folder = join(mkdtempSync(join(tmpdir(), "calendula-peer-")), "copy");
    await exportPatient(server.services, rosa.id, folder);
    const files = readdirSync(join(folder, "tables"));
    expect(files.filter((name) => name.startsWith("peer_review"))).toEqual([]);
    const exported = files.map((name) => readFileSync(join(folder, "tables", name), "utf8"));
    const story = await server.call(care.timeline, { params, body: {} }, { apiKey });
    const tasks = await server.call(care.patientTasks, { params, query: {} }, { apiKey });
    for (const text of [token, ...copies, ...exported, story.raw.payload, tasks.raw.payload])
      expect(text).not.toContain("Quillwortqa");
  });
});

describe("decisions §20 who reads a sample", () => {
  test("somebody else once the one who was asked has left, and the administrators while nobody else prescribes", async () => {
    await decidedFor(server, ana.id, doctors.decider);
    await nextMonth();
    const before = await openReview(doctors.decider);
    const [asked, other] = before.member_id === reader.id ? [reader, third] : [third, reader];
    expect(before.member_id).toBe(asked.id);
    const disable = async ({ id }: StaffPerson) =>
      expect((await server.call(staff.disableMember, { params: { id }, body: {} }, { apiKey })).status).toBe(200);
    const enable = async ({ id }: StaffPerson) =>
      expect((await server.call(staff.enableMember, { params: { id }, body: {} }, { apiKey })).status).toBe(200);
    await disable(asked);
    await reviewLastMonth(server.services);
    expect((await openReview(doctors.decider)).member_id).toBe(other.id);
    await disable(other);
    await reviewLastMonth(server.services);
    expect(await openReview(doctors.decider)).toMatchObject({ role: "administrator", member_id: null });
    const waits = await taskOf(chief, before.task_id);
    expect(waits.status).toBe(200);
    expect(waits.ok.words).toContain("Nobody else who prescribes works here");
    expect((await inboxOf(chief)).map(({ id }) => id)).toContain(before.task_id);
    await reviewLastMonth(server.services);
    await enable(asked);
    await enable(other);
    await reviewLastMonth(server.services);
    const found = await openReview(doctors.decider);
    expect(found.role).toBe("physician");
    // A code is good once.
    server.clock.advance(60_000);
    for (const person of [asked, other]) await signInAgain(person);
    const now = found.member_id === reader.id ? reader : third;
    const given = await taskOf(now, found.task_id);
    expect([given.status, given.ok.words]).toEqual([200, expect.not.stringContaining("Nobody else")]);
    const { items } = (await reviewOf(now, found.task_id)).ok;
    expect((await judge(now, items[0]!.id, "agrees")).status).toBe(200);
  });

  test("while who was asked is away it's in the inbox of who stands in, who reads it; never of whoever decided", async () => {
    await decidedFor(server, ana.id, doctors.decider);
    await nextMonth();
    const { member_id: memberId, task_id: id } = await openReview(doctors.decider);
    const [asked, other] = memberId === reader.id ? [reader, third] : [third, reader];
    const has = async (person: StaffPerson) => (await inboxOf(person)).some((each) => each.id === id);
    expect([await has(asked), await has(other), await has(decider)]).toEqual([true, false, false]);
    await away(asked, 3);
    expect([await has(asked), await has(other), await has(decider)]).toEqual([true, true, false]);
    const { items } = (await reviewOf(other, id)).ok;
    expect((await judge(decider, items[0]!.id, "agrees")).status).not.toBe(200);
    expect((await openReview(doctors.decider)).member_id).toBe(memberId);
    expect((await judge(other, items[0]!.id, "agrees")).status).toBe(200);
    await away(asked, null);
  });

  test("a month is drawn for those who are here: nobody who is away today is given one, the collaborating physician's goes to who covers", async () => {
    const nurse = await newDoctor(server, "Reed", ["IL"], "WHNP-BC, women's health");
    await server.services.db
      .updateTable("doctor_license")
      .set({ collaborator_id: doctors.third })
      .where("doctor_id", "=", nurse)
      .execute();
    const inIllinois = await inCare(server);
    await server.services.db.updateTable("patient").set({ state: "IL" }).where("id", "=", inIllinois.id).execute();
    const month = async (absent: StaffPerson | null, cover: string | null = null) => {
      for (const doctorId of [doctors.decider, nurse])
        await decidedFor(server, doctorId === nurse ? inIllinois.id : ana.id, doctorId);
      toNextMonth(server);
      if (absent) await away(absent, 3, cover);
      await server.services.db
        .deleteFrom("peer_review_decision")
        .where("outcome", "is", null)
        .where("doctor_id", "in", [doctors.decider, nurse])
        .execute();
      await reviewLastMonth(server.services);
      if (absent) await away(absent, null);
      return {
        ofDecider: (await openReview(doctors.decider)).member_id,
        ofNurse: (await openReview(nurse)).member_id,
      };
    };
    expect((await month(reader)).ofDecider).toBe(third.id);
    expect((await month(third)).ofDecider).toBe(reader.id);
    expect((await month(null)).ofNurse).toBe(third.id);
    expect((await month(third, doctors.decider)).ofNurse).toBe(decider.id);
    expect((await month(third, doctors.reader)).ofNurse).toBe(reader.id);
  });

  test("where the license names one who works here, the collaborating physician, of the patients of that state", async () => {
    const nurse = await newDoctor(server, "Moss", ["IA", "IL"], "WHNP-BC, women's health");
    await server.services.db
      .updateTable("doctor_license")
      .set({ collaborator_id: doctors.third })
      .where("doctor_id", "=", nurse)
      .where("state", "=", "IL")
      .execute();
    const inIllinois = await inCare(server);
    await server.services.db.updateTable("patient").set({ state: "IL" }).where("id", "=", inIllinois.id).execute();
    for (let count = 0; count < 3; count += 1) await decidedFor(server, inIllinois.id, nurse);
    await decidedFor(server, rosa.id, nurse);
    await nextMonth();
    const rows = await server.services.db
      .selectFrom("peer_review")
      .innerJoin("task", "task.id", "peer_review.task_id")
      .select(["collaborator_id", "decided", "member_id"])
      .where("doctor_id", "=", nurse)
      .orderBy("decided")
      .execute();
    expect(rows).toMatchObject([
      { collaborator_id: null, decided: 1 },
      { collaborator_id: doctors.third, decided: 3, member_id: third.id },
    ]);
  });

  test("a concern about who has left is asked of everybody who prescribes; of a patient who is gone nothing is left to read", async () => {
    const left = await signedInStaff(server, ["physician"], await newDoctor(server, "Frost", ["IA"]));
    const { doctor_id: leftId } = await server.services.db
      .selectFrom("staff_member")
      .select("doctor_id")
      .where("id", "=", left.id)
      .executeTakeFirstOrThrow();
    await decidedFor(server, rosa.id, leftId!);
    await decidedFor(server, ana.id, leftId!);
    await server.call(staff.disableMember, { params: { id: left.id }, body: {} }, { apiKey });
    await nextMonth();
    const review = await openReview(leftId!);
    const now = everybody().find(({ id }) => id === review.member_id)!;
    const { items } = (await reviewOf(now, review.task_id)).ok;
    const raised = await judge(now, items[0]!.id, "concern", words);
    const question = (await taskOf(now, raised.ok.items[0]!.judged!.questionid!)).ok;
    expect(question.for).toEqual({ role: "physician", memberid: null, name: null });
    const [listed] = await logged(chief, "peer_concern");
    expect(listed?.words).toContain("Dr. Ada Frost doesn’t work here any more");
    // Whoever sees to the question reads the decision it's about, and nothing else of the review.
    const asked = everybody().find(({ id }) => id !== now.id && id !== chief.id)!;
    expect((await reviewOf(asked, review.task_id)).ok.items.map(({ id }) => id)).toEqual([items[0]!.id]);
    await server.services.db.deleteFrom("peer_review_decision").where("id", "=", items[1]!.id).execute();
    await reviewLastMonth(server.services);
    expect((await taskOf(now, review.task_id)).ok.ended).toMatchObject({ outcome: "settled" });
  });
});
