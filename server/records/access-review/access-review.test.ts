import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { updatePatient } from "#server/auth/public.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { signedInStaff, staffPassword, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { reviewLastWeek } from "./review-week.ts";

let server: TestServer;
afterAll(() => server.close());
const today = () => clinicToday(server.services);
const toMonday = () => {
  do server.clock.advance(86_400_000);
  while (new Date(today()).getUTCDay() !== 1);
};
const open = async (by: StaffPerson, { id }: TestPatient) => {
  await by.browser.call(staff.openRecord, { params: { id }, body: { reason: "patient_called" } });
  return by.browser.call(care.patient, { params: { id } });
};
/** The newest week's task, as somebody's inbox has it. */
const tasks = async (by: StaffPerson) =>
  (await by.browser.call(care.log, { query: { kind: "unusual_access" } })).ok.items;
const reviewOf = (by: StaffPerson, id: string) => by.browser.call(care.accessReview, { params: { id } });
const judge = (
  by: StaffPerson,
  id: string,
  outcome: "explained" | "talk" | "incident",
  note = "Asked, and it’s fine",
) => by.browser.call(care.judgeAccess, { params: { id }, body: { outcome, note } });

let falk: TestPatient;
let winter: TestPatient;
let rosa: TestPatient;
let nurseId: string;
let chief: StaffPerson;
let second: StaffPerson;
let taskId: string;
beforeAll(async () => {
  server = await startTestServer();
  // At noon in the practice, so that nothing is at night.
  while (new Date(server.clock.now()).getUTCHours() !== 17) server.clock.advance(3_600_000);
  // People of the practice are called Ines Falk in tests.
  [falk, winter, rosa] = [await server.newPatient(), await server.newPatient(), await inCare(server)];
  await updatePatient(server.services, falk.id, { firstname: "Berta", lastname: "Falk" });
  await updatePatient(server.services, winter.id, { firstname: "Ida", lastname: "Winter" });
  toMonday();
  const nurse = await signedInStaff(server, ["nurse"]);
  nurseId = nurse.id;
  const administrator = await signedInStaff(server, ["administrator", "nurse"]);
  await open(nurse, falk);
  await open(nurse, falk);
  await open(administrator, winter);
  toMonday();
  chief = await signedInStaff(server, ["administrator"]);
  second = await signedInStaff(server, ["administrator"]);
  await reviewLastWeek(server.services);
  taskId = (await tasks(chief))[0]?.id ?? "";
});

