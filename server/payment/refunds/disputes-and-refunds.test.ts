import { beforeEach, describe, expect, test } from "vitest";
import { refundStates } from "#server/platform/database/states.ts";
import type { Dispute, Intent } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { withoutIndexes } from "#server/testing/without-indexes.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { paymentSummariesOf } from "../payment-summary.ts";
import { addCharge, addDispute, addRefund, minute, type Payer, twoPayers } from "../testing/payment-rows.ts";
import {
  applyDisputes,
  chargesStoppedBy,
  disputeById,
  disputedOrders,
  disputesAfter,
  hasChargesStopped,
  openDisputesOf,
  stoppingDisputes,
  stopsCharges,
} from "./disputes.ts";
import { refundedCents, refundsOfOrders } from "./refund-records.ts";
import { refundableCents, refundableCentsOf, requeueRefund, unfinishedRefunds } from "./refunds.ts";

const server = serverAtNoon();
let rosa: Payer;
let other: Payer;
beforeEach(async () => {
  [rosa, other] = await twoPayers(server);
});
const statuses = ["inquiry", "inquiry_closed", "needs_response", "under_review", "won", "lost"] as const;

describe("disputes that stop charges", () => {
  const stopped = async (...patients: readonly Payer[]) => {
    const rows = await server.services.db
      .selectFrom("patient")
      .select("id")
      .where(hasChargesStopped("patient.id"))
      .execute();
    return patients.map(({ id }) => rows.some((row) => row.id === id));
  };

  test.each(statuses)("%s: until the practice resumes them", async (status) => {
    const { db } = server.services;
    const isStopped = !["won", "inquiry_closed"].includes(status);
    const id = await addDispute(server, rosa, { status });
    expect(await stopped(rosa, other)).toEqual([isStopped, false]);
    expect(await stoppingDisputes(db, rosa.id).execute()).toEqual(isStopped ? [{ status, ends_on: null }] : []);
    expect(await stoppingDisputes(db, other.id).execute()).toEqual([]);
    expect(stopsCharges({ status, charges_resumed_at: null })).toBe(isStopped);
    expect(stopsCharges({ status, charges_resumed_at: minute(0) })).toBe(false);
    await db
      .updateTable("dispute")
      .set({ charges_resumed_at: minute(5) })
      .where("id", "=", id)
      .execute();
    expect(await stopped(rosa)).toEqual([false]);
  });

  test("wait for the bank while one of them does, else for the practice", () => {
    expect(chargesStoppedBy([])).toBeNull();
    expect(chargesStoppedBy([{ status: "lost" }])).toBe("practice");
    expect(chargesStoppedBy([{ status: "lost" }, { status: "under_review" }])).toBe("bank");
  });
});

describe("the practice's disputes", () => {
  test("are listed newest first, each with its order", async () => {
    const { db } = server.services;
    const [second, first] = [
      await addDispute(server, rosa, { opened_at: minute(1) }),
      await addDispute(server, other, { opened_at: minute(2) }),
    ];
    const mine = (rows: readonly { id: string }[]) =>
      rows.map(({ id }) => id).filter((id) => [first, second].includes(id));
    expect(mine(await disputesAfter(db, null, 500))).toEqual([first, second]);
    expect(mine(await disputesAfter(db, { at: minute(2), id: first }, 500))).toEqual([second]);
    expect(await disputesAfter(db, { at: new Date(Date.now() + 9e9), id: newId() }, 1)).toHaveLength(1);
    const found = await disputeById(db, second);
    expect(found).toMatchObject({ id: second, patient_id: rosa.id, order_id: rosa.orderId });
    expect(found?.order_number).toMatch(/\w/);
  });

  test.each(statuses)("%s: open until the bank has decided", async (status) => {
    const { db } = server.services;
    const isOpen = !["won", "inquiry_closed", "lost"].includes(status);
    await addDispute(server, rosa, { status, opened_at: minute(3), reason: "later" });
    await addDispute(server, rosa, { status, opened_at: minute(2), reason: "duplicate" });
    await addDispute(server, other, { status: "won", opened_at: minute(1) });
    const open = await openDisputesOf(db, [rosa.orderId, other.orderId]);
    expect(open).toEqual(new Map(isOpen ? [[rosa.orderId, { since: minute(2), reason: "duplicate" }]] : []));
    expect(await openDisputesOf(db, [])).toEqual(new Map());
    const orders = (await disputedOrders(db, null, 500)).filter(({ patientId }) => patientId === rosa.id);
    expect(orders).toEqual(isOpen ? [{ id: rosa.orderId, patientId: rosa.id, at: minute(2) }] : []);
  });

  test("orders with one are listed by the oldest, page by page", async () => {
    const { db } = server.services;
    await addDispute(server, rosa, { opened_at: new Date(0) });
    await addDispute(server, other, { opened_at: new Date(1) });
    const [first] = await disputedOrders(db, null, 1);
    expect(first?.id).toBe(rosa.orderId);
    expect((await disputedOrders(db, { at: new Date(0), id: rosa.orderId }, 1))[0]?.id).toBe(other.orderId);
  });
});

