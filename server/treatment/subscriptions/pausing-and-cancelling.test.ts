import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { paymentQueues } from "#server/payment/public.ts";
import { daysBetween, formatDay, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { chargeDue } from "../billing/charge-due.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import {
  bill,
  deliver,
  home,
  inCare,
  type InCare,
  passDays,
  declineCard,
  mailSubjects,
  subscriptionOf,
  prescriptionOrderIn,
  capturedCents,
  tokenOf,
} from "../testing/in-care.ts";

const server = serverAtNoon();

const dayMs = 86_400_000;
const authorized = async (patient: InCare) => ({ token: await tokenOf(server, patient) });
const params = ({ id }: InCare) => ({ id });
const pause = async (patient: InCare, months: number, more = {}) =>
  server.call(treatment.pause, { params: params(patient), body: { months, ...more } }, await authorized(patient));
const resume = async (patient: InCare) =>
  server.call(treatment.resume, { params: params(patient), body: {} }, await authorized(patient));
const acceptCancelOffer = async (patient: InCare) =>
  server.call(treatment.preventCancel, { params: params(patient), body: {} }, await authorized(patient));
const cancel = async (patient: InCare, body: { subscriptionid?: string; reason?: string } = {}) =>
  server.call(treatment.cancel, { params: params(patient), body }, await authorized(patient));

describe("decisions §9 pause", () => {
  test.each([1, 2, 3])(
    "for %i months: the day is shown, nothing is charged before it, then the subscription continues",
    async (months) => {
      const rosa = await inCare(server);
      const shown = (await subscriptionOf(server, rosa)).pauseuntil[months - 1];
      const { ok } = await pause(rosa, months);
      const paused = await subscriptionOf(server, rosa);
      expect(paused).toMatchObject({ status: "paused", nextchargeon: null });
      expect(paused.pauseduntil).toBe(shown);
      expect(ok.message).toContain("You won't be charged before");
      expect(await mailSubjects(server, rosa)).toContain("Your subscription is paused");
      expect((await home(server, rosa)).charges[0]?.chargeon).toBe(paused.pauseduntil);
      await passDays(server, 30 * months + 20);
      expect(await capturedCents(server, rosa)).toHaveLength(1);
      await passDays(server, 15);
      expect(await capturedCents(server, rosa)).toHaveLength(2);
      expect((await subscriptionOf(server, rosa)).status).toBe("active");
    },
  );

  test("only one of two, by its id", async () => {
    const rosa = await inCare(server);
    const { id } = await subscriptionOf(server, rosa);
    await pause(rosa, 1, { subscriptionid: id, separately: true });
    const states = (await home(server, rosa)).subscriptions.map((each) => [each.id === id, each.status]);
    expect(states).toEqual(
      expect.arrayContaining([
        [true, "paused"],
        [false, "active"],
      ]),
    );
  });

  test.each([0, 4, 1.5, -1])("%d months is not a valid pause", async (months) => {
    const rosa = await inCare(server);
    const { status, problem } = await pause(rosa, months);
    expect(status).toBe(400);
    expect(problem.details?.fields?.[0]?.path).toBe("months");
  });

  test("refused when already paused or cancelled, saying what the patient can do instead", async () => {
    const rosa = await inCare(server);
    const { id } = await subscriptionOf(server, rosa);
    await pause(rosa, 1);
    expect((await pause(rosa, 1, { subscriptionid: id })).problem.message).toContain(
      "You can end the pause, or cancel it.",
    );
    await cancel(rosa);
    const { status, problem } = await pause(rosa, 1, { subscriptionid: id });
    expect([status, problem.code, problem.message]).toEqual([
      409,
      "wrong_state",
      "This subscription is already canceled. You won't be charged again.",
    ]);
  });
});

