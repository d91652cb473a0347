import { beforeAll, describe, expect, it } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import type { Answer } from "#contract/onboarding/questions.ts";
import { type Role, roles } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { toldByPhone } from "./testing/told-by-phone.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

type Patient = { readonly id: string };
type Change = {
  readonly told?: Partial<Record<keyof typeof toldByPhone | "note", unknown>>;
  readonly version?: number;
};
const clot: Answer = { questionid: "heart_and_clots", answer: ["leg_clot"] };
const versionOf = async ({ id }: Patient) =>
  (await server.call(care.healthAnswers, { params: { id } }, { apiKey })).ok.version;
const record = async (
  patient: Patient,
  answers: readonly Answer[],
  { told, ...change }: Change = {},
  key: string = newId(),
) => {
  const version = change.version ?? (await versionOf(patient));
  const body = { told: { ...toldByPhone, ...told }, answers: [...answers], version };
  return server.call(care.recordTold, { params: { id: patient.id }, body: body as never }, { apiKey, key });
};
const preview = ({ id }: Patient, ...answers: Answer[]) =>
  server.call(care.previewTold, { params: { id }, body: { answers } }, { apiKey });
const recordOf = async ({ id }: Patient) => (await server.call(care.patient, { params: { id } }, { apiKey })).ok;
const readByPatient = async ({ token }: { token: string }) =>
  (await server.call(account.healthAnswers, { query: {} }, { token })).ok;
const workItems = ({ id }: Patient) =>
  server.services.db.selectFrom("work_item").selectAll().where("patient_id", "=", id).execute();
const onHold = async ({ id }: Patient) =>
  (
    await server.services.db
      .selectFrom("prescription")
      .select("product_id")
      .where("patient_id", "=", id)
      .where("on_hold_at", "is not", null)
      .orderBy("product_id")
      .execute()
  ).map(({ product_id }) => product_id);