test("disputes of the same moment have one order, however they lie, and so have orders with one", async () => {
  const at = new Date(Date.now() + 9e9);
  const past = new Date(-1000);
  const ids = [newId(), newId()];
  const byId = ids.toSorted().toReversed();
  const orders = [rosa, other].map(({ orderId }) => orderId).toSorted();
  for (const [first, second] of [ids, ids.toReversed()] as [string, string][]) {
    const { db } = server.services;
    await db.deleteFrom("dispute").where("opened_at", "in", [at, past]).execute();
    for (const [id, payer] of [
      [first, rosa],
      [second, other],
    ] as const) {
      await addDispute(server, payer, { id, opened_at: at, status: "won" });
      await addDispute(server, first === ids[0] ? payer : payer === rosa ? other : rosa, { opened_at: past });
    }
    expect((await withoutIndexes(server, (tx) => disputesAfter(tx, null, 2))).map(({ id }) => id)).toEqual(byId);
    expect((await withoutIndexes(server, (tx) => disputedOrders(tx, null, 2))).map(({ id }) => id)).toEqual(orders);
  }
});

test("a charge is followed while it is disputed, or ever was", async () => {
  const { services } = server;
  let asked = 0;
  const disputesOf = (): Promise<Dispute[]> => {
    asked += 1;
    const known = { id: `dp_${rosa.id}`, amount: 100, reason: "fraudulent", status: "won" } as const;
    return Promise.resolve([{ ...known, openedAt: minute(1), evidenceDueBy: null }]);
  };
  const apply = (disputed: boolean) => {
    const intent = { id: rosa.charge.gateway_intent_id, disputed } as Intent;
    return applyDisputes({ ...services, gateway: { ...services.gateway, disputesOf } }, intent);
  };
  await apply(false);
  expect(asked).toBe(0);
  await addDispute(server, other);
  await apply(false);
  expect(asked).toBe(0);
  const id = await addDispute(server, rosa, { gateway_dispute_id: `dp_${rosa.id}`, status: "under_review" });
  await apply(false);
  expect([asked, (await disputeById(services.db, id))?.status]).toEqual([1, "won"]);
  await apply(true);
  expect(asked).toBe(2);
});