describe("decisions §9 resume", () => {
  test("the next charge is on its original day", async () => {
    const rosa = await inCare(server);
    const before = (await subscriptionOf(server, rosa)).nextchargeon;
    await pause(rosa, 2);
    expect((await subscriptionOf(server, rosa)).resumeon).toBe(before);
    const { ok } = await resume(rosa);
    expect(ok.message).toContain("Welcome back.");
    expect((await subscriptionOf(server, rosa)).nextchargeon).toBe(before);
    expect(await mailSubjects(server, rosa)).toContain("Your subscription continues");
  });

  test("later than that, never before the patient can be notified", async () => {
    const rosa = await inCare(server);
    await pause(rosa, 3);
    await passDays(server, 50);
    await resume(rosa);
    await bill(server);
    await passDays(server, 4);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    expect(await mailSubjects(server, rosa)).toContain("Your next order is coming up");
    await passDays(server, 1);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("the day shown before resuming is the day it is planned for, counting a box that came in between", async () => {
    const rosa = await inCare(server, { delivered: false });
    await pause(rosa, 2);
    await passDays(server, 12);
    await deliver(server, rosa.orderId);
    const { resumeon } = await subscriptionOf(server, rosa);
    const { ok } = await resume(rosa);
    const { nextchargeon } = await subscriptionOf(server, rosa);
    expect(nextchargeon).toBe(resumeon);
    expect(ok.message).toContain(formatDay(resumeon ?? ""));
    expect(daysBetween(clinicToday(server.services), nextchargeon ?? "")).toBe(
      28 - server.services.content.shipping.leaddays,
    );
  });

  test("a subscription that is not paused cannot be resumed", async () => {
    const rosa = await inCare(server);
    expect((await resume(rosa)).problem.code).toBe("wrong_state");
  });
});

describe("§4 prevent cancel", () => {
  test("the one offer: a discount on the next order, notified again, once", async () => {
    const rosa = await inCare(server);
    const before = (await home(server, rosa)).charges[0]?.amount ?? 0;
    const { canceloffer, item } = await subscriptionOf(server, rosa);
    expect(canceloffer?.text).toBe(`Stay and get 20% off your next ${item.name}.`);
    const { ok } = await acceptCancelOffer(rosa);
    expect(ok.offer).toMatchObject({ kind: "discount" });
    expect(ok.message).toContain(`You'll get 20% off your next ${item.name}`);
    const [charge] = (await home(server, rosa)).charges;
    expect(charge?.amount).toBeCloseTo(before * 0.8, 2);
    expect(await mailSubjects(server, rosa)).toContain("Thank you for staying");
    expect((await subscriptionOf(server, rosa)).canceloffer).toBeNull();
    expect((await acceptCancelOffer(rosa)).problem.code).toBe("wrong_state");
    await passDays(server, 32);
    expect((await capturedCents(server, rosa))[1]).toBe(Math.round((charge?.amount ?? 0) * 100));
    expect((await home(server, rosa)).charges[0]?.amount).toBe(before);
  });
});

describe("decisions §9 cancel", () => {
  test("at once, without a reason, confirmed by mail; no charge after it, ever", async () => {
    const rosa = await inCare(server);
    const { status, ok } = await cancel(rosa);
    expect([status, ok.subscriptions.map((each) => each.status)]).toEqual([200, ["cancelled", "cancelled"]]);
    expect(await mailSubjects(server, rosa)).toContain("Your subscription is canceled");
    expect((await home(server, rosa)).charges).toEqual([]);
    await passDays(server, 45);
    server.clock.advance(300 * dayMs);
    await bill(server);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    const again = await cancel(rosa);
    expect([again.status, again.problem.code]).toEqual([409, "wrong_state"]);
  });

  test("when past due: the retries stop, and the notice is gone", async () => {
    const rosa = await inCare(server);
    await declineCard(server, rosa, "insufficient_funds");
    await passDays(server, 32);
    expect((await subscriptionOf(server, rosa)).actions).toEqual(["cancel"]);
    expect((await cancel(rosa, { reason: "too expensive" })).status).toBe(200);
    await server.services.db.updateTable("sandbox.payment_method").set({ charge_decline: null }).execute();
    expect((await home(server, rosa)).actionitems.map(({ kind }) => kind)).not.toContain("update_payment");
    await passDays(server, 12);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
  });

  test("why a patient cancelled is sealed in the database, and read by the practice", async () => {
    const rosa = await inCare(server);
    const reason = "The patch itches and nobody answered me";
    const { id } = await subscriptionOf(server, rosa);
    expect((await cancel(rosa, { subscriptionid: id, reason })).status).toBe(200);
    const row = await server.services.db
      .selectFrom("subscription")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(row.cancel_reason_sealed ?? []).length).toBeGreaterThan(reason.length);
    expect(Buffer.from(row.cancel_reason_sealed ?? []).toString("latin1")).not.toContain("itches");
    const record = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey: testApiKey });
    expect(record.ok.cancellations).toEqual([{ subscriptionid: id, at: expect.any(String), reason }]);
  });

  test("an emergency in the reason shows 911 at once and comes first for the practice, once for both subscriptions", async () => {
    const rosa = await inCare(server);
    const reason = "I have chest pain and cant breathe since the patch";
    const { subscriptions } = await home(server, rosa);
    expect(subscriptions).toHaveLength(2);
    for (const { id } of subscriptions) {
      const { ok } = await cancel(rosa, { subscriptionid: id, reason });
      expect(ok.emergency).toMatchObject({ kind: "911", phones: [{ href: "tel:911" }] });
    }
    const { ok } = await server.call(care.emergencies, { query: {} }, { apiKey: testApiKey });
    const reports = ok.items.filter(({ patient }) => patient?.id === rosa.id);
    expect(reports.map(({ source, words }) => [source, words])).toEqual([["cancellation", reason]]);
    const items = server.services.db.selectFrom("work_item").select("kind").where("patient_id", "=", rosa.id);
    expect(
      (await items.execute()).map(({ kind }) => kind),
      "reported, not also to be read",
    ).not.toContain("words");
    const other = await inCare(server);
    expect((await cancel(other, { reason: "I can breathe again, thank you" })).ok.emergency).toBeNull();
  });

  test("while the bank had not answered a charge: it is refunded, and nothing is shipped", async () => {
    const rosa = await inCare(server);
    await passDays(server, 20);
    const day = (await subscriptionOf(server, rosa)).nextchargeon ?? "";
    while (server.clock.now().toISOString().slice(0, 10) <= day) server.clock.advance(dayMs);
    const { gateway } = server.services;
    const slow = {
      ...gateway,
      authorize: async (input: Parameters<typeof gateway.authorize>[0]) => {
        const intent = await gateway.authorize(input);
        expect((await cancel(rosa)).status).toBe(200);
        return intent;
      },
    };
    await chargeDue({ ...server.services, gateway: slow }, rosa.id);
    await server.jobs.drain();
    server.clock.advance(20_000);
    await server.jobs.enqueue(server.services.db, paymentQueues.reconcile, {});
    await server.jobs.drain();
    const now = await home(server, rosa);
    expect(now.orders[0]).toMatchObject({ status: "refunded", refunded: now.orders[0]?.summary.totalamount });
    expect(now.subscriptions.map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
    expect(now.subscriptions[0]?.refillsleft).toBe(12);
  });

  test("what was paid still ships, and can be cancelled on its own", async () => {
    const rosa = await inCare(server, { delivered: false });
    await cancel(rosa);
    const paid = prescriptionOrderIn(await subscriptionOf(server, rosa), "processing");
    expect(paid.actions).toEqual(["cancel"]);
  });
});

describe("who may", () => {
  test("only the patient: another patient's id is not found", async () => {
    const rosa = await inCare(server);
    const { token } = await server.newPatient();
    const body = { months: 1 };
    for (const id of [rosa.id, newId()]) {
      expect((await server.call(treatment.pause, { params: { id }, body }, { token })).status).toBe(404);
      for (const call of [treatment.resume, treatment.preventCancel, treatment.cancel] as const)
        expect((await server.call(call, { params: { id }, body: {} }, { token })).status).toBe(404);
    }
    expect((await subscriptionOf(server, rosa)).status).toBe("active");
  });

  test("another patient's subscription and an unknown one are not found", async () => {
    const [rosa, mona] = [await inCare(server), await inCare(server)];
    const { id } = await subscriptionOf(server, mona);
    for (const subscriptionid of [id, newId()]) expect((await cancel(rosa, { subscriptionid })).status).toBe(404);
  });

  test("a patient without subscriptions gets an answer that says so", async () => {
    const rosa = await server.newPatient();
    const { status, problem } = await server.call(
      treatment.cancel,
      { params: { id: rosa.id }, body: {} },
      { token: rosa.token },
    );
    expect([status, problem.message]).toEqual([409, "You don't have a subscription this works for."]);
  });
});