describe("what a patient tells by phone", () => {
  it("a clot puts the estrogen on hold, and that is said before", async () => {
    const patient = await inCare(server);
    const { ok: before } = await preview(patient, clot);
    expect(before.follows.join()).toMatch(/This puts .* on hold/);
    expect([await onHold(patient), await versionOf(patient)]).toEqual([[], 1]);
    const { status, ok } = await record(patient, [clot]);
    expect([status, ok?.version]).toEqual([200, 2]);
    expect((await onHold(patient)).join()).toContain("estradiol_patch");
    const { ok: after } = await preview(patient, { questionid: "heart_and_clots", answer: ["leg_clot", "stroke"] });
    expect(after.follows.join(), "what is on hold already isn't put there").not.toMatch(/on hold|Estradiol/);
  });

  it("an IUD that is out: the rule about it holds no longer, the progestogen is needed again", async () => {
    const patient = await inCare(server);
    const { db } = server.services;
    await db.updateTable("onboarding").set({ flow_variant: "C" }).where("patient_id", "=", patient.id).execute();
    const flag = async () => (await recordOf(patient)).flags?.find(({ ruleid }) => ruleid === "hormonal_iud")?.current;
    await record(patient, [{ questionid: "procedures", answer: ["hormonal_iud"] }]);
    expect(await flag()).toBe(true);
    await record(patient, [{ questionid: "procedures", answer: ["none"] }]);
    expect(await flag()).toBe(false);
  });

  it("words that a rule has to be asked about open the work item, and what was told stands in it", async () => {
    const patient = await inCare(server);
    const answers = [{ questionid: "other_medicines", answer: "Lamotrigine 100 mg" }];
    expect((await preview(patient, ...answers)).ok.follows.join()).toMatch(/A clinician looks at it/);
    expect((await record(patient, answers)).status).toBe(200);
    expect((await workItems(patient)).map(({ kind }) => kind)).toEqual(["words"]);
  });

  it("a doctor who has looked at it asks nobody else; others can’t say so", async () => {
    const patient = await inCare(server);
    const answers = [{ questionid: "other_medicines", answer: "Lamotrigine 100 mg" }];
    const body = { told: toldByPhone, answers, version: 1, reviewed: true };
    const nurse = await signedInStaff(server, ["nurse"]);
    const params = { id: patient.id };
    await nurse.browser.call(staff.openRecord, { params, body: { reason: "patient_called" } });
    const { status, problem } = await nurse.browser.call(care.recordTold, { params, body });
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "reviewed"]);
    expect((await server.call(care.recordTold, { params, body }, { apiKey, key: newId() })).status).toBe(200);
    expect(await workItems(patient)).toEqual([]);
  });

  it("what is put on hold waits for a doctor to look at it, unless one just has", async () => {
    const [unseen, seen] = [await inCare(server), await inCare(server)];
    const requests = ({ id }: Patient) =>
      server.services.db.selectFrom("renewal_request").select("status").where("patient_id", "=", id).execute();
    await record(unseen, [clot]);
    const body = { told: toldByPhone, answers: [clot], version: 1, reviewed: true };
    await server.call(care.recordTold, { params: { id: seen.id }, body }, { apiKey, key: newId() });
    expect([(await onHold(unseen)).length > 0, await onHold(seen)]).toEqual([true, await onHold(unseen)]);
    expect((await requests(unseen)).map(({ status }) => status)).toContain("open");
    expect(await requests(seen)).toEqual([]);
  });

  it("today is a day it may have been told on; tomorrow isn't", async () => {
    const patient = await inCare(server);
    const today = clinicToday(server.services);
    const tomorrow = await record(patient, [clot], { told: { on: addDays(today, 1) } });
    expect(tomorrow.problem.details?.fields?.[0]?.path).toBe("told.on");
    expect((await record(patient, [clot], { told: { on: today } })).status).toBe(200);
  });

  it("the record and the patient read how it was told, until the patient corrects it", async () => {
    const patient = await inCare(server);
    await record(patient, [{ questionid: "uterus", answer: "unsure" }], { told: { teller: "other", note: "The son" } });
    const told = {
      ...{ source: "phone", teller: "other", on: toldByPhone.on, actor: expect.stringMatching(/^key:/) },
      ...{ callerproved: "birthday_and_address", note: "The son", name: expect.stringMatching(/./) },
    };
    const { answers } = await recordOf(patient);
    expect(answers?.filter((answer) => answer.told)).toMatchObject([{ questionid: "uterus", told }]);
    const read = await readByPatient(patient);
    expect(read.told).toMatchObject([
      { questionid: "uterus", text: "Somebody told us for you, by phone on January 5, 2026." },
    ]);
    expect(read.versions.map((version) => version.told !== null)).toEqual([true, false]);
    const body = { version: 2, answers: [{ questionid: "uterus", answer: "present" }] };
    const corrected = await server.call(account.updateHealthAnswers, { body }, { token: patient.token });
    expect([corrected.ok.health.told, (await readByPatient(patient)).told]).toEqual([[], []]);
    expect((await recordOf(patient)).answers?.filter((answer) => answer.told)).toEqual([]);
  });

  it("of two that were told each is read with its own day and way", async () => {
    const [patient, other] = [await inCare(server), await inCare(server)];
    const words = { questionid: "other_medicines", answer: "Lamotrigine 100 mg" };
    await record(patient, [{ questionid: "uterus", answer: "unsure" }]);
    await record(patient, [words], { told: { source: "in_person", teller: "other", on: "2026-01-07" } });
    await record(other, [words]);
    const textsOf = async (of: { token: string }) =>
      Object.fromEntries((await readByPatient(of)).told.map(({ questionid, text }) => [questionid, text]));
    expect(await textsOf(patient)).toEqual({
      uterus: expect.stringMatching(/by phone on January 5, 2026/),
      other_medicines: expect.stringMatching(/in person on January 7, 2026/),
    });
    expect(await textsOf(other)).toEqual({ other_medicines: expect.stringMatching(/by phone on January 5, 2026/) });
  });

  it("the mail asks to check it and says nothing of what was told", async () => {
    const patient = await inCare(server);
    await record(patient, [clot]);
    await server.jobs.drain();
    const mails = await server.mailbox.list(patient.email);
    const mail = mails.find(({ subject }) => subject === "Please check what we wrote down");
    expect(mail?.text).toContain("/medical-information");
    for (const word of ["clot", "heart", "leg"]) expect(mail?.text).not.toContain(word);
  });

  it("the audit says that it was told and how, and the note is sealed", async () => {
    const patient = await inCare(server);
    await record(patient, [clot], { told: { note: "CANARY-note", source: "doctors_letter" } });
    const row = await server.services.db
      .selectFrom("audit_event")
      .select(["status", "ground"])
      .where("patient_id", "=", patient.id)
      .where("call", "=", "care.recordTold")
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 200, ground: "told_doctors_letter" });
    const kept = await server.services.db
      .selectFrom("told_answers")
      .selectAll()
      .where("patient_id", "=", patient.id)
      .executeTakeFirstOrThrow();
    expect(kept).toMatchObject({ caller_proved: "birthday_and_address", source: "doctors_letter" });
    expect(Buffer.from(kept.note_sealed ?? []).toString("latin1")).not.toContain("CANARY");
  });

  it("the questions to answer have the answers of the patient who is asked for, as they are now", async () => {
    const [patient, other] = [await inCare(server), await inCare(server)];
    await record(patient, [{ questionid: "uterus", answer: "removed" }]);
    await record(other, [{ questionid: "uterus", answer: "present" }]);
    const uterusOf = async ({ id }: Patient) => {
      const { screens } = (await server.call(care.healthAnswers, { params: { id } }, { apiKey })).ok;
      return screens.flatMap(({ questions }) => questions).find((question) => question.id === "uterus")?.answer;
    };
    expect([await uterusOf(patient), await uterusOf(other)]).toEqual(["removed", "present"]);
  });

  it("while the patient writes the opposite, the second is a conflict that says what changed", async () => {
    const patient = await inCare(server);
    const body = { version: 1, answers: [{ questionid: "uterus", answer: "unsure" }] };
    await server.call(account.updateHealthAnswers, { body }, { token: patient.token });
    const { status, problem } = await record(patient, [{ questionid: "uterus", answer: "removed" }], { version: 1 });
    expect([status, problem.code]).toEqual([409, "conflict"]);
    expect(problem.message).toContain("uterus");
  });

  it("of two who record different answers at once, one is recorded and the other reads what that was", async () => {
    const patient = await inCare(server);
    const sent = [
      { answer: "removed", reads: "No, it was removed" },
      { answer: "unsure", reads: "I'm not sure" },
    ];
    const both = await Promise.all(
      sent.map(({ answer }) => record(patient, [{ questionid: "uterus", answer }], { version: 1 })),
    );
    const at = both.findIndex(({ status }) => status === 200);
    const refused = both[1 - at];
    expect([refused?.status, refused?.problem.code]).toEqual([409, "conflict"]);
    expect(refused?.problem.message).toContain("uterus");
    const { answers } = await recordOf(patient);
    expect(answers?.find(({ questionid }) => questionid === "uterus")?.answer).toBe(sent[at]?.reads);
    expect(await versionOf(patient)).toBe(2);
  });

  it("of two who record the same at once, the second hears that nothing differs", async () => {
    const patient = await inCare(server);
    const both = await Promise.all([record(patient, [clot], { version: 1 }), record(patient, [clot], { version: 1 })]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]));
    expect(await versionOf(patient)).toBe(2);
  });

  it("pressed twice it is one version", async () => {
    const patient = await inCare(server);
    const key = newId();
    const first = await record(patient, [clot], { version: 1 }, key);
    expect([first.status, await record(patient, [clot], { version: 1 }, key)]).toMatchObject([200, { status: 200 }]);
    expect(await versionOf(patient)).toBe(2);
  });

  it.each<[string, readonly Answer[], Change, string]>([
    ["an unknown question", [{ questionid: "nothing_like_it", answer: "x" }], {}, "answers.0.questionid"],
    ["an invalid option", [{ questionid: "uterus", answer: "perhaps" }], {}, "answers.0.answer"],
    ["nothing", [], {}, "answers"],
    ["a day to come", [clot], { told: { on: "2031-01-01" } }, "told.on"],
    ["too long a note", [clot], { told: { note: "x".repeat(501) } }, "told.note"],
    ["no proof of who called", [clot], { told: { callerproved: "" } }, "told.callerproved"],
  ])("%s is refused at its field", async (_what, answers, change, path) => {
    const patient = await inCare(server);
    const { status, problem } = await record(patient, answers, change);
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, path]);
    expect(await versionOf(patient)).toBe(1);
  });

  it("a patient without a finished visit and nobody are refused", async () => {
    const patient = await server.newPatient();
    expect(await record(patient, [clot])).toMatchObject({ status: 409, problem: { code: "wrong_state" } });
    expect((await preview(patient, clot)).problem.code).toBe("wrong_state");
    const nobody = await record({ id: newId() }, [clot], { version: 1 });
    expect(nobody.status).toBe(404);
  });

  it("a closed account is refused", async () => {
    const patient = await inCare(server);
    await server.call(account.closeAccount, { body: { password: patient.password } }, { token: patient.token });
    expect((await record(patient, [clot])).status).toBe(409);
  });

  it.each(roles.filter((role) => !["physician", "nurse"].includes(role)))("%s may not", async (role: Role) => {
    const patient = await inCare(server);
    const person = await signedInStaff(server, [role]);
    const params = { id: patient.id };
    const body = { told: toldByPhone, answers: [clot], version: 1 };
    expect((await person.browser.call(care.recordTold, { params, body })).problem.code).toBe("scope_missing");
    expect((await person.browser.call(care.healthAnswers, { params })).problem.code).toBe("scope_missing");
  });
});
