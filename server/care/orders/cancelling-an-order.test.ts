import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { acceptedUpsellOrder, answeredPatientInCare, upsellOrders } from "#server/growth/testing/upsells.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { type TestPatient, testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  deliver,
  home,
  type InCare,
  inCare,
  mailSubjects,
  passDays,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";
import { handedOver } from "../testing/handed-over.ts";
import { overchargeOrder, sandboxCharges } from "../testing/sandbox-charges.ts";

const server = serverAtNoon();

const reason = "Changed her mind, phoned at noon";
const cancel = (id: string, key = newId()) =>
  server.call(care.cancelOrder, { params: { id }, body: { reason } }, { apiKey, key });
const cancelled = async (id: string) => {
  const { status, raw, ok } = await cancel(id);
  expect([status, raw.payload]).toEqual([200, expect.any(String)]);
  await server.jobs.drain();
  return ok.order;
};
const refusal = async (id: string) => {
  const { status, problem } = await cancel(id);
  return [status, problem.code, problem.message];
};
const ship = (id: string) =>
  server.call(care.shipOrder, { params: { id }, body: { carrier: "Meadow Post", trackingnumber: "MP-1" } }, { apiKey });
const orderOf = async (patient: TestPatient, id: string) =>
  (await server.call(treatment.order, { params: { id } }, { token: await tokenOf(server, patient) })).ok;
