import { describe, expect, test } from "vitest";
import type { Input } from "#contract/http/endpoint.ts";
import { payment } from "#contract/payment.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { clinicToday, daysBetween } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { beginMedicines } from "#server/wellbeing/testing/wellbeing.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import {
  deliver,
  home,
  inCare,
  type InCare,
  passDays,
  putCard,
  declineCard,
  mailSubjects,
  subscriptionOf,
  prescriptionOrderIn,
  capturedCents,
  tokenOf,
} from "../testing/in-care.ts";

const server = serverAtNoon();

const { getNext, reorder, skip, unskip, cancelPrescriptionOrder } = treatment;
const calls = [getNext, reorder, skip, unskip, cancelPrescriptionOrder] as const;

const act = async <C extends (typeof calls)[number]>(patient: InCare, call: C, id: string, key?: string) =>
  server.call(call, { params: { id } } as Input<C>, { token: await tokenOf(server, patient), ...(key ? { key } : {}) });
const capsule = "progesterone_capsule_100";
const findOrder = async (patient: InCare, status: string, product?: string) =>
  prescriptionOrderIn(await subscriptionOf(server, patient, product), status);
/** A patient who skipped the next charge and has used three quarters of the box: the following charge is weeks away. */
async function nextChargeFarAway(): Promise<InCare> {
  const rosa = await inCare(server);
  await act(rosa, skip, (await findOrder(rosa, "scheduled")).id);
  await passDays(server, 23);
  return rosa;
}

