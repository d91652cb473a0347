import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { syncIntent } from "#server/orders/payments/sync-intent.ts";
import { addDays, clinicToday, daysBetween, formatDay } from "#server/platform/clock/calendar-days.ts";
import { openDispute } from "#server/platform/gateway/sandbox/emulator/disputes.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import {
  bill,
  capturedCents,
  declineCard,
  home,
  inCare,
  type InCare,
  mailSubjects,
  passDays,
  subscriptionOf,
  tokenOf,
} from "../testing/in-care.ts";
import { treatmentScenarios } from "../testing/scenarios.ts";

const server = serverAtNoon();
const { putOnHold, outOfFills } = treatmentScenarios(() => server);
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];

const as = async (patient: InCare) => ({ token: await tokenOf(server, patient) });
const cancel = async (patient: InCare, product?: string) => {
  const body = product === undefined ? {} : { subscriptionid: (await subscriptionOf(server, patient, product)).id };
  const { status } = await server.call(treatment.cancel, { params: { id: patient.id }, body }, await as(patient));
  expect(status).toBe(200);
};
const restart = async (patient: InCare, product = patch) => {
  const { id: subscriptionid } = await subscriptionOf(server, patient, product);
  return server.call(treatment.restart, { params: { id: patient.id }, body: { subscriptionid } }, await as(patient));
};
const canceled = async (product?: string): Promise<InCare> => {
  const rosa = await inCare(server);
  await cancel(rosa, product);
  return rosa;
};
/** The call refuses with the sentence the screen shows. */
const expectRefused = async (patient: InCare, text: string, product = patch) => {
  const shown = await subscriptionOf(server, patient, product);
  expect(shown).toMatchObject({ restart: null, restartobstacle: expect.stringContaining(text) });
  expect(shown.actions).not.toContain("restart");
  const { status, problem } = await restart(patient, product);
  expect([status, problem.code, problem.message]).toEqual([409, "wrong_state", shown.restartobstacle]);
};