describe("refunds", () => {
  test("of orders are each order's, oldest first, with where they stand", async () => {
    const { db } = server.services;
    const add = (at: number, values: Parameters<typeof addRefund>[2]) =>
      addRefund(server, rosa.charge.id, { created_at: minute(at), amount_cents: at, ...values });
    const ids = [
      await add(1, { status: "created" }),
      await add(2, { status: "unknown" }),
      await add(3, { status: "succeeded" }),
    ];
    const failed = await add(4, { status: "failed" });
    await addRefund(server, other.charge.id);
    const [one, two, three] = ids;
    const shared = (id: string | undefined, at: number) => ({
      id,
      orderId: rosa.orderId,
      cents: at,
      requestedAt: minute(at),
    });
    expect(await refundsOfOrders(db, [rosa.orderId])).toEqual([
      { ...shared(one, 1), status: "under_way" },
      { ...shared(two, 2), status: "under_way" },
      { ...shared(three, 3), status: "refunded" },
      { ...shared(failed, 4), status: "failed" },
    ]);
    expect(await refundsOfOrders(db, [])).toEqual([]);
    expect(await refundedCents(db, rosa.charge.id, refundStates.done)).toBe(3);
    const summaries = await paymentSummariesOf(db, [rosa.orderId, other.orderId]);
    expect([summaries.get(rosa.orderId)?.refundedCents, summaries.get(other.orderId)?.refundedCents]).toEqual([3, 100]);
  });

  test("may return what was captured, less what is refunded, under way or disputed; of each order alike", async () => {
    const { db } = server.services;
    const captured = rosa.charge.captured_cents;
    expect(await refundableCents(db, rosa.orderId)).toBe(captured);
    await addRefund(server, rosa.charge.id, { amount_cents: 100 });
    await addRefund(server, rosa.charge.id, { amount_cents: 20, status: "created" });
    await addRefund(server, rosa.charge.id, { amount_cents: 3, status: "unknown" });
    await addRefund(server, rosa.charge.id, { amount_cents: 1000, status: "failed" });
    await addDispute(server, rosa, { amount_cents: 400, status: "lost" });
    await addDispute(server, rosa, { amount_cents: 2000, status: "won" });
    expect(await refundableCents(db, rosa.orderId)).toBe(captured - 523);
    expect(await refundableCents(db, other.orderId)).toBe(other.charge.captured_cents);
    expect(await refundableCents(db, newId())).toBe(0);
    const all = await refundableCentsOf(db, [rosa.orderId, other.orderId]);
    expect(all).toEqual(
      new Map([
        [rosa.orderId, captured - 523],
        [other.orderId, other.charge.captured_cents],
      ]),
    );
  });

  test("without an outcome are tried again, the longest ago first, and put off alone", async () => {
    const { db } = server.services;
    const add = (at: number, status: "created" | "unknown" | "succeeded" | "failed") =>
      addRefund(server, rosa.charge.id, { status, last_attempt_at: minute(at) });
    const [second, first] = [await add(2, "created"), await add(1, "unknown")];
    for (const status of ["succeeded", "failed"] as const) await add(0, status);
    await add(10, "created");
    const unfinished = async () =>
      (await withoutIndexes(server, (tx) => unfinishedRefunds(tx, minute(10)))).map(({ id }) => id);
    const mine = async () => (await unfinished()).filter((id) => [first, second].includes(id));
    expect(await mine()).toEqual([first, second]);
    await requeueRefund(db, first, minute(3));
    expect(await mine()).toEqual([second, first]);
  });

  test("of one moment have one order, and no more than a hundred are tried at once", async () => {
    const { db } = server.services;
    const ids = [newId(), newId()];
    for (const id of ids.toReversed()) await addRefund(server, rosa.charge.id, { id });
    const found = await withoutIndexes(server, (tx) => refundsOfOrders(tx, [rosa.orderId]));
    expect(found.map(({ id }) => id)).toEqual(ids);
    const many = Array.from({ length: 101 }, () => addRefund(server, rosa.charge.id, { status: "created" }));
    await Promise.all(many);
    expect(await unfinishedRefunds(db, minute(10))).toHaveLength(100);
  });
});

test("how an order is paid is said by its latest charge", async () => {
  const { db } = server.services;
  const summary = async () => (await paymentSummariesOf(db, [rosa.orderId])).get(rosa.orderId);
  await addCharge(server, rosa, { capture: "automatic", created_at: new Date(Date.now() + 9e9) });
  await addCharge(server, rosa, { capture: "manual", created_at: minute(0) });
  expect(await summary()).toEqual({ manualCapture: false, brand: "visa", last4: "4242", refundedCents: 0 });
  await addCharge(server, rosa, { capture: "manual", created_at: new Date(Date.now() + 99e9) });
  expect(await summary()).toMatchObject({ manualCapture: true });
  expect(await paymentSummariesOf(db, [])).toEqual(new Map());
});