describe("decisions §9 get next", () => {
  test("before 75 % of the last box is used: too early, with the day, and the action is not offered", async () => {
    const rosa = await inCare(server);
    const planned = await findOrder(rosa, "scheduled");
    expect(planned.actions).not.toContain("getnext");
    const { status, problem } = await act(rosa, getNext, planned.id);
    expect([status, problem.code]).toEqual([409, "too_early"]);
    expect(problem.details?.["date"]).toBe(planned.getnextfrom);
    expect(problem.message).toContain("You can get the next one starting");
    expect(await capturedCents(server, rosa)).toHaveLength(1);
  });

  test("from then on it is charged and shipped at once, and the next one comes when what is at home is used up", async () => {
    const rosa = await nextChargeFarAway();
    const planned = await findOrder(rosa, "scheduled");
    expect(planned.actions).toContain("getnext");
    const { status, ok } = await act(rosa, getNext, planned.id);
    expect(status).toBe(200);
    expect(ok).toMatchObject({ outcome: "ordered", prescriptionorder: { id: planned.id, status: "processing" } });
    expect((await capturedCents(server, rosa)).slice(1)).toEqual([
      Math.round((ok.order?.summary.totalamount ?? 0) * 100),
    ]);
    expect(daysBetween(ok.prescriptionorder.chargeon ?? "", planned.getnext?.nextchargeon ?? "")).toBe(
      28 + 28 - 7 - 23,
    );
    expect((await findOrder(rosa, "scheduled")).chargeon).toBe(planned.getnext?.nextchargeon);
  });

  test("a double submit and a repeated request are one order", async () => {
    const rosa = await nextChargeFarAway();
    const { id } = await findOrder(rosa, "scheduled");
    const key = newId();
    const answers = await Promise.all(Array.from({ length: 8 }, () => act(rosa, getNext, id, key)));
    const again = await act(rosa, getNext, id, key);
    expect(again.status).toBe(200);
    for (const { status, ok } of answers) {
      if (status === 200) expect(ok.order?.id).toBe(again.ok.order?.id);
      else expect(status).toBe(409);
    }
    const other = await act(rosa, getNext, id);
    expect([other.status, other.problem.code]).toEqual([409, "wrong_state"]);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("to a state that isn't served any more: refused, nothing is charged, and the plan stays as it was", async () => {
    const rosa = await nextChargeFarAway();
    const before = await findOrder(rosa, "scheduled");
    const addresses = server.services.db.updateTable("shipping_address").where("patient_id", "=", rosa.id);
    const { state } = await server.services.db
      .selectFrom("shipping_address")
      .select("state")
      .where("patient_id", "=", rosa.id)
      .executeTakeFirstOrThrow();
    await addresses.set({ state: "ZZ" }).execute();
    const { status, problem } = await act(rosa, getNext, before.id);
    await addresses.set({ state }).execute();
    expect([status, problem.code]).toEqual([409, "not_available_in_state"]);
    expect(await findOrder(rosa, "scheduled")).toEqual(before);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
  });

  test("a declined card: the reason is given, nothing is past due, and the plan stays as it was", async () => {
    const rosa = await nextChargeFarAway();
    const before = await findOrder(rosa, "scheduled");
    await declineCard(server, rosa, "insufficient_funds");
    const { status, problem } = await act(rosa, getNext, before.id);
    expect([status, problem.code]).toEqual([402, "insufficient_funds"]);
    expect(await findOrder(rosa, "scheduled")).toEqual(before);
    expect((await subscriptionOf(server, rosa)).status).toBe("active");
    expect((await subscriptionOf(server, rosa)).refillsleft).toBe(12);
  });

  test("with no refills left the doctor is asked to renew, and nothing is charged", async () => {
    const rosa = await nextChargeFarAway();
    await server.services.db
      .updateTable("prescription")
      .set({ refills_left: 0 })
      .where("patient_id", "=", rosa.id)
      .execute();
    const { ok } = await act(rosa, getNext, (await findOrder(rosa, "scheduled")).id);
    expect(ok).toMatchObject({ outcome: "review_requested", order: null, prescriptionorder: { status: "scheduled" } });
    expect(await capturedCents(server, rosa)).toHaveLength(1);
  });
});

describe("decisions §9 skip", () => {
  test("moves the next charge by one period, with a mail, and nothing is charged until then", async () => {
    const rosa = await inCare(server);
    const planned = await findOrder(rosa, "scheduled");
    const { ok } = await act(rosa, skip, planned.id);
    expect(ok.prescriptionorder).toMatchObject({ id: planned.id, status: "skipped" });
    expect(ok.prescriptionorder.actions).toEqual(["unskip"]);
    expect((await subscriptionOf(server, rosa)).nextchargeon).toBe(planned.nextafter);
    expect(await mailSubjects(server, rosa)).toContain("Your next order is skipped");
    const again = await act(rosa, skip, planned.id);
    expect([again.status, again.problem.message]).toEqual([
      409,
      "You already skipped this order. You can skip the one after it.",
    ]);
  });

  test("a shipped order cannot be skipped: the answer names the one after it", async () => {
    const rosa = await inCare(server);
    const { status, problem } = await act(rosa, skip, (await findOrder(rosa, "delivered")).id);
    expect([status, problem.code, problem.message]).toEqual([
      409,
      "wrong_state",
      "This order is already on its way. You can skip the one after it.",
    ]);
  });
});

describe("decisions §20 a skip is taken back until it has effect", () => {
  const skipNext = async (patient: InCare) => (await act(patient, skip, (await findOrder(patient, "scheduled")).id)).ok;

  test("pressed by mistake: both items of the parcel have the day and the price they had, once, and a mail says so", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const before = (await home(server, rosa)).subscriptions;
    const { prescriptionorder: skipped } = await skipNext(rosa);
    const { prescriptionorder: ofAna } = await skipNext(ana);
    expect(skipped.unskip).toEqual({
      names: ["Estradiol patch", "Progesterone capsule"],
      chargeon: skipped.plannedon,
    });
    const { status, ok } = await act(rosa, unskip, skipped.id);
    expect([status, ok.prescriptionorder.id, ok.prescriptionorder.status]).toEqual([200, skipped.id, "scheduled"]);
    expect(ok.message).toContain("We won't skip it.");
    expect((await home(server, rosa)).subscriptions).toEqual(before);
    expect(await mailSubjects(server, rosa)).toContain("Your next order is back on");
    expect((await findOrder(ana, "skipped")).id).toBe(ofAna.id);
    expect((await act(rosa, unskip, skipped.id)).problem).toMatchObject({ code: "wrong_state" });
    await passDays(server, 30);
    expect([(await capturedCents(server, rosa)).length, (await capturedCents(server, ana)).length]).toEqual([2, 1]);
  });

  test("skipped once more and taken back once more: each is said", async () => {
    const rosa = await inCare(server);
    const { prescriptionorder: first } = await skipNext(rosa);
    await act(rosa, unskip, first.id);
    server.clock.advance(1000);
    await skipNext(rosa);
    server.clock.advance(1000);
    await act(rosa, unskip, first.id);
    const subjects = await mailSubjects(server, rosa);
    for (const subject of ["Your next order is skipped", "Your next order is back on"])
      expect([subject, subjects.filter((each) => each === subject).length]).toEqual([subject, 2]);
  });

  test("of the newest of two skips only; the one before stays skipped", async () => {
    const rosa = await inCare(server);
    const { prescriptionorder: first } = await skipNext(rosa);
    const { prescriptionorder: second } = await skipNext(rosa);
    expect((await act(rosa, unskip, first.id)).problem.code).toBe("wrong_state");
    expect((await act(rosa, unskip, second.id)).ok.prescriptionorder.chargeon).toBe(second.plannedon);
    const after = await subscriptionOf(server, rosa);
    expect(after.prescriptionorders.map(({ id, status }) => [id, status])).toEqual(
      expect.arrayContaining([
        [first.id, "skipped"],
        [second.id, "scheduled"],
      ]),
    );
  });

  test("told of the charge, skipped and taken back before its day: the day stays, it's charged once", async () => {
    const rosa = await inCare(server);
    const { plannedon } = await findOrder(rosa, "scheduled");
    await passDays(server, daysBetween(clinicToday(server.services), plannedon) - 3);
    expect(await mailSubjects(server, rosa)).toContain("Your next order is coming up");
    const { prescriptionorder: skipped } = await skipNext(rosa);
    expect((await act(rosa, unskip, skipped.id)).ok.prescriptionorder.chargeon).toBe(skipped.plannedon);
    await passDays(server, 10);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("after its day: in five days, which is announced, and what it delays comes later", async () => {
    const rosa = await inCare(server);
    const { prescriptionorder: skipped } = await skipNext(rosa);
    await passDays(server, 30);
    const offered = (await findOrder(rosa, "skipped")).unskip?.chargeon ?? "";
    expect(daysBetween(clinicToday(server.services), offered)).toBe(5);
    const { ok } = await act(rosa, unskip, skipped.id);
    expect(ok.prescriptionorder.chargeon).toBe(offered);
    await passDays(server, 4);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    await passDays(server, 2);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
    expect(daysBetween(offered, (await findOrder(rosa, "scheduled")).chargeon ?? "")).toBeGreaterThanOrEqual(20);
  });

  test("one item alone was skipped: that one comes back, and the other was never away", async () => {
    const rosa = await inCare(server);
    const { id } = await findOrder(rosa, "scheduled");
    const token = await tokenOf(server, rosa);
    const alone = { params: { id }, body: { separately: true } };
    const { ok } = await server.call(skip, alone, { token });
    expect(ok.prescriptionorder.unskip?.names).toEqual(["Estradiol patch"]);
    const other = await findOrder(rosa, "scheduled", capsule);
    expect((await act(rosa, unskip, id)).status).toBe(200);
    const { id: kept, chargeon } = other;
    expect(await findOrder(rosa, "scheduled", capsule)).toMatchObject({ id: kept, chargeon, state: other.state });
    expect((await findOrder(rosa, "scheduled")).chargeon).toBe(other.chargeon);
  });

  test("at once with getting the next one, and pressed eight times: one order, one of the two is refused", async () => {
    const rosa = await nextChargeFarAway();
    const skipped = await findOrder(rosa, "skipped");
    const next = await findOrder(rosa, "scheduled");
    const presses = [getNext, ...Array.from({ length: 8 }, () => unskip)] as const;
    const answers = await Promise.all(presses.map((call) => act(rosa, call, call === getNext ? next.id : skipped.id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const orders = (await subscriptionOf(server, rosa)).prescriptionorders;
    expect(orders.filter(({ status }) => status === "scheduled")).toHaveLength(1);
    expect((await capturedCents(server, rosa)).length).toBe(answers[0]?.status === 200 ? 2 : 1);
  });

  test("what was changed since, by its price or by when it begins, can't be taken back to what it was", async () => {
    for (const change of [{ amount_cents: 6900 }, { begins: "on_arrival" }, { order_attempts: 1 }] as const) {
      const rosa = await inCare(server);
      const { prescriptionorder } = await skipNext(rosa);
      const next = await findOrder(rosa, "scheduled");
      await server.services.db.updateTable("prescription_order").set(change).where("id", "=", next.id).execute();
      expect([change, (await findOrder(rosa, "skipped")).actions]).toEqual([change, []]);
      expect((await act(rosa, unskip, prescriptionorder.id)).problem.code).toBe("wrong_state");
    }
  });

  test("of another patient's it's not there", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const { prescriptionorder } = await skipNext(rosa);
    expect((await act(ana, unskip, prescriptionorder.id)).status).toBe(404);
    expect((await findOrder(rosa, "skipped")).id).toBe(prescriptionorder.id);
  });
});

describe("decisions §9 reorder", () => {
  test("while the subscription is active, the answer names the planned order", async () => {
    const rosa = await inCare(server);
    const { status, problem } = await act(rosa, reorder, (await findOrder(rosa, "delivered")).id);
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect(problem.message).toContain("Your next order is planned for");
  });

  test("after a cancellation: one more, a fill is consumed, and no renewal follows", async () => {
    const rosa = await inCare(server);
    await server.call(treatment.cancel, { params: { id: rosa.id }, body: {} }, { token: await tokenOf(server, rosa) });
    const last = await findOrder(rosa, "delivered");
    const tooEarlyToReorder = await act(rosa, reorder, last.id);
    expect(tooEarlyToReorder.problem.message).toContain("You can reorder starting");
    await passDays(server, 25);
    const reorderable = await findOrder(rosa, "delivered");
    expect(reorderable.actions).toContain("reorder");
    const { status, ok } = await act(rosa, reorder, last.id);
    expect([status, ok.outcome, ok.prescriptionorder.status]).toEqual([200, "ordered", "processing"]);
    expect(ok.order?.summary.totalamount).toBe(reorderable.reorder?.amount);
    await deliver(server, ok.order?.id ?? "");
    await passDays(server, 70);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
    expect(await subscriptionOf(server, rosa)).toMatchObject({ status: "cancelled", refillsleft: 11 });
  });

  test("a declined card leaves no trace", async () => {
    const rosa = await inCare(server);
    await server.call(treatment.cancel, { params: { id: rosa.id }, body: {} }, { token: await tokenOf(server, rosa) });
    await passDays(server, 25);
    const before = await subscriptionOf(server, rosa, capsule);
    await declineCard(server, rosa, "lost_card");
    expect((await act(rosa, reorder, (await findOrder(rosa, "delivered", capsule)).id)).problem.code).toBe("lost_card");
    expect(await subscriptionOf(server, rosa, capsule)).toEqual(before);
  });

  test("with no refills left the doctor is asked", async () => {
    const rosa = await inCare(server);
    await server.call(treatment.cancel, { params: { id: rosa.id }, body: {} }, { token: await tokenOf(server, rosa) });
    await passDays(server, 25);
    await server.services.db
      .updateTable("prescription")
      .set({ refills_left: 0 })
      .where("patient_id", "=", rosa.id)
      .execute();
    const { ok } = await act(rosa, reorder, (await findOrder(rosa, "delivered")).id);
    expect(ok.outcome).toBe("review_requested");
  });
});

describe("decisions §9 cancel a prescription order", () => {
  test("one that was paid and has not left is refunded, its fill restored, and the parcel is not shipped", async () => {
    const rosa = await nextChargeFarAway();
    const { ok: next } = await act(rosa, getNext, (await findOrder(rosa, "scheduled")).id);
    const { ok } = await act(rosa, cancelPrescriptionOrder, next.prescriptionorder.id);
    // The capsules share the parcel.
    const other = prescriptionOrderIn(await subscriptionOf(server, rosa, "progesterone_capsule_100"), "processing");
    await act(rosa, cancelPrescriptionOrder, other.id);
    expect(ok).toMatchObject({
      prescriptionorder: { status: "cancelled" },
      message: expect.stringContaining("We're refunding your card."),
    });
    await server.jobs.drain();
    const order = (await home(server, rosa)).orders.find(({ id }) => id === next.order?.id);
    expect(order).toMatchObject({ status: "refunded", refunded: order?.summary.totalamount });
    expect((await subscriptionOf(server, rosa)).refillsleft).toBe(12);
    expect(await mailSubjects(server, rosa)).toContain("Your order is canceled, and your refund is on its way");
    const again = await act(rosa, cancelPrescriptionOrder, next.prescriptionorder.id);
    expect([again.status, again.problem.message]).toEqual([
      409,
      "This order is already canceled. You won't be charged for it.",
    ]);
  });

  test("with the last of an order all that is left goes back, also what is in no line's own amount", async () => {
    const rosa = await nextChargeFarAway();
    const { ok: next } = await act(rosa, getNext, (await findOrder(rosa, "scheduled")).id);
    const other = prescriptionOrderIn(await subscriptionOf(server, rosa, "progesterone_capsule_100"), "processing");
    await server.services.db
      .updateTable("prescription_order")
      .set((of) => ({ amount_cents: of("amount_cents", "-", 200) }))
      .where("id", "in", [next.prescriptionorder.id, other.id])
      .execute();
    for (const { id } of [next.prescriptionorder, other]) await act(rosa, cancelPrescriptionOrder, id);
    await server.jobs.drain();
    const order = (await home(server, rosa)).orders.find(({ id }) => id === next.order?.id);
    expect(order).toMatchObject({ status: "refunded", refunded: order?.summary.totalamount });
  });

  test("from its cancellation on, home shows the refund and the next order", async () => {
    const rosa = await nextChargeFarAway();
    await beginMedicines(server, rosa);
    const { ok: next } = await act(rosa, getNext, (await findOrder(rosa, "scheduled")).id);
    await act(rosa, cancelPrescriptionOrder, next.prescriptionorder.id);
    const other = prescriptionOrderIn(await subscriptionOf(server, rosa, "progesterone_capsule_100"), "processing");
    await act(rosa, cancelPrescriptionOrder, other.id);
    const waiting = await home(server, rosa);
    const order = waiting.orders.find(({ id }) => id === next.order?.id);
    expect([order?.status, order?.detail.map(({ cancelled }) => cancelled)]).toEqual(["paid", [true, true]]);
    expect(order?.timeline.map(({ event, state }) => `${event} ${state}`)).toEqual([
      "paid done",
      "pharmacy done",
      "cancelled done",
      "refunded current",
    ]);
    expect(waiting.nextstep).toMatchObject({
      title: "Your order is canceled",
      text: expect.stringMatching(/^We're refunding your money\. .* Your next order goes out on /),
    });
    await server.jobs.drain();
    const { orders, nextstep } = await home(server, rosa);
    // Each line is refunded separately; together they are the whole payment.
    const refunds = orders.find(({ id }) => id === order?.id)?.timeline.slice(-2) ?? [];
    expect(refunds.map(({ event, state }) => `${event} ${state}`)).toEqual(["refunded done", "refunded done"]);
    expect(refunds.reduce((sum, { amount }) => sum + (amount ?? 0), 0)).toBe(order?.summary.totalamount);
    expect(nextstep.text).toMatch(/^We refunded your order. .* Your next order goes out on /);
  });

  test("the first order, cancelled before it left: home does not say that the pharmacy is preparing it", async () => {
    const rosa = await inCare(server, { delivered: false });
    for (const product of ["estradiol_patch_0_05", "progesterone_capsule_100"]) {
      expect((await home(server, rosa)).nextstep.kind).toBe("approved");
      await act(
        rosa,
        cancelPrescriptionOrder,
        prescriptionOrderIn(await subscriptionOf(server, rosa, product), "processing").id,
      );
    }
    expect((await home(server, rosa)).nextstep.kind).toBe("refunding");
  });

  test("one of two in a parcel: its share is refunded, the other is shipped", async () => {
    const rosa = await inCare(server, { delivered: false });
    const [first] = (await home(server, rosa)).orders;
    const { id, amount } = await findOrder(rosa, "processing");
    await act(rosa, cancelPrescriptionOrder, id);
    await server.jobs.drain();
    expect((await home(server, rosa)).orders[0]).toMatchObject({ status: "paid", refunded: amount });
    await deliver(server, first?.id ?? "");
    expect((await home(server, rosa)).orders[0]).toMatchObject({ status: "delivered", refunded: amount });
  });

  test("one that left the pharmacy is refused, and the answer says what to do", async () => {
    const rosa = await inCare(server);
    const { status, problem } = await act(rosa, cancelPrescriptionOrder, (await findOrder(rosa, "delivered")).id);
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect(problem.message).toContain("left the pharmacy");
  });

  test("one that is past due: nothing more is past due, and the subscription continues with the next", async () => {
    const rosa = await inCare(server);
    await declineCard(server, rosa, "insufficient_funds");
    await passDays(server, 22);
    for (const product of ["estradiol_patch_0_05", "progesterone_capsule_100"]) {
      const subscription = await subscriptionOf(server, rosa, product);
      await act(rosa, cancelPrescriptionOrder, prescriptionOrderIn(subscription, "payment_failed").id);
    }
    const now = await home(server, rosa);
    expect(now.subscriptions.map(({ status }) => status)).toEqual(["active", "active"]);
    expect(now.actionitems.map(({ kind }) => kind)).not.toContain("update_payment");
    await putCard(server, rosa);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
  });
});

describe("who may", () => {
  test("another patient's prescription order and an unknown one are not found", async () => {
    const rosa = await inCare(server);
    const { id } = await findOrder(rosa, "scheduled");
    const { token } = await server.newPatient();
    for (const call of calls)
      for (const wrong of [id, newId()])
        expect((await server.call(call, { params: { id: wrong } }, { token })).status).toBe(404);
    expect((await server.call(skip, { params: { id }, body: {} })).problem.code).toBe("need_auth");
  });

  test("§8 while the plan is in review, its prescription order allows no action, and the answer says so", async () => {
    const rosa = await handedOver(server);
    const waiting = await findOrder(rosa, "processing");
    expect(waiting.actions).toEqual([]);
    for (const call of calls) expect((await act(rosa, call, waiting.id)).status).toBe(409);
  });

  test("§7 a card saved when nothing is past due charges nothing", async () => {
    const rosa = await inCare(server);
    const { ok } = await server.call(payment.saveSource, { body: { source: "tok_visa" } }, { token: rosa.token });
    expect(ok.retried).toBeNull();
    expect(await capturedCents(server, rosa)).toHaveLength(1);
  });
});

test("decisions §9 what is skipped together moves as far as the box that is skipped lasts, however long its own lasts", async () => {
  const rosa = await inCare(server, { capsule: "3m" });
  const capsule = () => subscriptionOf(server, rosa, "progesterone_capsule_100");
  const lastsUntilThen = (await capsule()).nextchargeon ?? "";
  const skipped = await findOrder(rosa, "scheduled");
  await server.services.db
    .updateTable("prescription_order")
    .set({ charge_on: skipped.chargeon ?? "" })
    .where("patient_id", "=", rosa.id)
    .where("status", "=", "scheduled")
    .execute();
  expect((await act(rosa, skip, skipped.id)).status).toBe(200);
  expect((await capsule()).prescriptionorders.map(({ status }) => status)).toContain("skipped");
  expect((await capsule()).nextchargeon).toBe(lastsUntilThen);
});