/** Puts an order into a status, whatever it may become from there. */
async function forceStatus(id: string, status: Tables["customer_order"]["status"]): Promise<void> {
  const { db } = server.services;
  await sql`alter table customer_order disable trigger order_moves`.execute(db);
  await db.updateTable("customer_order").set({ status }).where("id", "=", id).execute();
  await sql`alter table customer_order enable trigger order_moves`.execute(db);
}
/** What the order's money comes to at the gateway, in cents; each of the entries sums to zero. */
async function ledger(orderId: string): Promise<number> {
  const rows = await server.services.db
    .selectFrom("ledger_entry")
    .select(["account", "amount_cents"])
    .where("order_id", "=", orderId)
    .execute();
  expect(rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(0);
  return rows.filter(({ account }) => account === "gateway").reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}
const refills = async ({ id }: TestPatient) =>
  (
    await server.services.db
      .selectFrom("prescription")
      .select("refills_left")
      .where("patient_id", "=", id)
      .where("status", "=", "active")
      .execute()
  ).map(({ refills_left }) => refills_left);

describe("decisions §11 an order nobody has decided on is cancelled for a patient who phones", () => {
  test.each(["incoming", "accepted"] as const)(
    "a plan that is %s: the hold is released, nothing is charged, the case is over, and the patient is mailed",
    async (kind) => {
      const rosa = await handedOver(server);
      if (kind === "accepted") await server.call(care.accept, { params: { id: rosa.id }, body: {} }, { apiKey });
      const { status, ok } = await cancel(rosa.orderId);
      expect([status, ok.order.status]).toEqual([200, "authorized"]);
      expect((await home(server, rosa)).nextstep.kind).toBe("not_charged");
      await server.jobs.drain();
      expect(await sandboxCharges(server, rosa.orderId)).toMatchObject([{ status: "canceled", amount_captured: 0 }]);
      expect(await ledger(rosa.orderId)).toBe(0);
      const now = await home(server, rosa);
      expect([now.nextstep.kind, now.plan.status, now.orders[0]?.status]).toEqual(["not_charged", "none", "voided"]);
      expect(now.subscriptions.filter((each) => each.status !== "cancelled")).toEqual([]);
      expect(await mailSubjects(server, rosa)).toContain(`Order ${now.orders[0]?.number} is withdrawn`);
      const listed = (await server.call(care.cases, { query: { status: kind } }, { apiKey })).ok.items;
      expect(listed.map(({ patient }) => patient.id)).not.toContain(rosa.id);
      const approval = await server.call(care.approvePlan, { params: { id: rosa.id }, body: {} }, { apiKey });
      expect(approval.problem.code).toBe("wrong_state");
    },
  );

  test("one the practice had accepted another payment for gets all of it back", async () => {
    const rosa = await handedOver(server);
    await overchargeOrder(server, rosa.orderId);
    const outcome = { params: { id: rosa.orderId }, body: { outcome: "accept" } } as const;
    await server.call(care.resolvePayment, outcome, { apiKey });
    await server.jobs.drain();
    expect((await cancelled(rosa.orderId)).status).toBe("paid");
    const [charge] = await sandboxCharges(server, rosa.orderId);
    expect(charge?.amount_refunded).toBe(charge?.amount_captured);
    expect(await ledger(rosa.orderId)).toBe(0);
    expect((await orderOf(rosa, rosa.orderId)).status).toBe("refunded");
  });

  test("an upsell: its authorization is released, and the treatment continues", async () => {
    const rosa = await answeredPatientInCare(server);
    const orderId = await acceptedUpsellOrder(server, rosa);
    await cancelled(orderId);
    expect(await upsellOrders(server, rosa)).toEqual([{ id: orderId, status: "voided" }]);
    expect(await sandboxCharges(server, orderId)).toMatchObject([{ status: "canceled", amount_captured: 0 }]);
    const now = await home(server, rosa);
    expect(now.subscriptions.map(({ status }) => status)).toEqual(["active", "active"]);
    expect((await mailSubjects(server, rosa)).some((subject) => subject.endsWith("is withdrawn"))).toBe(true);
    expect(await refusal(orderId)).toMatchObject([409, "wrong_state", expect.stringContaining("nothing to cancel")]);
  });
});

describe("decisions §11 a paid order that has not been sent is cancelled for a patient who phones", () => {
  /** Everything is given back, and nothing of the order can be sent. */
  async function expectGivenBack(patient: TestPatient, orderId: string) {
    const [charge] = await sandboxCharges(server, orderId);
    expect(charge?.amount_captured).toBeGreaterThan(0);
    expect(charge?.amount_refunded).toBe(charge?.amount_captured);
    expect(await ledger(orderId)).toBe(0);
    const order = await orderOf(patient, orderId);
    expect([order.status, order.detail.every((line) => line.cancelled)]).toEqual(["refunded", true]);
    expect((await ship(orderId)).problem.code).toBe("wrong_state");
  }

  test("a plan's first order: all of it is refunded, and its subscriptions continue with the next one", async () => {
    const rosa = await inCare(server, { delivered: false });
    const before = await refills(rosa);
    expect((await cancelled(rosa.orderId)).detail.every((line) => line.cancelled)).toBe(true);
    await expectGivenBack(rosa, rosa.orderId);
    expect(await refills(rosa)).toEqual(before);
    const now = await home(server, rosa);
    expect(now.subscriptions.map(({ status }) => status)).toEqual(["active", "active"]);
    expect(now.subscriptions.every(({ nextchargeon }) => nextchargeon !== null)).toBe(true);
    expect(await mailSubjects(server, rosa)).toContain("Your order is canceled, and your refund is on its way");
  });

  test("a renewal order: its fills are restored", async () => {
    const rosa = await inCare(server);
    const { db } = server.services;
    const renewal = () =>
      db
        .selectFrom("customer_order")
        .select("id")
        .where("patient_id", "=", rosa.id)
        .where("kind", "=", "renewal")
        .where("status", "=", "paid")
        .executeTakeFirst();
    for (let day = 0; day < 40 && !(await renewal()); day += 1) await passDays(server, 1);
    const id = (await renewal())?.id ?? "";
    expect(await refills(rosa)).toEqual([11, 11]);
    await cancelled(id);
    await expectGivenBack(rosa, id);
    expect(await refills(rosa)).toEqual([12, 12]);
  });

  test("a cart order: its fills are restored, its refund is mailed, and it cannot be sent before the refund is made", async () => {
    const rosa = await inCare(server);
    const token = () => tokenOf(server, rosa);
    await server.call(treatment.cancel, { params: { id: rosa.id }, body: {} }, { token: await token() });
    await passDays(server, 25);
    const checkout = ["estradiol_patch_0_05", "progesterone_capsule_100", "magnesium"].map((productid) => ({
      ...{ productid, pricingid: `${productid}_1m`, quantity: 1 },
    }));
    const { ok, raw } = await server.call(store.checkout, { body: { checkout } }, { token: await token() });
    const id = ok.order?.id ?? expect.fail(raw.payload);
    expect(await refills(rosa)).toEqual([11, 11]);
    await cancel(id);
    expect((await ship(id)).problem.code).toBe("wrong_state");
    await server.jobs.drain();
    await expectGivenBack(rosa, id);
    expect(await refills(rosa)).toEqual([12, 12]);
    expect((await mailSubjects(server, rosa)).some((subject) => subject.startsWith("Your refund for"))).toBe(true);
  });

  test("what was refunded of it before is not refunded again", async () => {
    const rosa = await inCare(server, { delivered: false });
    const body = { amount: 10, reason: "Sorry" };
    await server.call(care.refundOrder, { params: { id: rosa.orderId }, body }, { apiKey });
    await server.jobs.drain();
    await cancelled(rosa.orderId);
    await expectGivenBack(rosa, rosa.orderId);
  });
});

describe("decisions §11 an order is cancelled once, and only before it is sent", () => {
  test("the same key answers the same; another one is told that it is done", async () => {
    const rosa = await inCare(server, { delivered: false });
    const key = newId();
    const [first, second] = [await cancel(rosa.orderId, key), await cancel(rosa.orderId, key)];
    expect([second.status, second.ok]).toEqual([200, first.ok]);
    expect(await refusal(rosa.orderId)).toEqual([
      409,
      "wrong_state",
      "This order is already canceled or declined. What was held or paid goes back to the patient.",
    ]);
    await server.jobs.drain();
    expect(await refusal(rosa.orderId)).toEqual([409, "wrong_state", "All of this order has already been refunded."]);
  });

  test("of several at once one cancels it, and a parcel leaves or is cancelled, never both", async () => {
    const rosa = await inCare(server, { delivered: false });
    const answers = await Promise.all([cancel(rosa.orderId), ship(rosa.orderId), cancel(rosa.orderId)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await server.jobs.drain();
    const order = await orderOf(rosa, rosa.orderId);
    const [charge] = await sandboxCharges(server, rosa.orderId);
    const isShipped = answers[1].status === 200;
    expect([order.status, charge?.amount_refunded]).toEqual(
      isShipped ? ["shipped", 0] : ["refunded", charge?.amount_captured],
    );
  });

  test.each<[Tables["customer_order"]["status"], string]>([
    ["authorizing", "The bank hasn't answered yet."],
    ["unknown", "The bank hasn't answered yet."],
    ["voided", "nothing to cancel"],
  ])("not one that is %s", async (status, message) => {
    const rosa = await handedOver(server);
    await forceStatus(rosa.orderId, status);
    expect(await refusal(rosa.orderId)).toEqual([409, "wrong_state", expect.stringContaining(message)]);
  });

  test("not one that has left or arrived, nor one whose payment differs, each with what to do instead", async () => {
    const rosa: InCare = await inCare(server, { delivered: false });
    await ship(rosa.orderId);
    expect((await refusal(rosa.orderId))[2]).toContain("has left the pharmacy. Please refund the order instead");
    await deliver(server, rosa.orderId);
    expect((await refusal(rosa.orderId))[2]).toContain("has arrived. Please refund the order instead");
    const ana = await handedOver(server);
    await overchargeOrder(server, ana.orderId);
    expect((await refusal(ana.orderId))[2]).toContain("Please release it instead");
  });

  test("not while its payment is being taken; a moment later what is paid is refunded", async () => {
    const rosa = await handedOver(server);
    const params = { id: rosa.id };
    await server.call(care.accept, { params, body: {} }, { apiKey });
    await server.call(care.approvePlan, { params, body: {} }, { apiKey });
    expect((await refusal(rosa.orderId))[2]).toContain("its payment is being taken");
    await server.jobs.drain();
    expect((await cancelled(rosa.orderId)).status).toBe("paid");
    expect((await orderOf(rosa, rosa.orderId)).status).toBe("refunded");
  });

  test("nor a declined one, nor one that does not exist", async () => {
    const rosa = await handedOver(server);
    await server.call(care.declinePlan, { params: { id: rosa.id }, body: { reason: "Please be seen." } }, { apiKey });
    expect((await refusal(rosa.orderId))[2]).toContain("already canceled or declined");
    expect((await cancel(newId())).status).toBe(404);
  });

  test("the record says why, the patient does not read it, and it is sealed", async () => {
    const rosa = await inCare(server, { delivered: false });
    await cancelled(rosa.orderId);
    const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
    expect(ok.cancelledorders).toEqual([{ orderid: rosa.orderId, at: expect.any(String), reason }]);
    expect(JSON.stringify(await home(server, rosa))).not.toContain(reason);
    const row = await server.services.db
      .selectFrom("order_cancellation")
      .selectAll()
      .where("order_id", "=", rosa.orderId)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(row.reason_sealed).includes(reason)).toBe(false);
    const audited = await server.services.db
      .selectFrom("audit_event")
      .select("call")
      .where("patient_id", "=", rosa.id)
      .where("call", "=", "care.cancelOrder")
      .execute();
    expect(audited).toHaveLength(1);
  });
});
