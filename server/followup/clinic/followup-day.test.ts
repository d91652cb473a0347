import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { submitted } from "#server/care/testing/submitted-visit.ts";
import { inState, type World } from "#server/contract-tests/testing/in-state.ts";
import { allMessages, conversationsOf, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { addDays, clinicToday, formatDay, formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { changeTreatment, weaker } from "#server/treatment/testing/changes.ts";
import { home, inCare, type InCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import { goThrough, type PatientWithFollowup, sendFollowupTo } from "../testing/followups.ts";
import { loadFollowupDay, sendFollowupsOfDay } from "./followup-day.ts";

const server = serverAtNoon();
const inDays = (days: number) => addDays(clinicToday(server.services), days);
const dayMs = 86_400_000;

const setDay = ({ id }: TestPatient, followupon: string | null) =>
  server.call(care.setFollowupDay, { params: { id }, body: { followupon } }, { apiKey });
const dayOf = async ({ id }: TestPatient) =>
  (await server.call(care.followupDay, { params: { id } }, { apiKey })).ok.followupon;
const doctors = async (patient: TestPatient) =>
  (await conversationsOf(server, patient)).find(({ kind }) => kind === "doctor")?.id ?? "";
const asked = async (patient: TestPatient) => {
  const sent = await allMessages(server, patient, await doctors(patient));
  return sent.filter(({ type }) => type === "prescription_followup");
};
const isListed = async ({ id }: TestPatient) => {
  const { ok } = await server.call(care.cases, { query: { status: "followup_due" } }, { apiKey });
  return ok.items.some(({ refid }) => refid === id);
};
async function pass(days: number): Promise<void> {
  server.clock.advance(days * dayMs);
  await sendFollowupsOfDay(server.services);
}
async function patientWithDay(days: number): Promise<InCare> {
  const rosa = await inCare(server);
  expect((await setDay(rosa, inDays(days))).status).toBe(200);
  return rosa;
}

describe("the day is sent with a decision, or alone", () => {
  test("with an approval", async () => {
    const rosa = await submitted(server);
    const params = { id: rosa.id };
    await server.call(care.accept, { params, body: {} }, { apiKey });
    const past = await server.call(care.approvePlan, { params, body: { followupon: inDays(0) } }, { apiKey });
    expect([past.status, past.problem.details?.fields?.[0]?.path]).toEqual([400, "followupon"]);
    const { ok } = await server.call(care.approvePlan, { params, body: { followupon: inDays(28) } }, { apiKey });
    expect([ok.planstatus, await dayOf(rosa)]).toEqual(["approved", inDays(28)]);
  });

  test("with a change, which isn't made with a day that can't be", async () => {
    const rosa = await inCare(server);
    const change = (followupon: string) => changeTreatment(server, rosa, { pricingid: weaker, followupon });
    expect((await change(inDays(-1))).status).toBe(400);
    expect((await home(server, rosa)).changes).toEqual([]);
    expect((await change(inDays(14))).status).toBe(201);
    expect(await dayOf(rosa)).toBe(inDays(14));
  });

  test("with a renewal", async () => {
    const rosa = await inCare(server);
    const { db } = server.services;
    const { id: prescription_id } = await db
      .selectFrom("prescription")
      .select("id")
      .where("patient_id", "=", rosa.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    const id = newId();
    await db
      .insertInto("renewal_request")
      .values({ id, patient_id: rosa.id, prescription_id, status: "open", requested_at: server.clock.now() })
      .execute();
    const body = { followupon: inDays(30), despitewarning: true };
    const { status } = await server.call(care.approvePrescriptionRenewal, { params: { id }, body }, { apiKey });
    expect([status, await dayOf(rosa)]).toEqual([200, inDays(30)]);
  });

  test("with a review that was read: a prescriber's to say", async () => {
    const rosa = await sendFollowupTo(server, await inCare(server));
    await goThrough(server, rosa);
    const params = { id: rosa.followupId };
    const nurse = await signedInStaff(server, ["nurse"]);
    const body = { followupon: inDays(28) };
    const refused = await nurse.browser.call(care.closeFollowup, { params, body }, { key: newId() });
    expect([refused.status, await dayOf(rosa)]).toEqual([400, null]);
    expect((await server.call(care.closeFollowup, { params, body }, { apiKey })).status).toBe(200);
    expect(await dayOf(rosa)).toBe(inDays(28));
  });

  test("it holds no longer once the patient asked for a new plan", async () => {
    const rosa = await patientWithDay(28);
    const later = { id: newId(), order_id: newId(), status: "submitted", followup_on: null, followup_doctor_id: null };
    const held = (put: (world: World) => Promise<unknown>) =>
      inState(server, rosa, put, ({ db, id }) => loadFollowupDay({ db }, id));
    expect((await held(() => Promise.resolve())).followupon).toBe(inDays(28));
    const newPlan = ({ run, id }: World) =>
      run(sql`insert into care_case select (jsonb_populate_record(c, ${JSON.stringify(later)}::jsonb
        || jsonb_build_object('submitted_at', c.submitted_at + interval '1 day'))).* from care_case c where patient_id = ${id}`);
    expect((await held(newPlan)).followupon).toBeNull();
  });

  test("it moves when another day is set, and can be taken back", async () => {
    const rosa = await patientWithDay(10);
    await setDay(rosa, inDays(20));
    expect(await dayOf(rosa)).toBe(inDays(20));
    expect((await setDay(rosa, null)).ok).toEqual({ followupon: null, doctorname: null, askedat: null });
    await pass(21);
    expect(await asked(rosa)).toEqual([]);
  });
});

describe("what the patient reads", () => {
  test("the day and who asks, until they are asked; with its year where it's almost one ahead", async () => {
    const rosa = await patientWithDay(3);
    const { doctorname } = (await server.call(care.followupDay, { params: { id: rosa.id } }, { apiKey })).ok;
    const text = (day: string) =>
      `${doctorname} would like to hear from you on ${day}. We'll send you a few questions that day.`;
    expect((await home(server, rosa)).nextreview).toBe(text(formatDay(inDays(3))));
    await setDay(rosa, inDays(365));
    expect((await home(server, rosa)).nextreview).toBe(text(formatDayWithYear(inDays(365))));
    await setDay(rosa, inDays(1));
    await pass(1);
    const { nextreview, nextstep } = await home(server, rosa);
    expect([nextreview, nextstep.kind]).toEqual([null, "treatment_review"]);
  });
});

describe("on its day", () => {
  test("the review is sent, once, in the name of who set it, also to who waits for an answer or couldn't pay", async () => {
    const rosa = await patientWithDay(5);
    await sendAsPatient(server, rosa, await doctors(rosa), { message: "It feels a bit odd" });
    await server.services.db
      .updateTable("patient")
      .set({ failed_transaction_reason: "expired_card" })
      .where("id", "=", rosa.id)
      .execute();
    await pass(4);
    expect(await asked(rosa)).toEqual([]);
    await pass(1);
    await Promise.all([sendFollowupsOfDay(server.services), sendFollowupsOfDay(server.services)]);
    expect(await asked(rosa)).toMatchObject([{ actionstatus: "PENDING", sender: { role: "doctor" } }]);
  });

  test("it's in place of the practice's own, and that comes back when it's taken back", async () => {
    const { afterdays } = server.services.content.followup;
    const rosa = await patientWithDay(afterdays + 10);
    server.clock.advance((afterdays + 1) * dayMs);
    expect(await isListed(rosa)).toBe(false);
    await setDay(rosa, null);
    expect(await isListed(rosa)).toBe(true);
  });

  test("it's set again and again: each day asks anew, and one that is still open is asked for again", async () => {
    const rosa = await patientWithDay(5);
    await pass(5);
    await setDay(rosa, inDays(5));
    await pass(5);
    const [first, second, ...more] = await asked(rosa);
    expect([first?.followupid, more]).toEqual([second?.followupid, []]);
    await goThrough(server, { ...rosa, followupId: first?.followupid ?? "", code: null });
    expect(await dayOf(rosa)).toBeNull();
    await setDay(rosa, inDays(5));
    await pass(5);
    expect((await asked(rosa)).at(-1)?.followupid).not.toBe(first?.followupid);
  });

  test("not before the hour in which mails are sent", async () => {
    const rosa = await patientWithDay(1);
    server.clock.advance(dayMs - 11 * 3_600_000);
    await sendFollowupsOfDay(server.services);
    expect(await asked(rosa)).toEqual([]);
  });

  test("unanswered for as long as the practice waits, it's listed with what is due, until it's answered", async () => {
    const rosa = await patientWithDay(5);
    await pass(5);
    const { unanswereddays } = server.services.content.promises;
    server.clock.advance((unanswereddays - 1) * dayMs);
    expect(await isListed(rosa)).toBe(false);
    server.clock.advance(dayMs);
    expect(await isListed(rosa)).toBe(true);
    const [message] = await asked(rosa);
    const answering: PatientWithFollowup = { ...rosa, followupId: message?.followupid ?? "", code: null };
    await goThrough(server, answering);
    expect([await isListed(rosa), await dayOf(rosa)]).toEqual([false, null]);
  });

  test("in a conversation the practice closed nothing is written, and somebody sees it the day after", async () => {
    const rosa = await patientWithDay(5);
    const params = { id: await doctors(rosa) };
    await server.call(care.openConversation, { params, body: { open: false } }, { apiKey });
    await pass(5);
    expect([await asked(rosa), await isListed(rosa)]).toEqual([[], false]);
    await pass(1);
    expect([await asked(rosa), await isListed(rosa)]).toEqual([[], true]);
    await server.call(care.openConversation, { params, body: { open: true } }, { apiKey });
    await sendFollowupsOfDay(server.services);
    expect([(await asked(rosa)).length, await isListed(rosa)]).toEqual([1, false]);
  });
});

describe("it ends", () => {
  test.each<[string, (patient: InCare) => Promise<unknown>]>([
    [
      "when the doctor stops all of it",
      async ({ id }) => {
        const { prescriptions = [] } = (await server.call(care.patient, { params: { id } }, { apiKey })).ok;
        for (const prescription of prescriptions)
          await server.call(
            care.stopPrescription,
            { params: { id: prescription.id }, body: { reason: "No more.", message: "Please stop." } },
            { apiKey },
          );
      },
    ],
    [
      "when the account is closed",
      async (patient) =>
        server.call(
          account.closeAccount,
          { body: { password: patient.password } },
          { token: await tokenOf(server, patient) },
        ),
    ],
  ])("%s", async (_, ends) => {
    const rosa = await patientWithDay(5);
    await ends(rosa);
    expect(await dayOf(rosa)).toBeNull();
    await pass(7);
    expect(await isListed(rosa)).toBe(false);
    const { db } = server.services;
    expect(await db.selectFrom("followup").select("id").where("patient_id", "=", rosa.id).execute()).toEqual([]);
    const refused = await setDay(rosa, inDays(5));
    expect([refused.status, refused.problem.code]).toEqual([409, "wrong_state"]);
  });

  test("nothing is planned for who has no treatment, nor too late", async () => {
    const waiting = await submitted(server);
    expect((await setDay(waiting, inDays(5))).problem.message).toContain("Nothing is prescribed");
    const rosa = await inCare(server);
    const tooLate = await setDay(rosa, inDays(366));
    expect(tooLate.problem.details?.fields).toEqual([
      { path: "followupon", message: `Please choose a day until ${formatDayWithYear(inDays(365))}.` },
    ]);
    expect((await setDay(rosa, inDays(365))).status).toBe(200);
    expect((await setDay(rosa, inDays(0))).problem.details?.fields?.[0]?.message).toContain("send a review now");
  });
});
