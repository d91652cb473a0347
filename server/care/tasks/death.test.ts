import { beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { roles } from "#contract/policy/roles.ts";
import { staff } from "#contract/staff/calls.ts";
import { support } from "#contract/support.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { joinedHelper } from "#server/auth/helpers/testing/helpers.ts";
import { issueLink } from "#server/auth/public.ts";
import { submitted } from "#server/care/testing/submitted-visit.ts";
import { conversationsOf, sendAsClinic } from "#server/messages/testing/conversations.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { refundsOfOrders } from "#server/payment/public.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { addWorkingDays } from "#server/platform/clock/working-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  capturedCents,
  declineCard,
  deliverPaid,
  inCare,
  mailSubjects,
  passDays,
  prescriptionOrderIn,
  shipInParts,
  subscriptionOf,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";
import { treatmentScenarios } from "#server/treatment/testing/scenarios.ts";
import { doseOf, everyDay, patientAtHome, pickDays } from "#server/wellbeing/testing/wellbeing.ts";

const server = serverAtNoon();
const scenarios = treatmentScenarios(() => server);
const field = (id: string, value: string) => ({ id, value });
const whoSaysSo = [field("who", "Ana Diaz"), field("relation", "Daughter"), field("came", "phone")];
const db = () => server.services.db;
const today = () => clinicToday(server.services);

const report = ({ id }: TestPatient, more: { id: string; value: string }[] = []) =>
  server.call(
    care.addPatientLog,
    { params: { id }, body: { kind: "death", words: "She passed on Sunday.", fields: [...whoSaysSo, ...more] } },
    { apiKey },
  );
const settle = (entryId: string, body: { logoutcome?: string; note?: string; outcome?: "settled" | "dropped" }) =>
  server.call(care.endTask, { params: { id: entryId }, body: { outcome: "settled", ...body } }, { apiKey });
const proof = "Death certificate of Johnson County, seen by us";
const deny = async (patient: TestPatient) =>
  server.call(account.denyDeath, {}, { token: await tokenOf(server, patient) });
const summaryOf = async ({ id }: TestPatient) =>
  (await server.call(care.patient, { params: { id } }, { apiKey })).ok.death;
/** Everything that reaches a patient or takes their money, by when it was made. */
async function reaching({ id, email }: TestPatient) {
  const of = (table: "customer_order" | "payment_intent" | "notification" | "followup" | "renewal_request") =>
    db()
      .selectFrom(table as "notification")
      .select(({ fn }) => fn.countAll<string>().as("count"))
      .where("patient_id", "=", id)
      .executeTakeFirstOrThrow();
  const messages = await db()
    .selectFrom("message")
    .innerJoin("conversation", "conversation.id", "message.conversation_id")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("conversation.patient_id", "=", id)
    .executeTakeFirstOrThrow();
  return {
    orders: Number((await of("customer_order")).count),
    payments: Number((await of("payment_intent")).count),
    captured: await capturedCents(server, { id } as TestPatient),
    notifications: Number((await of("notification")).count),
    messages: Number(messages.count),
    reviews: Number((await of("followup")).count),
    renewals: Number((await of("renewal_request")).count),
    mails: (await server.mailbox.list(email)).length,
  };
}

describe("decisions §20: after a death is reported, for 120 days", () => {
  const states: Readonly<Record<string, () => Promise<TestPatient>>> = {
    "in care, with a charge to come": () => inCare(server),
    "with a charge that was announced": async () => {
      const patient = await inCare(server);
      const charge = prescriptionOrderIn(await subscriptionOf(server, patient), "scheduled").plannedon;
      await db()
        .updateTable("prescription_order")
        .set({ charge_on: addDays(today(), 2), reminded_on: today(), notified_cents: 100_000 })
        .where("patient_id", "=", patient.id)
        .where("charge_on", "=", charge)
        .execute();
      return patient;
    },
    "past due, with a retry to come": async () => {
      const patient = await inCare(server);
      await declineCard(server, patient, "insufficient_funds");
      await db()
        .updateTable("prescription_order")
        .set({
          failed_on: today(),
          retry_on: addDays(today(), 1),
          attempts: 1,
          reminded_on: today(),
          notified_cents: 9000,
        })
        .where("patient_id", "=", patient.id)
        .where("status", "=", "scheduled")
        .execute();
      await db().updateTable("subscription").set({ status: "past_due" }).where("patient_id", "=", patient.id).execute();
      await scenarios.acceptCard(patient as never);
      return patient;
    },
    paused: async () => {
      const patient = await inCare(server);
      const token = await tokenOf(server, patient);
      const paused = await server.call(treatment.pause, { params: { id: patient.id }, body: { months: 1 } }, { token });
      expect(paused.status).toBeLessThan(300);
      return patient;
    },
    "paid, and not sent": () => inCare(server, { delivered: false }),
    "out of refills": async () => {
      const patient = await inCare(server);
      await scenarios.outOfFills(patient);
      return patient;
    },
    "with reminders of doses, an unread message and a review to come": async () => {
      const patient = await patientAtHome(server);
      await pickDays(server, patient, (await doseOf(server, patient, "capsule")).id, everyDay, 8);
      const [conversation] = await conversationsOf(server, patient);
      const sent = await sendAsClinic(server, conversation?.id ?? "", { message: "How are you?" });
      expect(sent.status).toBeLessThan(300);
      const body = { followupon: addDays(today(), 10), doctorid: "elena_marsh" };
      const asked = await server.call(care.setFollowupDay, { params: { id: patient.id }, body }, { apiKey });
      expect(asked.status).toBeLessThan(300);
      return patient;
    },
    "with a plan that waits for a doctor": () => submitted(server),
  };
  const before = new Map<string, Awaited<ReturnType<typeof reaching>>>();
  const patients = new Map<string, TestPatient>();
  let goesOn: TestPatient;
  let goneOn: Awaited<ReturnType<typeof reaching>>;

  beforeAll(async () => {
    goesOn = await inCare(server);
    for (const [name, prepare] of Object.entries(states)) patients.set(name, await prepare());
    await server.jobs.drain();
    for (const [name, patient] of patients) {
      expect((await report(patient)).status).toBe(201);
      before.set(name, await reaching(patient));
    }
    goneOn = await reaching(goesOn);
    for (let day = 0; day < 120; day += 1) {
      await passDays(server, 1);
      if (day % 5 === 4) await server.jobs.handleSchedules();
      await server.jobs.drain();
      await deliverPaid(server, goesOn);
    }
  }, 300_000);

  test.each(Object.keys(states))("nothing is charged, sent or mailed: %s", async (name) => {
    const patient = patients.get(name) as TestPatient;
    expect(await reaching(patient)).toEqual(before.get(name));
  });

  test("another patient is charged, reminded and mailed as before", async () => {
    const now = await reaching(goesOn);
    expect(now.captured.length).toBeGreaterThan(goneOn.captured.length + 1);
    expect(now.mails).toBeGreaterThan(goneOn.mails + 3);
    expect(now.notifications).toBeGreaterThan(goneOn.notifications);
  });
});

describe("decisions §20: a death that somebody reports", () => {
  test.each(roles)("is logged by a person whose role is %s, who is noted", async (role) => {
    const [patient, other, person] = [
      await inCare(server),
      await inCare(server),
      await signedInStaff(server, [role], role === "physician" ? "hanna_lindqvist" : undefined),
    ];
    await person.browser.call(staff.openRecord, {
      params: { id: patient.id },
      body: { reason: "colleague", words: "Somebody called." },
    });
    const body = { kind: "death", words: "Her son called.", fields: [...whoSaysSo, field("diedon", "2026-01-04")] };
    const { status, ok } = await person.browser.call(care.addPatientLog, { params: { id: patient.id }, body });
    expect([status, ok.asker?.memberid, ok.for.role]).toEqual([201, person.id, "patient_services"]);
    // What the patient needs waits meanwhile, so it's looked at by the next business day.
    expect(ok.dueon).toBe(addWorkingDays(server.services.content.promises.closed, today(), 1));
    expect(ok.log?.fields.map(({ value }) => value)).toEqual(["Ana Diaz", "Daughter", "By phone", "2026-01-04"]);
    expect(await summaryOf(patient)).toMatchObject({ diedon: "2026-01-04", confirmedat: null });
    expect(await summaryOf(other)).toBeNull();
  });

  test("keeps every package here: it isn't ready, packed, sent or labelled; another patient's is", async () => {
    const [patient, other] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
    const ready = async () =>
      (await server.call(care.orders, { query: { status: "ready", limit: 200 } } as never, { apiKey })).ok.items
        .map(({ id }) => id)
        .filter((id) => id === patient.orderId || id === other.orderId);
    expect((await ready()).toSorted()).toEqual([patient.orderId, other.orderId].toSorted());
    await report(patient);
    expect(await ready()).toEqual([other.orderId]);
    const send = ({ orderId }: { orderId: string }) =>
      server.call(
        care.shipOrder,
        { params: { id: orderId }, body: { carrier: "Meadow Post", trackingnumber: "MP-9" } },
        { apiKey },
      );
    const print = ({ orderId }: { orderId: string }) =>
      server.call(care.printOrders, { body: { orderids: [orderId], what: "labels" } } as never, { apiKey });
    for (const refused of [await print(patient), await send(patient)]) {
      expect(refused.problem.code).toBe("waits_for_clinician");
      expect(refused.problem.message).toContain("Somebody told us that this patient died.");
    }
    expect([(await print(other)).status, (await send(other)).status]).toEqual([200, 200]);
  });

  test("approves nothing of a plan that waits, and takes nothing of what is reserved", async () => {
    const patient = await submitted(server);
    const params = { id: patient.id };
    await server.call(care.accept, { params, body: {} }, { apiKey });
    await report(patient);
    const { status } = await server.call(care.approvePlan, { params, body: {} }, { apiKey });
    expect([status, await capturedCents(server, patient)]).toEqual([409, []]);
  });

  test("orders nothing, whoever is signed in, and says what to do", async () => {
    const patient = await inCare(server);
    server.clock.advance(26 * 86_400_000);
    const token = await tokenOf(server, patient);
    await report(patient);
    const { id } = prescriptionOrderIn(await subscriptionOf(server, patient), "scheduled");
    const { status, problem } = await server.call(treatment.getNext, { params: { id }, body: {} } as never, { token });
    expect([status, problem.message]).toEqual([
      400,
      "We've stopped orders and charges for this account. Please go to the home page to start them again, or call us.",
    ]);
  });

  test("mails what guards the sign-in, and nothing else, also of what was queued before", async () => {
    const [patient, other] = [await inCare(server), await inCare(server)];
    const sent = async (to: TestPatient) => (await mailSubjects(server, to)).length;
    const before = [await sent(patient), await sent(other)];
    // Queued, and not sent yet.
    for (const { id } of [patient, other])
      await inTransaction(server.services, (tx) =>
        notifyAndMail(tx, { patientId: id, template: "renewal_asked", values: {}, dedupeKey: id }),
      );
    await report(patient);
    expect([await sent(patient), await sent(other)]).toEqual([before[0], (before[1] ?? 0) + 1]);
    await server.call(auth.forgotPassword, { body: { email: patient.email } });
    expect(await sent(patient)).toBe((before[0] ?? 0) + 1);
  });

  test("isn't reported for a day to come", async () => {
    const patient = await inCare(server);
    const early = await report(patient, [field("diedon", addDays(today(), 1))]);
    expect(early.problem.details?.fields?.map(({ path }) => path)).toEqual(["fields.diedon"]);
    expect(await summaryOf(patient)).toBeNull();
    expect((await report(patient, [field("diedon", today())])).status).toBe(201);
  });

  test("reported by two people, ends for both with what came of it; one made in error leaves the other", async () => {
    const entryOf = async (id: string) =>
      (await server.call(care.task, { params: { id } }, { apiKey })).ok.log?.outcome?.id;
    const reported = async () => {
      const patient = await inCare(server);
      return { patient, one: (await report(patient)).ok.id, two: (await report(patient)).ok.id };
    };
    const [proved, alive, error] = [await reported(), await reported(), await reported()];
    await settle(proved.one, { logoutcome: "confirmed", note: proof });
    expect(await entryOf(proved.two)).toBe("confirmed");
    expect((await settle(proved.two, { outcome: "dropped" })).problem.code).toBe("wrong_state");
    expect(await summaryOf(proved.patient)).toMatchObject({ confirmedat: expect.any(String) });
    await settle(alive.two, { logoutcome: "mistaken" });
    expect([await entryOf(alive.one), await summaryOf(alive.patient)]).toEqual(["mistaken", null]);
    await settle(error.one, { outcome: "dropped" });
    expect([await entryOf(error.two), (await summaryOf(error.patient)) === null]).toEqual([undefined, false]);
    await settle(error.two, { outcome: "dropped" });
    expect(await summaryOf(error.patient)).toBeNull();
  });
});

test("a death that is proved refunds what hasn't left of a partly sent order; another patient's goes on", async () => {
  const [rosa, ana] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
  for (const each of [rosa, ana]) await shipInParts(server, each);
  const { ok: entry } = await report(rosa);
  expect((await settle(entry.id, { logoutcome: "confirmed", note: proof })).status).toBe(200);
  await server.jobs.drain();
  const lines = await db()
    .selectFrom("order_line")
    .select(["order_id", "product_id", "unit_price_cents", "quantity", "discount_cents", "tax_cents"])
    .where("order_id", "in", [rosa.orderId, ana.orderId])
    .where("cancelled_at", "is not", null)
    .execute();
  expect(lines).toMatchObject([{ order_id: rosa.orderId, product_id: "estradiol_patch_0_05" }]);
  const cents = (line: (typeof lines)[number]) =>
    line.unit_price_cents * line.quantity - line.discount_cents + line.tax_cents;
  const refunds = await refundsOfOrders(db(), [rosa.orderId, ana.orderId]);
  expect(refunds.map(({ orderId, cents: given, status }) => [orderId, given, status])).toEqual([
    [rosa.orderId, lines.reduce((sum, line) => sum + cents(line), 0), "refunded"],
  ]);
});

describe("decisions §20: a report that was wrong", () => {
  test("the patient takes it back by one press; what was announced and passed is announced anew, five days ahead", async () => {
    const patient = await inCare(server);
    const planned = prescriptionOrderIn(await subscriptionOf(server, patient), "scheduled").plannedon;
    const { ok: entry } = await report(patient);
    const paid = await capturedCents(server, patient);
    while (today() <= addDays(planned, 20)) await passDays(server, 1);
    const read = await server.call(account.user, {}, { token: await tokenOf(server, patient) });
    expect(read.ok.deathreportedat).not.toBeNull();
    expect((await deny(patient)).ok.deathreportedat).toBeNull();
    const ended = (await server.call(care.task, { params: { id: entry.id } }, { apiKey })).ok;
    expect([ended.ended?.actor, ended.log?.outcome?.id]).toEqual([`patient:${patient.id}`, "mistaken"]);
    expect((await deny(patient)).status).toBe(200);
    const mailed = (await server.mailbox.list(patient.email)).length;
    const takenBack = today();
    let reminded: string | null = null;
    while ((await capturedCents(server, patient)).length === paid.length && today() < addDays(takenBack, 40)) {
      await passDays(server, 1);
      await server.jobs.drain();
      if (reminded === null && (await server.mailbox.list(patient.email)).length > mailed) reminded = today();
    }
    expect((await capturedCents(server, patient)).length).toBe(paid.length + 1);
    expect(reminded !== null && today() >= addDays(reminded, 5)).toBe(true);
  });

  test.each(["mistaken", "in error"] as const)("the practice says that it was %s", async (how) => {
    const [patient, other] = [await inCare(server, { delivered: false }), await inCare(server)];
    const [{ ok: entry }] = [await report(patient), await report(other)];
    const ended = await settle(
      entry.id,
      how === "mistaken" ? { logoutcome: "mistaken", note: "She called us." } : { outcome: "dropped" },
    );
    expect([ended.status, await summaryOf(patient), (await summaryOf(other)) === null]).toEqual([200, null, false]);
    const body = { carrier: "Meadow Post", trackingnumber: "MP-7" };
    const sent = await server.call(care.shipOrder, { params: { id: patient.orderId }, body }, { apiKey });
    expect(sent.status).toBe(200);
    // What was taken back says nothing of a later report.
    await report(patient);
    if (how === "mistaken") await settle(entry.id, { outcome: "dropped" });
    expect(await summaryOf(patient)).not.toBeNull();
  });
});

describe("decisions §20: a death that is proved", () => {
  test("needs how it was proved", async () => {
    const patient = await inCare(server);
    const { ok: entry } = await report(patient);
    const refused = await settle(entry.id, { logoutcome: "confirmed" });
    expect([refused.status, refused.problem.details?.fields?.map(({ path }) => path)]).toEqual([400, ["note"]]);
    expect(await summaryOf(patient)).toMatchObject({ confirmedat: null });
  });

  test("ends sign-in, subscriptions and prescriptions, refunds what wasn't sent, and mails nobody", async () => {
    const [patient, other] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
    const token = await tokenOf(server, patient);
    const { ok: entry } = await report(patient, [field("diedon", today())]);
    await server.jobs.drain();
    const mails = (await server.mailbox.list(patient.email)).length;
    expect((await settle(entry.id, { logoutcome: "confirmed", note: proof })).status).toBe(200);
    await server.jobs.drain();
    await server.jobs.handleSchedules();
    await server.jobs.drain();
    expect((await server.call(account.user, {}, { token })).status).toBe(401);
    const { email, password } = patient;
    expect((await server.call(auth.signIn, { body: { email, password } })).status).toBe(401);
    const rowsOf = async ({ id }: TestPatient) => ({
      subscriptions: (
        await db().selectFrom("subscription").select("status").where("patient_id", "=", id).execute()
      ).map(({ status }) => status),
      prescriptions: (
        await db().selectFrom("prescription").select("status").where("patient_id", "=", id).execute()
      ).map(({ status }) => status),
      orders: (await db().selectFrom("customer_order").select("status").where("patient_id", "=", id).execute()).map(
        ({ status }) => status,
      ),
    });
    expect(await rowsOf(patient)).toEqual({
      subscriptions: ["cancelled", "cancelled"],
      prescriptions: ["ended", "ended"],
      orders: ["refunded"],
    });
    expect((await rowsOf(other)).orders).toEqual(["paid"]);
    expect((await server.mailbox.list(email)).length).toBe(mails);
    expect(await summaryOf(patient)).toMatchObject({ diedon: today(), confirmedat: expect.any(String) });
    const copy = (of: "record" | "record_data", { id }: TestPatient) =>
      server.call(
        care.copyRecord,
        { params: { id }, body: { of, recipient: "representative", words: "Executor, letters testamentary seen" } },
        { apiKey },
      );
    const deceased = async (of: TestPatient) =>
      JSON.parse((await copy("record_data", of)).raw.payload).entry.find(
        ({ resource }: { resource: { resourceType: string } }) => resource.resourceType === "Patient",
      ).resource.deceasedDateTime;
    expect([await deceased(patient), await deceased(other)]).toEqual([today(), undefined]);
    expect((await copy("record", patient)).status).toBe(200);
    // The patient's own way to the record is closed, as is the sign-in.
    expect(
      (await server.call(documents.medicalRecords, { params: { id: patient.id } } as never, { token })).status,
    ).toBe(401);
    expect((await deny(other)).status).toBe(200);
  });

  test("releases what was reserved for a plan that waited", async () => {
    const patient = await submitted(server);
    const { ok: entry } = await report(patient);
    expect((await settle(entry.id, { logoutcome: "confirmed", note: proof })).status).toBe(200);
    await server.jobs.drain();
    const { status } = await db()
      .selectFrom("customer_order")
      .select("status")
      .where("id", "=", patient.orderId)
      .executeTakeFirstOrThrow();
    expect([status, await capturedCents(server, patient)]).toEqual(["voided", []]);
  });

  test("an account that somebody makes with the address later gets its mail", async () => {
    const patient = await inCare(server);
    const { ok: entry } = await report(patient);
    await settle(entry.id, { logoutcome: "confirmed", note: proof });
    await server.jobs.drain();
    const before = (await server.mailbox.list(patient.email)).length;
    await server.newPatient({ email: patient.email });
    expect((await mailSubjects(server, patient)).length).toBe(before + 1);
  });
});

describe("decisions §20: a death that was confirmed wrongly", () => {
  const alive = { logoutcome: "reopened", note: "She called, and said her birthday and her address." };
  const confirmed = async (options: Parameters<typeof inCare>[1] = {}) => {
    const patient = await inCare(server, options);
    const { ok: entry } = await report(patient, [field("diedon", today())]);
    expect((await settle(entry.id, { logoutcome: "confirmed", note: proof })).status).toBe(200);
    await server.jobs.drain();
    return { patient, entry };
  };
  const taskOf = async (id: string) => (await server.call(care.task, { params: { id } }, { apiKey })).ok;
  const tasksOf = async ({ id }: TestPatient) =>
    (await server.call(care.patientTasks, { params: { id }, query: {} }, { apiKey })).ok.items;
  const statesOf = async ({ id }: TestPatient) => ({
    subscriptions: (await db().selectFrom("subscription").select("status").where("patient_id", "=", id).execute()).map(
      ({ status }) => status,
    ),
    prescriptions: (await db().selectFrom("prescription").select("status").where("patient_id", "=", id).execute()).map(
      ({ status }) => status,
    ),
    orders: (await db().selectFrom("customer_order").select("status").where("patient_id", "=", id).execute()).map(
      ({ status }) => status,
    ),
  });
  const signIn = ({ email, password }: TestPatient) => server.call(auth.signIn, { body: { email, password } });
  /** The code of a recovery link that somebody asks for now; empty where none is mailed. */
  const codeFor = async ({ email }: TestPatient) => {
    const before = (await server.mailbox.list(email)).length;
    await server.call(auth.forgotPassword, { body: { email } });
    await server.jobs.drain();
    const mails = await server.mailbox.list(email);
    return mails.length === before
      ? ""
      : (/[?&]c=([\w-]{43})/u.exec(mails.map(({ text }) => text).join("\n"))?.[1] ?? "?");
  };

  test("is offered to whoever may confirm one, with a reason, and only then", async () => {
    const { patient, entry } = await confirmed();
    const open = await report(await inCare(server));
    const offered = async (id: string) => {
      const { actions, log } = await taskOf(id);
      return [actions.includes("settle"), actions.includes("drop"), log?.outcomes.map((each) => each.id)];
    };
    expect(await offered(open.ok.id)).toEqual([true, true, ["confirmed", "mistaken"]]);
    expect(await offered(entry.id)).toEqual([true, false, ["reopened"]]);
    for (const logoutcome of ["confirmed", "mistaken"])
      expect((await settle(open.ok.id, { logoutcome: "reopened", note: "x" })).status, logoutcome).toBe(400);
    expect((await settle(entry.id, { logoutcome: "mistaken", note: "x" })).problem.code).toBe("conflict");
    const unsaid = await settle(entry.id, { logoutcome: "reopened" });
    expect([unsaid.status, unsaid.problem.details?.fields?.map(({ path }) => path)]).toEqual([400, ["note"]]);
    // Others read it, and can neither confirm nor take back.
    for (const role of ["nurse", "pharmacy", "finance"] as const) {
      const person = await signedInStaff(server, [role]);
      await person.browser.call(staff.openRecord, {
        params: { id: patient.id },
        body: { reason: "colleague", words: "Somebody called." },
      });
      const params = { id: entry.id };
      const refused = await person.browser.call(care.endTask, { params, body: { outcome: "settled", ...alive } });
      expect(refused.status, role).toBeGreaterThanOrEqual(400);
    }
    expect(await summaryOf(patient)).not.toBeNull();
    expect((await settle(entry.id, alive)).status).toBe(200);
    expect(await offered(entry.id)).toEqual([false, false, ["confirmed", "mistaken"]]);
  });

  test("opens the account for a new password only; another one stays closed", async () => {
    const [{ patient, entry }, other] = [await confirmed(), await confirmed()];
    expect(await codeFor(patient)).toBe("");
    // Mailed by a node that hadn't heard of the death.
    const late = await issueLink(server.services, "password_recovery", patient.id, 3600);
    expect((await settle(entry.id, alive)).status).toBe(200);
    const ofNobody = { email: patient.email, code: late.secret, password: "Lantern-Meadow-46" };
    expect((await server.call(auth.confirmPassword, { body: ofNobody })).status).not.toBe(200);
    expect([await summaryOf(patient), (await summaryOf(other.patient)) === null]).toEqual([null, false]);
    expect([(await signIn(patient)).status, (await signIn(other.patient)).status]).toEqual([401, 401]);
    const code = await codeFor(patient);
    expect([code.length, await codeFor(other.patient)]).toEqual([43, ""]);
    const password = "Lantern-Meadow-47";
    const set = await server.call(auth.confirmPassword, { body: { email: patient.email, code, password } });
    expect(set.status).toBe(200);
    expect((await signIn({ ...patient, password })).status).toBe(200);
    expect((await signIn(patient)).status).toBe(401);
  });

  test("leaves what ended as it is: nothing is charged or mailed for 60 days, and a task tells the physicians", async () => {
    const { patient, entry } = await confirmed({ delivered: false });
    const stopped = await statesOf(patient);
    const before = await reaching(patient);
    expect((await settle(entry.id, alive)).status).toBe(200);
    for (let day = 0; day < 60; day += 1) {
      await passDays(server, 1);
      await server.jobs.drain();
    }
    await server.jobs.handleSchedules();
    await server.jobs.drain();
    expect(await statesOf(patient)).toEqual(stopped);
    expect(stopped).toEqual({
      subscriptions: ["cancelled", "cancelled"],
      prescriptions: ["ended", "ended"],
      orders: ["refunded"],
    });
    expect(await reaching(patient)).toEqual(before);
    const [task] = (await tasksOf(patient)).filter(({ for: asked }) => asked.role === "physician");
    expect(task?.words).toMatch(
      /we confirmed this patient's death\. That was wrong\. The account is open again\..*Subscriptions/u,
    );
  });

  test("a helper and a code for another doctor don't come back", async () => {
    const patient = await inCare(server);
    const helper = await joinedHelper(server, patient);
    const token = await tokenOf(server, patient);
    const made = await server.call(documents.makeRecordCode, { body: { opens: "record" } }, { token });
    expect(made.status).toBe(201);
    const { ok: entry } = await report(patient);
    await settle(entry.id, { logoutcome: "confirmed", note: proof });
    await settle(entry.id, alive);
    const rows = async (table: "helper" | "record_code") =>
      (await db().selectFrom(table).select("ended_at").where("patient_id", "=", patient.id).execute()).map(
        ({ ended_at }) => ended_at !== null,
      );
    expect([await rows("helper"), await rows("record_code")]).toEqual([[true], [true]]);
    expect((await server.call(account.user, {}, { token: helper.token })).status).toBe(401);
    expect((await server.call(account.user, {}, { token })).status).toBe(401);
  });

  test("the record says both: who confirmed it and by what, who took it back and why", async () => {
    const { patient, entry } = await confirmed();
    await settle(entry.id, alive);
    const { log, ended } = await taskOf(entry.id);
    expect(log?.outcome).toEqual({ id: "reopened", label: expect.stringContaining("confirmed wrongly") });
    for (const part of [proof, alive.note, "Confirmed on", "Taken back"]) expect(ended?.note).toContain(part);
    const copy = (of: "record" | "record_data") =>
      server.call(
        care.copyRecord,
        { params: { id: patient.id }, body: { of, recipient: "patient", words: "Asked by phone" } } as never,
        { apiKey },
      );
    expect((await copy("record_data")).raw.payload).not.toContain("deceasedDateTime");
    expect((await copy("record_data")).raw.payload).toContain("confirmed wrongly");
    const audited = await db()
      .selectFrom("audit_event")
      .select("call")
      .where("patient_id", "=", patient.id)
      .where("call", "=", "care.endTask")
      .execute();
    expect(audited.length).toBeGreaterThanOrEqual(2);
  });

  test("of two reports both are taken back; of two people at once one does it, and one task is opened", async () => {
    const patient = await inCare(server);
    const [one, two] = [(await report(patient)).ok, (await report(patient)).ok];
    await settle(one.id, { logoutcome: "confirmed", note: proof });
    const answers = await Promise.all([settle(one.id, alive), settle(one.id, alive), settle(two.id, alive)]);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect([(await taskOf(one.id)).log?.outcome?.id, (await taskOf(two.id)).log?.outcome?.id]).toEqual([
      "reopened",
      "reopened",
    ]);
    expect(await summaryOf(patient)).toBeNull();
    expect((await tasksOf(patient)).filter(({ kind }) => kind === "task")).toHaveLength(1);
    // Somebody says so again: that is another report.
    expect((await report(patient)).status).toBe(201);
    expect(await summaryOf(patient)).not.toBeNull();
  });

  test("with an executor's request open: that ends, and the patient's own stays", async () => {
    const { patient, entry } = await confirmed();
    const ask = async (who: string) =>
      (
        await server.call(
          care.addPatientLog,
          {
            params: { id: patient.id },
            body: { kind: "copy_request", words: "All of it", fields: [field("who", who), field("proved", "Letters")] },
          },
          { apiKey },
        )
      ).ok.id;
    const [executor, own] = [await ask("executor"), await ask("patient")];
    await settle(entry.id, alive);
    expect((await taskOf(executor)).ended).toMatchObject({
      outcome: "dropped",
      note: expect.stringContaining("alive"),
    });
    expect((await taskOf(own)).ended).toBeNull();
  });

  test("what the patient wrote and closed with it is open again; what the practice had closed before isn't", async () => {
    const patient = await inCare(server);
    const conversations = () =>
      db().selectFrom("conversation").select(["kind", "closed_at"]).where("patient_id", "=", patient.id).execute();
    const [first] = await conversationsOf(server, patient);
    await db()
      .updateTable("conversation")
      .set({ closed_at: server.clock.now() })
      .where("id", "=", first?.id ?? "")
      .execute();
    server.clock.advance(60_000);
    const { ok: entry } = await report(patient);
    await settle(entry.id, { logoutcome: "confirmed", note: proof });
    expect((await conversations()).every(({ closed_at }) => closed_at !== null)).toBe(true);
    await settle(entry.id, alive);
    const closed = new Map((await conversations()).map(({ kind, closed_at }) => [kind, closed_at !== null]));
    for (const [kind, isClosed] of closed) expect([kind, isClosed]).toEqual([kind, kind === first?.kind]);
  });

  test.each(["its address has another account now", "the patient had closed it"])(
    "the account stays closed where %s; the mark goes, and the task says so",
    async (why) => {
      const patient = await inCare(server);
      if (why.startsWith("the patient")) {
        const token = await tokenOf(server, patient);
        const body = { password: patient.password };
        const params = { id: patient.id };
        const closed = await server.call(account.closeAccount, { params, body } as never, { token });
        expect(closed.status).toBeLessThan(300);
        server.clock.advance(60_000);
      }
      const { ok: entry } = await report(patient);
      await settle(entry.id, { logoutcome: "confirmed", note: proof });
      await server.jobs.drain();
      if (why.startsWith("its")) await server.newPatient({ email: patient.email });
      expect((await settle(entry.id, alive)).status).toBe(200);
      expect(await summaryOf(patient)).toBeNull();
      const { closed_at: closedAt } = await db()
        .selectFrom("patient")
        .select("closed_at")
        .where("id", "=", patient.id)
        .executeTakeFirstOrThrow();
      expect(closedAt).not.toBeNull();
      expect((await tasksOf(patient)).map(({ words }) => words).join()).toContain("The account stays closed");
    },
  );
});

describe("decisions §20: anybody tells it by the contact form", () => {
  const reportByForm = (deceased: { email: string; birthday: string }) =>
    server.call(support.contact, {
      body: {
        ...{ topic: "death", name: "Ana Diaz", email: "ana@example.com", message: "My mother Rosa died on Sunday." },
        deceased: { ...deceased, relation: "Daughter", diedon: "2026-01-04" },
      },
    });

  test("who names the patient by e-mail and birthday stops everything at once; who doesn't gets the same answer", async () => {
    const [patient, other] = [await inCare(server), await inCare(server)];
    const user = async (of: TestPatient) =>
      (await server.call(account.user, {}, { token: await tokenOf(server, of) })).ok;
    const birthday = (await user(patient)).birthday ?? "";
    const wrong = await reportByForm({ email: other.email, birthday: "1931-02-03" });
    const unknown = await reportByForm({ email: "nobody@example.com", birthday });
    const right = await reportByForm({ email: patient.email.toUpperCase(), birthday });
    const shape = ({ status, ok }: typeof right) => [status, ok.message, ok.emergency, ok.reference.length];
    expect([shape(wrong), shape(unknown)]).toEqual([shape(right), shape(right)]);
    expect((await user(other)).deathreportedat).toBeNull();
    expect((await user(patient)).deathreportedat).not.toBeNull();
    const { ok } = await server.call(care.patientLog, { params: { id: patient.id }, query: {} }, { apiKey });
    expect(ok.items).toHaveLength(1);
    expect(ok.items[0]).toMatchObject({
      words: "My mother Rosa died on Sunday.",
      for: { role: "patient_services" },
      log: {
        kind: "death",
        fields: [
          { value: "Ana Diaz" },
          { value: "Daughter" },
          { value: "ana@example.com" },
          { value: "By the contact form" },
          { value: "2026-01-04" },
        ],
      },
    });
    // Each stays a message to answer.
    const { ok: waiting } = await server.call(care.contactMessages, { query: {} }, { apiKey });
    expect(waiting.items.filter(({ topic }) => topic === "death")).toHaveLength(3);
    // Told again, it's one report.
    expect(shape(await reportByForm({ email: patient.email, birthday }))).toEqual(shape(right));
    const after = await server.call(care.patientLog, { params: { id: patient.id }, query: {} }, { apiKey });
    expect(after.ok.items).toHaveLength(1);
  });
});