describe("decisions §20 a cancellation is taken back", () => {
  test("what was canceled together is charged on the day it had; nothing is charged before, and a mail says so", async () => {
    const rosa = await inCare(server);
    const before = await subscriptionOf(server, rosa);
    await cancel(rosa);
    await passDays(server, 3);
    const offered = await subscriptionOf(server, rosa);
    expect(offered).toMatchObject({ status: "cancelled", actions: ["restart"], restartobstacle: null });
    expect(offered.restart).toEqual({
      names: expect.arrayContaining([before.item.name, ...before.sharesparcelwith]),
      ...{ chargeon: before.nextchargeon, takesback: true },
    });
    const { ok } = await restart(rosa);
    expect(ok.message).toContain("go together");
    expect(ok.message).toContain(formatDay(before.nextchargeon ?? ""));
    for (const product of [patch, capsule])
      expect(await subscriptionOf(server, rosa, product)).toMatchObject({
        ...{ status: "active", nextchargeon: before.nextchargeon, cancelledat: null, restart: null },
        restartobstacle: null,
      });
    expect(await mailSubjects(server, rosa)).toContain("Your subscription is back on");
    await passDays(server, daysBetween(clinicToday(server.services), before.nextchargeon ?? "") - 1);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    await passDays(server, 1);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("the day before its charge, which was announced: that day stands; on the day itself it comes five days later, announced anew", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const day = (await subscriptionOf(server, rosa)).nextchargeon ?? "";
    await passDays(server, daysBetween(clinicToday(server.services), day) - 1);
    for (const patient of [rosa, ana]) await cancel(patient);
    await restart(rosa);
    expect((await subscriptionOf(server, rosa)).nextchargeon).toBe(day);
    await passDays(server, 1);
    expect([await capturedCents(server, rosa), await capturedCents(server, ana)].map(({ length }) => length)).toEqual([
      2, 1,
    ]);
    expect((await subscriptionOf(server, ana)).restart).toMatchObject({ takesback: false, chargeon: addDays(day, 5) });
    await restart(ana);
    await bill(server);
    await passDays(server, 4);
    expect(await capturedCents(server, ana)).toHaveLength(1);
    expect((await mailSubjects(server, ana)).filter((each) => each === "Your next order is coming up")).toHaveLength(2);
    await passDays(server, 1);
    expect(await capturedCents(server, ana)).toHaveLength(2);
  });

  test("twice, and from two tabs: once", async () => {
    const rosa = await canceled();
    const both = await Promise.all([restart(rosa), restart(rosa)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
    expect((await restart(rosa)).problem.message).toBe(
      "This subscription isn't canceled, so there's nothing to take back.",
    );
    const planned = (await home(server, rosa)).subscriptions.flatMap(({ prescriptionorders }) =>
      prescriptionorders.filter(({ status }) => status === "scheduled"),
    );
    expect(planned).toHaveLength(2);
    expect((await mailSubjects(server, rosa)).filter((each) => each === "Your subscription is back on")).toHaveLength(
      1,
    );
  });

  test("estrogen never without its progestogen: what was canceled before comes back with it, and where it can't, neither does", async () => {
    const rosa = await canceled(capsule);
    server.clock.advance(60_000);
    await cancel(rosa, patch);
    const { ok } = await restart(rosa);
    expect(ok.subscriptions.map(({ status }) => status)).toEqual(["active", "active"]);
    const ana = await canceled();
    await putOnHold(ana, (product) => product === capsule);
    await expectRefused(ana, "Please order your progesterone too");
    await expectRefused(ana, "Your doctor will look at", capsule);
  });

  test("the progestogen alone where the estrogen was canceled at another time", async () => {
    const rosa = await canceled(patch);
    server.clock.advance(60_000);
    await cancel(rosa, capsule);
    expect((await subscriptionOf(server, rosa, capsule)).restart?.names).toHaveLength(1);
    await restart(rosa, capsule);
    expect((await subscriptionOf(server, rosa, capsule)).status).toBe("active");
    expect((await subscriptionOf(server, rosa)).status).toBe("cancelled");
  });

  test("a reason that was given is gone with it", async () => {
    const rosa = await inCare(server);
    const body = { reason: "It itches." };
    await server.call(treatment.cancel, { params: { id: rosa.id }, body }, await as(rosa));
    await restart(rosa);
    await cancel(rosa);
    const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
    expect(ok.cancellations?.map(({ reason }) => reason)).toEqual([null, null]);
  });

  test("the discount of the cancel offer stays", async () => {
    const rosa = await inCare(server);
    await server.call(treatment.preventCancel, { params: { id: rosa.id }, body: {} }, await as(rosa));
    const before = (await home(server, rosa)).charges[0]?.amount;
    await cancel(rosa);
    await restart(rosa);
    expect((await home(server, rosa)).charges[0]?.amount).toBe(before);
  });
});

describe("decisions §20 a discount of an order that was canceled", () => {
  test("may be used by another order then, so what is taken back costs its whole price and is announced anew", async () => {
    const rosa = await inCare(server);
    const next = async () => (await home(server, rosa)).charges[0]?.amount;
    const whole = await next();
    await server.services.db
      .updateTable("prescription_order")
      .set({ discount_cents: 500, discount_order_id: rosa.orderId, reminded_on: clinicToday(server.services) })
      .where("patient_id", "=", rosa.id)
      .where("status", "=", "scheduled")
      .execute();
    expect(await next()).toBe((whole ?? 0) - 10);
    await cancel(rosa);
    await restart(rosa);
    expect(await next()).toBe(whole);
    const planned = await server.services.db
      .selectFrom("prescription_order")
      .select(["discount_order_id", "reminded_on"])
      .where("patient_id", "=", rosa.id)
      .where("status", "=", "scheduled")
      .execute();
    expect(planned).toEqual([1, 2].map(() => ({ discount_order_id: null, reminded_on: null })));
  });
});

describe("decisions §20 started again after its charge day", () => {
  test("five days from now, with time to be told", async () => {
    const rosa = await canceled();
    await passDays(server, 40);
    const { restart: offered } = await subscriptionOf(server, rosa);
    expect(offered).toMatchObject({ chargeon: addDays(clinicToday(server.services), 5), takesback: false });
    const { ok } = await restart(rosa);
    expect(ok.message).toContain("Your subscription starts again.");
    expect((await subscriptionOf(server, rosa)).nextchargeon).toBe(offered?.chargeon);
    await bill(server);
    await passDays(server, 5);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("only while refills are left; with none, the way is said", async () => {
    const rosa = await canceled();
    await outOfFills(rosa);
    // Taken back before its day, its doctor is asked in time, as ever.
    expect((await subscriptionOf(server, rosa)).restart?.takesback).toBe(true);
    await passDays(server, 30);
    await expectRefused(rosa, "Please ask your doctor to renew it");
  });

  test("only while the answers it's prescribed on hold, counted from when they were given, not from the cancellation", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const answeredOn = clinicToday(server.services);
    const { lateststartdays } = server.services.content.shipping;
    await passDays(server, 40);
    for (const each of [rosa, ana]) await cancel(each);
    await passDays(server, lateststartdays - 40);
    for (const each of [rosa, ana]) expect((await subscriptionOf(server, each)).restart).not.toBeNull();
    await passDays(server, 1);
    await expectRefused(rosa, `Your health answers are from ${formatDay(answeredOn)}`);
    // A review that a doctor has read confirms them; one that nobody has read doesn't, nor another patient's.
    const review = (readBy: string | null) =>
      server.services.db
        .updateTable("followup")
        .set({ doctor_id: readBy, closed_at: readBy === null ? null : server.clock.now() })
        .where("patient_id", "=", ana.id)
        .execute();
    await server.services.db
      .insertInto("followup")
      .values({
        ...{ id: newId(), patient_id: ana.id, status: "COMPLETED", sequence_number: 99, scope_sealed: Buffer.from("") },
        ...{ sent_at: server.clock.now(), claimed_at: server.clock.now(), completed_at: server.clock.now() },
        awaiting_doctor_since: server.clock.now(),
      })
      .execute();
    await expectRefused(ana, `Your health answers are from ${formatDay(answeredOn)}`);
    await review("elena_marsh");
    expect((await subscriptionOf(server, ana)).restart).not.toBeNull();
    expect((await restart(ana)).status).toBe(200);
    await expectRefused(rosa, "Your health answers are from");
  });
});

describe("what ended for good isn't offered", () => {
  test("stopped by the doctor", async () => {
    const rosa = await canceled();
    const { id } = await server.services.db
      .selectFrom("prescription")
      .select("id")
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", patch)
      .executeTakeFirstOrThrow();
    const body = { reason: "No longer safe.", message: "Please stop it." };
    await server.call(care.stopPrescription, { params: { id }, body }, { apiKey });
    await expectRefused(rosa, "Your doctor has ended this treatment.");
  });

  test("on hold", async () => {
    const rosa = await canceled();
    await putOnHold(rosa);
    await expectRefused(rosa, "Your doctor will look at");
  });

  test("while a payment is disputed", async () => {
    const rosa = await canceled();
    const { gateway_intent_id: intent } = await server.services.db
      .selectFrom("payment_intent")
      .select("gateway_intent_id")
      .where("order_id", "=", rosa.orderId)
      .executeTakeFirstOrThrow();
    await openDispute({ db: server.services.db, clock: server.clock }, intent ?? "");
    await syncIntent(server.services, intent ?? "");
    await expectRefused(rosa, "Your bank is looking into one of your payments.");
  });

  test("past due when it was canceled: it goes on as a charge that is announced", async () => {
    const rosa = await inCare(server);
    await declineCard(server, rosa, "insufficient_funds");
    await passDays(server, 22);
    expect((await subscriptionOf(server, rosa)).status).toBe("past_due");
    await cancel(rosa);
    await restart(rosa);
    expect(await subscriptionOf(server, rosa)).toMatchObject({
      ...{ status: "active", nextchargeon: addDays(clinicToday(server.services), 5) },
    });
    expect((await home(server, rosa)).actionitems.map(({ kind }) => kind)).not.toContain("update_payment");
  });

  test("another patient's and an unknown one aren't found, and no other patient is named", async () => {
    const rosa = await canceled();
    const { id: subscriptionid } = await subscriptionOf(server, rosa);
    const ana = await server.newPatient();
    for (const id of [subscriptionid, newId()]) {
      const input = { params: { id: ana.id }, body: { subscriptionid: id } };
      expect((await server.call(treatment.restart, input, { token: ana.token })).status).toBe(404);
    }
    const input = { params: { id: rosa.id }, body: { subscriptionid } };
    expect((await server.call(treatment.restart, input, { token: ana.token })).status).toBe(404);
  });
});

describe("decisions §9 another length of a pause", () => {
  const pause = async (patient: InCare, months: number) => {
    const { id: subscriptionid } = await subscriptionOf(server, patient);
    const input = { params: { id: patient.id }, body: { months, subscriptionid } };
    return server.call(treatment.pause, input, await as(patient));
  };

  test("from the day the charge had before it, for both; the same length again is refused", async () => {
    const rosa = await inCare(server);
    const days = (await subscriptionOf(server, rosa)).pauseuntil;
    await pause(rosa, 1);
    expect((await subscriptionOf(server, rosa)).pauseuntil).toEqual(days);
    expect((await pause(rosa, 1)).problem.message).toContain("already paused until");
    for (const months of [3, 2]) {
      expect((await pause(rosa, months)).status).toBe(200);
      for (const product of [patch, capsule])
        expect(await subscriptionOf(server, rosa, product)).toMatchObject({
          ...{ status: "paused", pauseduntil: days[months - 1] },
        });
    }
    await server.call(treatment.resume, { params: { id: rosa.id }, body: {} }, await as(rosa));
    expect((await subscriptionOf(server, rosa)).status).toBe("active");
  });

  test("shortened to a day that has passed, it ends when the patient can be told", async () => {
    const rosa = await inCare(server);
    await pause(rosa, 3);
    await passDays(server, 60);
    await pause(rosa, 1);
    const until = addDays(clinicToday(server.services), 5);
    expect((await subscriptionOf(server, rosa)).pauseduntil).toBe(until);
    await bill(server);
    await passDays(server, 4);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    await passDays(server, 1);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });
});