describe("decisions §20 the weekly look at accesses", () => {
  test("is one task of the administrators with who opened what, how often and why it's here; once a week", async () => {
    const task = (await chief.browser.call(care.task, { params: { id: taskId } })).ok;
    expect(task).toMatchObject({
      ...{ for: { role: "administrator" }, dueon: addDays(today(), 7), patient: null, actions: ["aside", "reassign"] },
      log: { kind: "unusual_access", judged: true, fields: [{ id: "week", value: addDays(today(), -7) }] },
    });
    const { ok } = await reviewOf(chief, taskId);
    expect(ok.week).toBe(addDays(today(), -7));
    const about = (id: string) => ok.items.find(({ patientid }) => patientid === id);
    expect(about(falk.id)).toMatchObject({
      ...{ memberid: nurseId, membername: "Ines Falk", patientname: "Berta Falk", judged: null, own: false },
      reasons: ["surname", "no_work"],
    });
    expect([about(falk.id)?.accesses, about(winter.id)?.accesses]).toEqual([2, 1]);
    expect(about(winter.id)).toMatchObject({ reasons: ["no_work"] });
    expect(about(rosa.id)).toBeUndefined();
    await reviewLastWeek(server.services);
    expect(await tasks(chief)).toHaveLength(1);
    expect((await chief.browser.call(care.audit, { query: { patient: falk.id } })).ok.items).toContainEqual(
      expect.objectContaining({ call: "care.accessReview", actor: `staff:${chief.id}` }),
    );
  });

  test("is for nobody who isn't an administrator, isn't logged by hand and isn't settled as a whole", async () => {
    const nurse = await signedInStaff(server, ["nurse"]);
    expect((await reviewOf(nurse, taskId)).status).toBe(403);
    expect((await nurse.browser.call(care.task, { params: { id: taskId } })).status).toBe(404);
    const kinds = (await chief.browser.call(care.logKinds, {})).ok.items;
    expect(kinds.find(({ id }) => id === "unusual_access")?.mayadd).toBe(false);
    const body = { kind: "unusual_access", words: "x", fields: [{ id: "week", value: today() }] };
    expect((await chief.browser.call(care.addLog, { body })).status).toBe(400);
    const settled = { outcome: "settled", logoutcome: "looked" } as const;
    expect((await chief.browser.call(care.endTask, { params: { id: taskId }, body: settled })).status).toBe(409);
    expect((await reviewOf(chief, nurseId)).status).toBe(404);
  });

  test("each is judged once, with a note; an incident is logged with its legal day, and the last one ends the task", async () => {
    const { items } = (await reviewOf(chief, taskId)).ok;
    const [first, ...others] = items;
    expect(others.length).toBeGreaterThan(0);
    const incident = await judge(chief, first!.id, "incident", "No reason to be there");
    expect(incident.status).toBe(200);
    const judged = incident.ok.items.find(({ id }) => id === first!.id)?.judged;
    expect(judged).toMatchObject({ outcome: "incident", note: "No reason to be there", actor: `staff:${chief.id}` });
    const breach = (await second.browser.call(care.task, { params: { id: judged?.incidentid ?? "" } })).ok;
    expect(breach).toMatchObject({
      ...{ words: "No reason to be there", dueon: addDays(today(), 60), ended: null },
      log: { kind: "breach", fields: [{ value: today() }, { value: "Somebody looked who shouldn’t" }, { value: "1" }] },
    });
    // The same once more changes nothing; something else is too late.
    expect((await judge(chief, first!.id, "incident", "No reason to be there")).status).toBe(200);
    expect((await judge(second, first!.id, "explained")).status).toBe(409);
    expect((await second.browser.call(care.log, { query: { kind: "breach" } })).ok.items).toHaveLength(1);
    for (const { id } of others.slice(1)) expect((await judge(second, id, "talk")).status).toBe(200);
    expect((await chief.browser.call(care.task, { params: { id: taskId } })).ok.ended).toBeNull();
    expect((await judge(second, others[0]!.id, "explained")).status).toBe(200);
    expect((await chief.browser.call(care.task, { params: { id: taskId } })).ok.ended).toMatchObject({
      ...{ outcome: "settled", actor: `staff:${second.id}` },
    });
  });

  test("nobody judges what they opened themself", async () => {
    const both = await signedInStaff(server, ["administrator", "nurse"]);
    await open(both, falk);
    toMonday();
    await reviewLastWeek(server.services);
    await signInAgain(both);
    await signInAgain(chief);
    const [task] = await tasks(chief);
    const own = both;
    const { items } = (await reviewOf(own, task!.id)).ok;
    const finding = items.find(({ memberid }) => memberid === both.id)!;
    expect(finding.own).toBe(true);
    const refused = await judge(own, finding.id, "explained");
    expect([refused.status, refused.problem.code]).toEqual([409, "own_account"]);
    const other = await signedInStaff(server, ["administrator"]);
    expect((await reviewOf(other, task!.id)).ok.items.find(({ id }) => id === finding.id)?.own).toBe(false);
    expect((await judge(other, finding.id, "explained")).status).toBe(200);
  });

  test("the last one of a week ends its task, whatever is open of another week", async () => {
    const nurse = await signedInStaff(server, ["nurse"]);
    for (const patient of [falk, winter]) {
      await open(nurse, patient);
      toMonday();
      await reviewLastWeek(server.services);
      await signInAgain(nurse);
    }
    await signInAgain(chief);
    const [later, earlier] = await tasks(chief);
    const findings = async (id: string) => (await reviewOf(chief, id)).ok.items.filter(({ judged }) => judged === null);
    expect((await findings(later!.id)).length).toBeGreaterThan(0);
    for (const { id } of await findings(earlier!.id)) expect((await judge(chief, id, "explained")).status).toBe(200);
    const ended = async (id: string) => (await chief.browser.call(care.task, { params: { id } })).ok.ended;
    expect([await ended(earlier!.id), await ended(later!.id)]).toEqual([
      expect.objectContaining({ outcome: "settled", actor: `staff:${chief.id}` }),
      null,
    ]);
  });

  test("a week in which nothing was unusual makes no task", async () => {
    const before = (await server.services.db.selectFrom("task").select("id").execute()).length;
    toMonday();
    toMonday();
    await reviewLastWeek(server.services);
    expect(await server.services.db.selectFrom("task").select("id").execute()).toHaveLength(before);
    const rows = await server.services.db.selectFrom("access_review").selectAll().execute();
    expect(rows.filter(({ task_id: id }) => id === null).length).toBeGreaterThan(0);
  });
});

/** A session lasts half a day. */
async function signInAgain({ browser, email, code }: StaffPerson): Promise<void> {
  await browser.call(staff.signIn, { body: { email, password: staffPassword } });
  await browser.call(staff.proveCode, { body: { code: code() } });
}
