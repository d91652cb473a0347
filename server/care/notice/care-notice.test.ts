import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { staff } from "#contract/staff/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { setCareEnd, whatStopsOrders } from "#server/auth/public.ts";
import { answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import { conversationsOf, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { insertOrderRows } from "#server/orders/placing/insert-order-rows.ts";
import { addDays, clinicToday, formatDay, formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { refusesAny } from "#server/platform/refusal.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { patientsToRemind } from "#server/treatment/billing/due-queries.ts";
import { endTreatment } from "#server/treatment/end-treatment.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  capturedCents,
  deliverPaid,
  home,
  inCare,
  mailSubjects,
  passDays,
  prescriptionOrderIn,
  subscriptionOf,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";
import { endCareWhoseDayCame } from "./care-notice.ts";

const server = serverAtNoon();
const db = () => server.services.db;
const today = () => clinicToday(server.services);
const dayMs = 86_400_000;
const entry = (endsOn: string) => ({
  ...{ kind: "end_of_care", words: "We agreed that trust is gone." },
  fields: [
    { id: "endson", value: endsOn },
    { id: "reason", value: "trust" },
  ],
});
const giveNotice = ({ id }: TestPatient, endsOn = addDays(today(), 30)) =>
  server.call(care.addPatientLog, { params: { id }, body: entry(endsOn) }, { apiKey });
const endEntry = (id: string, outcome: "done" | "dropped" = "done") =>
  server.call(care.endTask, { params: { id }, body: { outcome } }, { apiKey });
const stepOf = async (patient: TestPatient) => (await home(server, patient)).nextstep;
/** Days on which billing and the job that ends care run. */
async function pass(days: number) {
  for (let day = 0; day < days; day += 1) {
    await passDays(server, 1);
    await endCareWhoseDayCame(server.services);
    await server.jobs.drain();
  }
}
const close = async (patient: TestPatient) =>
  server.call(
    account.closeAccount,
    { body: { password: patient.password } },
    { token: await tokenOf(server, patient) },
  );
const offeredLetters = async (patient: TestPatient) =>
  (await server.call(documents.available, {}, { token: await tokenOf(server, patient) })).ok;
const closeEmergencies = async (patient: TestPatient) => {
  const open = db().selectFrom("emergency_report").select("id").where("patient_id", "=", patient.id);
  for (const { id } of await open.execute()) {
    const { status } = await server.call(
      care.closeEmergency,
      { params: { id }, body: { outcome: "Well" } },
      { apiKey },
    );
    expect(status).toBe(200);
  }
};
/** The medical letter, or the one with this id. */
const letterFile = async (patient: TestPatient, id: string | null = patient.id) =>
  server.call(documents.medicalLetter, { params: { id: id ?? newId() } }, { token: await tokenOf(server, patient) });
const columnsOf = ({ id }: TestPatient) =>
  db().selectFrom("patient").select(["care_ends_on", "care_ended_at"]).where("id", "=", id).executeTakeFirstOrThrow();

describe("a notice that ends a patient's care", () => {
  test("is a letter with its day, which the patient is told of once; another patient is told nothing", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const endsOn = addDays(today(), 30);
    const { status, ok } = await giveNotice(rosa, endsOn);
    expect(status).toBe(201);
    expect(ok).toMatchObject({ patient: { id: rosa.id }, ended: null, log: { kind: "end_of_care", ends: "chart" } });
    expect(await columnsOf(rosa)).toEqual({ care_ends_on: endsOn, care_ended_at: null });
    const letters = (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok.letters ?? [];
    expect(letters).toHaveLength(1);
    const text = letters[0]?.text ?? "";
    expect(text).toContain(`Your care with us ends on ${formatDayWithYear(endsOn)}.`);
    expect(text).toContain(`From ${formatDayWithYear(endsOn)} on you won't be charged`);
    for (const each of ["order a last one", "another doctor", "download it", "call 911"]) expect(text).toContain(each);
    expect(text).not.toContain("{{");
    const token = await tokenOf(server, rosa);
    const offered = (await server.call(documents.available, {}, { token })).ok;
    expect(offered).toMatchObject({ medicalletter: false, letterid: null, endofcareletterid: letters[0]?.id });
    expect((await letterFile(rosa, letters[0]?.id)).status).toBe(200);
    expect((await letterFile(rosa)).status).toBe(404);
    expect((await letterFile(ana, letters[0]?.id)).status).toBe(404);
    const told = (await server.call(notifications.list, { query: {} }, { token })).ok.items.map(({ title }) => title);
    expect(told.filter((title) => title.includes("letter"))).toEqual(["Please read this letter"]);
    expect(await mailSubjects(server, rosa)).toContain("Please read this letter");
    // Their first box is here to begin: what ends is said beside it.
    expect(JSON.stringify(await stepOf(rosa))).toContain(`Your care with us ends on ${formatDay(endsOn)}.`);
    expect(await columnsOf(ana)).toEqual({ care_ends_on: null, care_ended_at: null });
    expect(JSON.stringify(await stepOf(ana))).not.toContain("Your care with us ends");
    expect(await mailSubjects(server, ana)).not.toContain("Please read this letter");
  });

  test("stands beside the medical letter: neither replaces the other, and taken back it's gone with its notification", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const issue = async (text: string) =>
      (await server.call(care.issueLetter, { params: { id: rosa.id }, body: { text } }, { apiKey })).ok.id;
    const titles = async (patient: TestPatient) =>
      (await server.call(notifications.list, { query: {} }, { token: await tokenOf(server, patient) })).ok.items.map(
        ({ title }) => title,
      );
    const first = await issue("For the insurance.");
    const { ok } = await giveNotice(rosa);
    expect((await giveNotice(ana)).status).toBe(201);
    const notice = (await offeredLetters(rosa)).endofcareletterid;
    expect(await offeredLetters(rosa)).toMatchObject({ medicalletter: true, letterid: first });
    const second = await issue("For another doctor.");
    expect(await offeredLetters(rosa)).toMatchObject({ letterid: second, endofcareletterid: notice });
    expect(await titles(rosa)).toContain("Please read this letter");
    await endEntry(ok.id);
    expect(await offeredLetters(rosa)).toMatchObject({ letterid: second, endofcareletterid: null });
    expect((await letterFile(rosa, notice)).status).toBe(404);
    expect((await letterFile(rosa)).status).toBe(200);
    expect(await titles(rosa)).not.toContain("Please read this letter");
    expect(await titles(ana)).toContain("Please read this letter");
    expect((await offeredLetters(ana)).endofcareletterid).not.toBeNull();
    const { letters } = (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok;
    expect(letters?.map(({ id, misfiled }) => [id, misfiled])).toEqual([
      [second, null],
      [notice, "withdrawn"],
      [first, null],
    ]);
  });

  test("has 30 days or more, and a year at most", async () => {
    const rosa = await inCare(server);
    for (const days of [-1, 0, 29, 366]) {
      const { status, problem } = await giveNotice(rosa, addDays(today(), days));
      expect(status, String(days)).toBe(400);
      expect(problem.details).toMatchObject({ fields: [{ path: "fields.endson" }] });
    }
    expect((await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok.letters).toEqual([]);
    expect((await columnsOf(rosa)).care_ends_on).toBeNull();
    expect((await giveNotice(rosa, addDays(today(), 365))).status).toBe(201);
  });

  test("is refused beside another one, with an open emergency, without a doctor, and for a closed account", async () => {
    const rosa = await inCare(server);
    expect((await giveNotice(rosa)).status).toBe(201);
    const again = await giveNotice(rosa, addDays(today(), 60));
    expect([again.status, again.problem.message.includes("already")]).toEqual([400, true]);
    const ana = await inCare(server);
    const [thread] = await conversationsOf(server, ana);
    const sent = await sendAsPatient(server, ana, thread?.id ?? "", { message: "I have crushing chest pain" });
    expect(sent.status).toBeLessThan(300);
    expect((await giveNotice(ana)).problem.message).toContain("emergency");
    expect((await giveNotice(await server.newPatient())).problem.message).toContain("doctor");
    const closed = await inCare(server);
    await close(closed);
    expect((await giveNotice(closed)).status).toBe(400);
    for (const each of [ana, closed]) expect((await columnsOf(each)).care_ends_on).toBeNull();
  });

  test("is a physician's, in their own name", async () => {
    const rosa = await inCare(server);
    const nurse = await signedInStaff(server, ["nurse"]);
    const body = entry(addDays(today(), 30));
    await nurse.browser.call(staff.openRecord, { params: { id: rosa.id }, body: { reason: "patient_called" } });
    const refused = await nurse.browser.call(care.addPatientLog, { params: { id: rosa.id }, body });
    expect([refused.status, refused.problem.details]).toMatchObject([400, { fields: [{ path: "kind" }] }]);
    expect((await columnsOf(rosa)).care_ends_on).toBeNull();
  });

  test("asks for certified mail in the states that want it", async () => {
    const [rosa, ana] = [await inCare(server, { state: "NJ" }), await inCare(server)];
    for (const each of [rosa, ana]) expect((await giveNotice(each)).status).toBe(201);
    const tasksOf = async ({ id }: TestPatient) =>
      (await server.call(care.patientTasks, { params: { id }, query: {} }, { apiKey })).ok.items.map(
        ({ words, for: asked }) => `${asked.role}: ${words}`,
      );
    expect(await tasksOf(ana)).toEqual([]);
    expect(await tasksOf(rosa)).toEqual([
      expect.stringMatching(/^patient_services: Send the letter .*N\.J\. Admin\. Code/u),
    ]);
  });
});

describe("until the day", () => {
  test("what comes before it is charged and sent, what would come on it or later isn't announced, charged or offered to be skipped", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const first = (await subscriptionOf(server, rosa)).nextchargeon ?? "";
    await giveNotice(rosa, addDays(first, 28));
    expect((await subscriptionOf(server, rosa)).nextchargeon).toBe(first);
    const before = (await capturedCents(server, rosa)).length;
    while (today() < addDays(first, 1)) await pass(1);
    expect(await capturedCents(server, rosa)).toHaveLength(before + 1);
    for (const each of [rosa, ana]) await deliverPaid(server, each);
    const next = await subscriptionOf(server, rosa);
    expect(next).toMatchObject({ status: "active", nextchargeon: null });
    expect(next.statustext).toContain("Your care with us is ending");
    const planned = prescriptionOrderIn(next, "scheduled");
    expect(planned).toMatchObject({ waitsfor: "ending", state: { kind: "on_hold" } });
    expect(planned.actions).not.toContain("skip");
    const token = await tokenOf(server, rosa);
    expect((await server.call(treatment.skip, { params: { id: planned.id }, body: {} }, { token })).status).toBe(409);
    expect((await home(server, rosa)).charges).toEqual([]);
    expect((await home(server, ana)).charges).not.toEqual([]);
    await pass(40);
    expect(await capturedCents(server, rosa)).toHaveLength(before + 1);
    expect((await capturedCents(server, ana)).length).toBeGreaterThan(before + 1);
  });

  test("a charge that can't be announced in time isn't shown, nor made; one that was announced, or still can be, is", async () => {
    const [late, announced, inTime] = [await inCare(server), await inCare(server), await inCare(server)];
    const first = (await subscriptionOf(server, late)).nextchargeon ?? "";
    while (today() < addDays(first, -2)) await passDays(server, 1);
    const plan = ({ id }: TestPatient, remindedOn: string | null) =>
      db()
        .updateTable("prescription_order")
        .set({ reminded_on: remindedOn })
        .where("patient_id", "=", id)
        .where("status", "=", "scheduled")
        .execute();
    const ends = [
      [late, null, 5],
      [announced, addDays(today(), -3), 4],
      [inTime, null, 7],
    ] as const;
    for (const [patient, remindedOn, days] of ends) {
      await plan(patient, remindedOn);
      await inTransaction(server.services, (tx) => setCareEnd(tx.db, patient.id, addDays(today(), days)));
    }
    const shown = async (patient: TestPatient) => {
      const { charges, subscriptions } = await home(server, patient);
      const [first] = subscriptions;
      return [charges.length > 0, first?.nextchargeon !== null, first?.statustext.includes("no more boxes come")];
    };
    expect(await shown(late)).toEqual([false, false, true]);
    for (const each of [announced, inTime]) expect(await shown(each)).toEqual([true, true, false]);
    expect(prescriptionOrderIn(await subscriptionOf(server, late), "scheduled")).toMatchObject({
      ...{ waitsfor: "ending", state: { kind: "on_hold" } },
    });
    const reminded = await patientsToRemind(db(), addDays(today(), 5));
    expect([late, inTime].map(({ id }) => reminded.includes(id))).toEqual([false, true]);
    await pass(8);
    const paid = [late, announced, inTime].map(async (each) => (await capturedCents(server, each)).length);
    expect(await Promise.all(paid)).toEqual([1, 2, 2]);
  });

  test("an estrogen that would outlast the last progestogen isn't ordered, nor charged; a shorter one is", async () => {
    const [rosa, ana, monthly, takenBack] = [
      await inCare(server, { patch: "3m" }),
      await inCare(server, { patch: "3m" }),
      await inCare(server),
      await inCare(server, { patch: "3m" }),
    ];
    const all = [rosa, ana, monthly, takenBack];
    // Most of the first 84 days are over; the progestogen came each month.
    for (let week = 0; week < 10; week += 1) {
      for (const days of [2, 2, 3]) {
        server.clock.advance((days - 1) * dayMs);
        await pass(1);
      }
      for (const each of all) await deliverPaid(server, each);
    }
    for (const each of [rosa, monthly]) expect((await giveNotice(each)).status).toBe(201);
    const notice = (await giveNotice(takenBack)).ok;
    const offered = async (patient: TestPatient) =>
      prescriptionOrderIn(await subscriptionOf(server, patient), "scheduled").actions.includes("getnext");
    expect([await offered(rosa), await offered(ana)]).toEqual([false, true]);
    const { id } = prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled");
    const refused = await server.call(treatment.getNext, { params: { id } }, { token: await tokenOf(server, rosa) });
    expect(refused.problem.code).toBe("progestogen_needed");
    const patches = async (patient: TestPatient) =>
      (
        await db()
          .selectFrom("order_line")
          .innerJoin("customer_order", "customer_order.id", "order_line.order_id")
          .where("patient_id", "=", patient.id)
          .where("product_id", "=", "estradiol_patch_0_05")
          .select("order_id")
          .execute()
      ).length;
    const before = await patches(monthly);
    for (let week = 0; week < 4; week += 1) {
      await pass(7);
      for (const each of all) await deliverPaid(server, each);
      if (week !== 1) continue;
      expect((await subscriptionOf(server, takenBack)).nextchargeon).toBeNull();
      await endEntry(notice.id);
      expect((await subscriptionOf(server, takenBack)).nextchargeon).toBe(addDays(today(), 5));
    }
    expect([await patches(rosa), await patches(ana), await patches(takenBack)]).toEqual([1, 2, 2]);
    expect(await patches(monthly)).toBeGreaterThan(before);
    expect((await subscriptionOf(server, rosa)).statustext).toContain("Your care with us is ending");
    const renewals = await db().selectFrom("renewal_request").select("id").where("patient_id", "=", rosa.id).execute();
    expect(renewals).toEqual([]);
  });

  test("no offer asks the patient to stay; it's refused, and another patient has it", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    await giveNotice(rosa);
    const [ending, staying] = [await subscriptionOf(server, rosa), await subscriptionOf(server, ana)];
    expect(ending.actions).not.toContain("preventcancel");
    expect([ending.canceloffer, ending.actions.includes("cancel")]).toEqual([null, true]);
    expect(staying.actions).toContain("preventcancel");
    const { status } = await server.call(
      treatment.preventCancel,
      { params: { id: rosa.id }, body: { subscriptionid: ending.id } },
      { token: await tokenOf(server, rosa) },
    );
    expect(status).toBe(409);
  });

  test("nothing new is begun: an upsell that was offered isn't any more, and is once the notice is taken back", async () => {
    const [rosa, ana] = [await answeredPatientInCare(server), await answeredPatientInCare(server)];
    const offered = async (patient: TestPatient) =>
      (await server.call(growth.dashboardUpsells, {}, { token: await tokenOf(server, patient) })).ok.items.some(
        ({ name }) => name === "minoxidil",
      );
    expect([await offered(rosa), await offered(ana)]).toEqual([true, true]);
    const { ok } = await giveNotice(rosa);
    expect([await offered(rosa), await offered(ana)]).toEqual([false, true]);
    await endEntry(ok.id);
    expect(await offered(rosa)).toBe(true);
  });

  test("it can be taken back, also as an error, and everything goes on as it was", async () => {
    for (const outcome of ["done", "dropped"] as const) {
      const rosa = await inCare(server);
      const first = (await subscriptionOf(server, rosa)).nextchargeon ?? "";
      const { ok } = await giveNotice(rosa);
      expect((await endEntry(ok.id, outcome)).status).toBe(200);
      expect(await columnsOf(rosa)).toEqual({ care_ends_on: null, care_ended_at: null });
      expect(await mailSubjects(server, rosa)).toContain("Please forget our last letter");
      expect(JSON.stringify(await stepOf(rosa))).not.toContain("Your care with us ends");
      expect((await subscriptionOf(server, rosa)).nextchargeon).toBe(first);
      expect((await giveNotice(rosa)).status).toBe(201);
    }
  });
});

describe("the letter of a notice is withdrawn", () => {
  const withdrawLetter = ({ id }: TestPatient, letterid: string | null) =>
    server.call(care.withdrawLetter, { params: { id, letterid: letterid ?? "" }, body: {} }, { apiKey });
  const tasksOf = async ({ id }: TestPatient) =>
    (await server.call(care.patientTasks, { params: { id }, query: {} }, { apiKey })).ok.items.filter(
      ({ kind }) => kind === "task",
    );
  const noticed = async () => {
    const patient = await inCare(server);
    const { id: entryId } = (await giveNotice(patient)).ok;
    return { ...patient, entryId, letterId: (await offeredLetters(patient)).endofcareletterid };
  };

  test("nothing ends then, and whoever gave it has a task; another patient's notice stands", async () => {
    const physician = await signedInStaff(server, ["physician"], "elena_marsh");
    const rosa = await inCare(server);
    const ana = await noticed();
    await physician.browser.call(staff.openRecord, { params: { id: rosa.id }, body: { reason: "patient_called" } });
    const body = entry(addDays(today(), 30));
    expect((await physician.browser.call(care.addPatientLog, { params: { id: rosa.id }, body })).status).toBe(201);
    const first = (await subscriptionOf(server, rosa)).nextchargeon;
    expect((await withdrawLetter(rosa, (await offeredLetters(rosa)).endofcareletterid)).status).toBe(200);
    expect((await columnsOf(rosa)).care_ends_on).toBeNull();
    expect((await columnsOf(ana)).care_ends_on).not.toBeNull();
    const [task, ...others] = await tasksOf(rosa);
    expect(others).toEqual([]);
    expect(task?.words).toContain(`on ${formatDayWithYear(addDays(today(), 30))} was withdrawn`);
    expect(task?.for).toMatchObject({ role: "physician", memberid: physician.id });
    expect(await tasksOf(ana)).toEqual([]);
    expect((await subscriptionOf(server, rosa)).nextchargeon).toBe(first);
    expect(JSON.stringify(await stepOf(rosa))).not.toContain("Your care with us ends");
    server.clock.advance(30 * dayMs);
    await endCareWhoseDayCame(server.services);
    expect((await columnsOf(rosa)).care_ended_at).toBeNull();
    expect((await columnsOf(ana)).care_ended_at).not.toBeNull();
    expect((await home(server, rosa)).subscriptions.map(({ status }) => status)).not.toContain("cancelled");
  });

  test("the notice is taken back, which the patient is told, or a new one replaces it; either ends the task", async () => {
    const [rosa, ana] = [await noticed(), await noticed()];
    for (const each of [rosa, ana]) await withdrawLetter(each, each.letterId);
    expect((await endEntry(rosa.entryId)).status).toBe(200);
    expect(await mailSubjects(server, rosa)).toContain("Please forget our last letter");
    const endsOn = addDays(today(), 45);
    expect((await giveNotice(ana, endsOn)).status).toBe(201);
    expect(await columnsOf(ana)).toEqual({ care_ends_on: endsOn, care_ended_at: null });
    expect(await mailSubjects(server, ana)).not.toContain("Please forget our last letter");
    const chart = (
      await server.call(care.patientLog, { params: { id: ana.id }, query: { state: "chart" } }, { apiKey })
    ).ok;
    expect(chart.items.map(({ id }) => id)).not.toContain(ana.entryId);
    expect(chart.items).toHaveLength(1);
    for (const each of [rosa, ana]) expect(await tasksOf(each)).toEqual([]);
    // The old letter again: it's withdrawn, and the new notice stands.
    expect((await withdrawLetter(ana, ana.letterId)).status).toBe(409);
    expect((await columnsOf(ana)).care_ends_on).toBe(endsOn);
  });

  test("the letter of an earlier notice, of which care ended and began again, doesn't hold a later one", async () => {
    const rosa = await noticed();
    server.clock.advance(30 * dayMs);
    await endCareWhoseDayCame(server.services);
    await endEntry(rosa.entryId);
    await giveNotice(rosa, addDays(today(), 40));
    expect((await withdrawLetter(rosa, rosa.letterId)).status).toBe(200);
    expect((await columnsOf(rosa)).care_ends_on).toBe(addDays(today(), 40));
    expect(await tasksOf(rosa)).toEqual([]);
  });

  test("after care has ended it stays so until they decide, who have a task", async () => {
    const rosa = await noticed();
    server.clock.advance(30 * dayMs);
    await endCareWhoseDayCame(server.services);
    expect((await withdrawLetter(rosa, rosa.letterId)).status).toBe(200);
    expect((await columnsOf(rosa)).care_ended_at).not.toBeNull();
    expect(await tasksOf(rosa)).toHaveLength(1);
    await endEntry(rosa.entryId);
    expect([await columnsOf(rosa), await tasksOf(rosa)]).toEqual([{ care_ends_on: null, care_ended_at: null }, []]);
  });

  test("one that the patient says isn't theirs ends nothing before somebody has looked", async () => {
    const rosa = await noticed();
    const token = await tokenOf(server, rosa);
    expect((await server.call(documents.reportLetter, { params: { id: rosa.letterId ?? "" } }, { token })).status).toBe(
      200,
    );
    server.clock.advance(30 * dayMs);
    await endCareWhoseDayCame(server.services);
    expect((await columnsOf(rosa)).care_ended_at).toBeNull();
    const kept = await server.call(
      care.keepLetter,
      { params: { id: rosa.id, letterid: rosa.letterId ?? "" }, body: { message: "It's about your care." } },
      { apiKey },
    );
    expect(kept.status).toBe(200);
    await endCareWhoseDayCame(server.services);
    expect((await columnsOf(rosa)).care_ended_at).not.toBeNull();
  });
});

describe("on the day", () => {
  test("subscriptions end with one mail, what is paid is still sent, and nothing is ordered any more", async () => {
    const [rosa, ana] = [await inCare(server, { delivered: false }), await inCare(server)];
    await giveNotice(rosa);
    server.clock.advance(30 * dayMs);
    await endCareWhoseDayCame(server.services);
    expect((await columnsOf(rosa)).care_ended_at).not.toBeNull();
    const subscriptions = (await home(server, rosa)).subscriptions;
    expect(new Set(subscriptions.map(({ status }) => status))).toEqual(new Set(["cancelled"]));
    const subjects = await mailSubjects(server, rosa);
    expect(subjects.filter((subject) => subject === "You won't be charged again")).toHaveLength(1);
    expect(subjects.filter((subject) => /cancel/iu.test(subject))).toEqual([]);
    for (const { restart, prescriptionorders } of subscriptions) {
      expect(restart).toBeNull();
      for (const { actions } of prescriptionorders) expect(actions).not.toContain("reorder");
    }
    expect((await home(server, ana)).subscriptions.map(({ status }) => status)).not.toContain("cancelled");
    const params = { id: rosa.orderId };
    const body = { carrier: "Meadow Post", trackingnumber: "MP-1" };
    expect((await server.call(care.shipOrder, { params, body }, { apiKey })).status).toBe(200);
    await server.call(care.deliverOrder, { params, body: {} }, { apiKey });
    expect(await stepOf(rosa)).toMatchObject({ kind: "arrival" });
    const mails = (await mailSubjects(server, rosa)).length;
    await endCareWhoseDayCame(server.services);
    expect(await mailSubjects(server, rosa)).toHaveLength(mails);
    expect((await letterFile(rosa, (await offeredLetters(rosa)).endofcareletterid)).status).toBe(200);
  });

  test("a charge of that day that was announced isn't made, also before the job has run", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const first = (await subscriptionOf(server, rosa)).nextchargeon ?? "";
    while (today() < addDays(first, -2)) await passDays(server, 1);
    await inTransaction(server.services, (tx) => setCareEnd(tx.db, rosa.id, first));
    await passDays(server, 4);
    await server.jobs.drain();
    expect([await capturedCents(server, rosa), await capturedCents(server, ana)].map(({ length }) => length)).toEqual([
      1, 2,
    ]);
  });

  test("the one place where orders are inserted refuses them from that day on, not a day before", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    await giveNotice(rosa);
    const endsOn = addDays(today(), 30);
    const asked = async (patient: TestPatient, day: string) => whatStopsOrders(db(), patient.id, day);
    expect([await asked(rosa, addDays(endsOn, -1)), await asked(rosa, endsOn)]).toEqual([null, "care"]);
    expect(await asked(ana, endsOn)).toBeNull();
    server.clock.advance(30 * dayMs);
    // The job hasn't run.
    const { id, actions } = prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled");
    expect(actions).not.toContain("getnext");
    const token = await tokenOf(server, rosa);
    const refused = await server.call(treatment.getNext, { params: { id }, body: {} } as never, { token });
    expect([refused.status, refused.problem.message]).toEqual([
      409,
      "Your care with us has ended, so you can't order anymore. Your record is still here for you.",
    ]);
    const insert = { patientId: rosa.id } as Parameters<typeof insertOrderRows>[1];
    const inserted = inTransaction(server.services, (tx) => insertOrderRows({ ...tx, ...refusesAny }, insert));
    await expect(inserted).rejects.toMatchObject({ code: "bad_request" });
  });

  test("care doesn't end around a subscription that couldn't be canceled: it's tried again; whoever has none ends, and so does whose plan waits", async () => {
    const [rosa, none, waiting] = [await inCare(server), await inCare(server), await inCare(server)];
    for (const each of [rosa, none, waiting]) await giveNotice(each);
    await inTransaction(server.services, (tx) => endTreatment(tx, none.id));
    await db().updateTable("subscription").set({ status: "pending" }).where("patient_id", "=", waiting.id).execute();
    server.clock.advance(30 * dayMs);
    // Whatever it is that keeps a row as it is.
    await sql`create function keep_active() returns trigger language plpgsql as $$ begin new.status = old.status; new.cancelled_at = old.cancelled_at; return new; end $$`.execute(
      db(),
    );
    await sql`create trigger keep_active before update on subscription for each row when (old.patient_id = ${sql.lit(rosa.id)}::uuid)
      execute function keep_active()`.execute(db());
    await endCareWhoseDayCame(server.services);
    const ended = async () =>
      Promise.all([rosa, none, waiting].map(async (each) => (await columnsOf(each)).care_ended_at !== null));
    expect(await ended()).toEqual([false, true, true]);
    expect(await mailSubjects(server, rosa)).not.toContain("You won't be charged again");
    expect(server.logged()).toContain("left to the next round");
    await sql`drop trigger keep_active on subscription`.execute(db());
    await sql`drop function keep_active`.execute(db());
    await endCareWhoseDayCame(server.services);
    expect(await ended()).toEqual([true, true, true]);
    expect((await home(server, rosa)).subscriptions.map(({ status }) => status)).not.toContain("active");
  });

  test("an emergency that is open holds it, with one task for physicians; once it's closed care ends, and another patient's has", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    for (const each of [rosa, ana]) await giveNotice(each);
    const endsOn = addDays(today(), 30);
    server.clock.advance(30 * dayMs);
    const [thread] = await conversationsOf(server, rosa);
    await sendAsPatient(server, rosa, thread?.id ?? "", { message: "I have crushing chest pain" });
    const tasks = async ({ id }: TestPatient) =>
      (await server.call(care.patientTasks, { params: { id }, query: {} }, { apiKey })).ok.items
        .filter(({ kind }) => kind === "task")
        .map(({ words, for: asked }) => `${asked.role}: ${words}`);
    for (let round = 0; round < 3; round += 1) await endCareWhoseDayCame(server.services);
    expect((await columnsOf(rosa)).care_ended_at).toBeNull();
    expect((await columnsOf(ana)).care_ended_at).not.toBeNull();
    expect((await home(server, rosa)).subscriptions.map(({ status }) => status)).not.toContain("cancelled");
    expect(await mailSubjects(server, rosa)).not.toContain("You won't be charged again");
    expect(await tasks(rosa)).toEqual([
      expect.stringContaining(
        `physician: This patient's care was to end on ${formatDayWithYear(endsOn)}, but an emergency`,
      ),
    ]);
    expect(await tasks(ana)).toEqual([]);
    // Somebody saw to the task, and not yet to the emergency: it isn't asked again each hour.
    const [task] = (
      await server.call(care.patientTasks, { params: { id: rosa.id }, query: {} }, { apiKey })
    ).ok.items.filter(({ kind }) => kind === "task");
    await endEntry(task?.id ?? "");
    await endCareWhoseDayCame(server.services);
    expect(await tasks(rosa)).toEqual([]);
    expect((await columnsOf(rosa)).care_ended_at).toBeNull();
    await closeEmergencies(rosa);
    await endCareWhoseDayCame(server.services);
    expect((await columnsOf(rosa)).care_ended_at).not.toBeNull();
  });

  test("the task about an emergency ends with it, and with the notice", async () => {
    const [closed, takenBack] = [await inCare(server), await inCare(server)];
    const notices = new Map<string, string>();
    for (const each of [closed, takenBack]) notices.set(each.id, (await giveNotice(each)).ok.id);
    server.clock.advance(30 * dayMs);
    for (const each of [closed, takenBack]) {
      const [thread] = await conversationsOf(server, each);
      await sendAsPatient(server, each, thread?.id ?? "", { message: "I have crushing chest pain" });
    }
    await endCareWhoseDayCame(server.services);
    const isOpen = async ({ id }: TestPatient) =>
      (await server.call(care.patientTasks, { params: { id }, query: {} }, { apiKey })).ok.items.some(
        ({ kind }) => kind === "task",
      );
    expect([await isOpen(closed), await isOpen(takenBack)]).toEqual([true, true]);
    await endEntry(notices.get(takenBack.id) ?? "");
    expect([await isOpen(closed), await isOpen(takenBack)]).toEqual([true, false]);
    await closeEmergencies(closed);
    await endCareWhoseDayCame(server.services);
    expect(await isOpen(closed)).toBe(false);
  });

  test("only the practice begins again: once the entry is ended, the patient may restart", async () => {
    const rosa = await inCare(server);
    const { ok } = await giveNotice(rosa);
    server.clock.advance(30 * dayMs);
    await endCareWhoseDayCame(server.services);
    const { id } = await subscriptionOf(server, rosa);
    const restart = async () =>
      server.call(
        treatment.restart,
        { params: { id: rosa.id }, body: { subscriptionid: id } },
        { token: await tokenOf(server, rosa) },
      );
    expect((await restart()).status).toBe(409);
    expect(await stepOf(rosa)).toMatchObject({ kind: "care_ended" });
    await endEntry(ok.id);
    // What it says was so.
    expect((await letterFile(rosa, (await offeredLetters(rosa)).endofcareletterid)).status).toBe(200);
    const subjects = await mailSubjects(server, rosa);
    expect(subjects).toContain("You can start with us again");
    expect(subjects).not.toContain("Please forget our last letter");
    expect((await subscriptionOf(server, rosa)).restart).not.toBeNull();
    expect((await stepOf(rosa)).kind).not.toBe("care_ended");
    const ended = async () =>
      (await mailSubjects(server, rosa)).filter((subject) => subject === "You won't be charged again").length;
    expect(await ended()).toBe(1);
    // Another notice ends it again, and the patient is told again.
    await giveNotice(rosa);
    server.clock.advance(30 * dayMs);
    await endCareWhoseDayCame(server.services);
    expect(await ended()).toBe(2);
  });

  test("what was ordered before it and isn't confirmed is waited for, and nobody else's care waits with it", async () => {
    const [rosa, ana] = [await inCare(server, { delivered: false }), await inCare(server)];
    const { ok } = await giveNotice(rosa);
    await giveNotice(ana);
    const became = (status: "unknown" | "paid") =>
      inTransaction(server.services, async (tx) => {
        // As it was before it was confirmed: no order goes back on its own.
        await sql`set local session_replication_role = replica`.execute(tx.db);
        await tx.db.updateTable("customer_order").set({ status }).where("id", "=", rosa.orderId).execute();
      });
    await became("unknown");
    server.clock.advance(30 * dayMs);
    await endCareWhoseDayCame(server.services);
    expect((await columnsOf(rosa)).care_ended_at).toBeNull();
    expect((await columnsOf(ana)).care_ended_at).not.toBeNull();
    expect((await home(server, rosa)).subscriptions.map(({ status }) => status)).not.toContain("cancelled");
    await became("paid");
    await endCareWhoseDayCame(server.services);
    expect((await columnsOf(rosa)).care_ended_at).not.toBeNull();
    const params = { id: rosa.orderId };
    const body = { carrier: "Meadow Post", trackingnumber: "MP-1" };
    expect((await server.call(care.shipOrder, { params, body }, { apiKey })).status).toBe(200);
    await endEntry(ok.id);
  });

  test("a death reported or an account closed while the job waits for the lock ends nothing", async () => {
    const endings = [
      { death_reported_at: server.clock.now() },
      { closed_at: server.clock.now(), closed_email_sealed: Buffer.from("sealed") },
    ];
    for (const ending of endings) {
      const rosa = await inCare(server);
      await giveNotice(rosa);
      server.clock.advance(30 * dayMs);
      const locked = Promise.withResolvers<void>();
      const changing = inTransaction(server.services, async (tx) => {
        await lockPatientOrders(tx.db, rosa.id);
        locked.resolve();
        await setTimeout(300);
        await tx.db.updateTable("patient").set(ending).where("id", "=", rosa.id).execute();
      });
      await locked.promise;
      await Promise.all([endCareWhoseDayCame(server.services), changing]);
      expect((await columnsOf(rosa)).care_ended_at).toBeNull();
      expect(await mailSubjects(server, rosa)).not.toContain("You won't be charged again");
    }
  });

  test("nothing ends for a patient who died or whose account has closed, nor a day too soon", async () => {
    const [died, closed, waits] = [await inCare(server), await inCare(server), await inCare(server)];
    for (const each of [died, closed]) await giveNotice(each);
    await giveNotice(waits, addDays(today(), 31));
    const fields = [
      { id: "who", value: "Ana Diaz" },
      { id: "relation", value: "Daughter" },
      { id: "came", value: "phone" },
    ];
    const body = { kind: "death", words: "She passed on Sunday.", fields };
    expect((await server.call(care.addPatientLog, { params: { id: died.id }, body }, { apiKey })).status).toBe(201);
    expect((await giveNotice(died)).status).toBe(400);
    await close(closed);
    server.clock.advance(30 * dayMs);
    await endCareWhoseDayCame(server.services);
    for (const each of [died, closed, waits]) expect((await columnsOf(each)).care_ended_at).toBeNull();
  });
});
