import fc from "fast-check";
import { sql, type KyselyPlugin } from "kysely";
import { expect, it } from "vitest";
import { authorize } from "#server/payment/charges/gateway-charge.ts";
import { intentOf } from "#server/payment/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { GatewayOperation } from "#server/platform/gateway/sandbox/faults.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { canTransition, transitions, orderStatuses, type OrderStatus } from "../order-status.ts";
import { applyIntent } from "../payments/apply-intent.ts";
import { refundOrder, captureApprovedOrder, voidDeclinedOrder } from "../payments/capture-or-void.ts";
import { placeOrder } from "../placing/place-order.ts";
import { type Buyer, cart, cartCents, type CartShop, describeEachGateway } from "./testing/each-gateway.ts";

/** The shortest sequence of transitions between two states; null where there is none. */
function transitionPath(to: OrderStatus, from: OrderStatus): OrderStatus[] | null {
  const paths: OrderStatus[][] = [[from]];
  for (const path of paths) {
    const last = path.at(-1) ?? from;
    if (last === to) return path.slice(1);
    for (const next of transitions[last]) if (!paths.some((known) => known.includes(next))) paths.push([...path, next]);
  }
  return null;
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ do: "pay" as const }) },
  fc.record({
    do: fc.constant("fault" as const),
    operation: fc.constantFrom<GatewayOperation>("authorize", "retrieve", "refund", "capture", "cancel", "intentsOf"),
    when: fc.constantFrom("before" as const, "after" as const),
  }),
  { weight: 3, arbitrary: fc.record({ do: fc.constant("event" as const), which: fc.nat(20) }) },
  fc.constant({ do: "work" as const }),
  fc.constant({ do: "reconcile" as const }),
  // Within a charge's retry window, beyond it, and beyond the time the gateway remembers idempotency keys.
  fc.record({ do: fc.constant("later" as const), minutes: fc.constantFrom(6, 16, 25 * 60) }),
  fc.constantFrom({ do: "approve" as const }, { do: "decline" as const }),
  fc.record({ do: fc.constant("refund" as const), amountCents: fc.integer({ min: 1, max: cartCents + 1 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

describeEachGateway((shop) => {
  const setStatus = (id: string, status: Tables["customer_order"]["status"]) =>
    shop.services.db.updateTable("customer_order").set({ status }).where("id", "=", id).execute();

  it("checkout proof 3: the transition table in SQL equals the one in the code", async () => {
    const rows = await shop.services.db.selectFrom("order_transition").selectAll().execute();
    const inSql = rows.map((row) => `${row.from_status} ${row.to_status}`).toSorted();
    expect(inSql).toEqual(orderStatuses.flatMap((from) => transitions[from].map((to) => `${from} ${to}`)).toSorted());
  });

  it("checkout proof 3: illegal transitions are refused in SQL, whoever makes them", async () => {
    const first = await shop.buyer();
    const { id } = (await shop.pay(first)).ok.order;
    /** An order in this state, created like the first one. */
    const orderIn = async (status: OrderStatus) => {
      const copy = newId();
      const begin = status === "pending" || status === "cancelled" ? "pending" : "authorizing";
      const row = await shop.services.db
        .selectFrom("customer_order")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
      await shop.services.db
        .insertInto("customer_order")
        .values({ ...row, id: copy, number: null, idempotency_key: newId(), status: begin })
        .execute();
      for (const next of transitionPath(status, begin) ?? expect.fail(`no way to ${status}`))
        await setStatus(copy, next);
      return copy;
    };
    for (const from of orderStatuses) {
      const stuck = await orderIn(from);
      for (const to of orderStatuses.filter((other) => other !== from && !canTransition(from, other)))
        await expect(setStatus(stuck, to), `${from} to ${to}`).rejects.toThrow(`cannot move from ${from} to ${to}`);
      for (const to of transitions[from]) await setStatus(await orderIn(from), to);
    }
  });

  it.each(["automatic", "manual"] as const)(
    "checkout proof 3: in any order of events an order makes listed transitions only, is charged once, and its ledger balances: %s capture",
    async (capture) => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), fc.boolean(), async (history, good) => {
          await runHistory(shop, await shop.buyer(good ? "tok_visa" : "tok_chargeCustomerFail"), history, capture);
        }),
        { numRuns: 5 },
      );
    },
  );

  it("checkout proof 3: two charges of one order, reported at once, wait for its one lock: one is kept, one given back", async () => {
    const buyer = await shop.buyer();
    shop.faults.add("authorize", "before");
    await shop.pay(buyer);
    const id = (await shop.paymentState(buyer)).orders[0]?.id ?? "";
    const row = await intentOf(shop.services.db, id);
    const intents = [
      await authorize(shop.services, row),
      await authorize(shop.services, { ...row, charge_key: newId() }),
    ];
    const services = { ...shop.services, db: withLockContention(shop) };
    await Promise.all(intents.map((intent) => applyIntent(services, id, intent)));
    await shop.jobs.drain();
    const { orders, charges, ledger } = await shop.paymentState(buyer);
    expect(charges.map((charge) => charge.amount_refunded).toSorted((a, b) => a - b)).toEqual([0, cartCents]);
    expect([orders[0]?.status, ledger]).toEqual(["paid", cartCents]);
  });

  it("checkout proof 3: browser, webhook and job at once place one order", async () => {
    const buyer = await shop.buyer();
    const key = newId();
    shop.beforeGatewayAnswer(() => Promise.all([shop.deliverAll(), shop.reconcile(), shop.pay(buyer, {}, key)]));
    await shop.pay(buyer, {}, key);
    expect(await shop.paymentState(buyer)).toMatchObject({
      orders: [{ status: "paid" }],
      charges: [{}],
      ledger: cartCents,
    });
    const events = await shop.services.db
      .selectFrom("order_event")
      .innerJoin("customer_order", "customer_order.id", "order_event.order_id")
      .select("event")
      .where("customer_order.patient_id", "=", buyer.id)
      .where("event", "=", "paid")
      .execute();
    expect(events).toHaveLength(1);
  });
});

/**
 * The shop's database, whose first transaction continues after reading its order only once a second one has read it too or waits to; the
 * embedded database runs one transaction at a time.
 */
function withLockContention({ services: { db }, database: { pool } }: CartShop): Database {
  const reads = new WeakSet<object>();
  let read = 0;
  const waiting = async () =>
    (await pool!.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
      .rowCount ?? 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (node.kind === "SelectQueryNode" && JSON.stringify(node.from).includes("customer_order")) reads.add(queryId);
      return node;
    },
    transformResult: async ({ result, queryId }) => {
      if (!pool || !reads.has(queryId)) return result;
      read += 1;
      while (read < 2 && (await waiting()) === 0);
      return result;
    },
  };
  const watched = db.withPlugin(plugin);
  return Object.assign(watched, { withoutPlugins: () => db.withoutPlugins().withPlugin(plugin) });
}

/** Refusals are part of a history; any other error is a defect. */
const allowed = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => expect(error).toBeInstanceOf(Refusal));

/** Runs the history of one checkout and checks what must hold after it. */
async function runHistory(
  shop: CartShop,
  patient: Buyer,
  history: readonly Step[],
  capture: "automatic" | "manual",
): Promise<void> {
  let buyer = patient;
  const idempotencyKey = newId();
  const { services } = shop;
  const authorizeRequest = shop.orderRequest(buyer.id, { idempotencyKey });
  const seen = (await shop.events()).length;
  const pay = async () => {
    if (capture === "manual") await allowed(placeOrder(services, authorizeRequest));
    else expect((await shop.pay(buyer, { checkout: cart }, idempotencyKey)).status).toBeLessThan(500);
  };
  for (const next of history) {
    const order = (await shop.paymentState(buyer)).orders[0];
    if (next.do === "pay") await pay();
    if (next.do === "fault") shop.faults.add(next.operation, next.when);
    if (next.do === "work") await shop.jobs.drain();
    if (next.do === "reconcile") await shop.reconcile();
    if (next.do === "later") {
      shop.clock.advance(next.minutes * 60_000);
      buyer = await shop.signInAgain(buyer);
    }
    if (next.do === "event") {
      const events = (await shop.events()).slice(seen);
      const event = events[next.which % Math.max(1, events.length)];
      if (event) expect(await shop.deliver(event)).toBe(200);
    }
    if (order && next.do === "approve") await allowed(captureApprovedOrder(services, order.id));
    if (order && next.do === "decline") await allowed(voidDeclinedOrder(services, order.id));
    if (order && next.do === "refund")
      await allowed(
        refundOrder(services, { orderId: order.id, refundId: newId(), amountCents: next.amountCents, reason: "r" }),
      );
  }
  shop.faults.clear();
  // Runs failed jobs' retries at once, and continues until the queue is empty.
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(services.db);
  for (let round = 0; round < 3; round += 1) {
    shop.clock.advance(6 * 60_000);
    await shop.reconcile();
  }
  const { orders, charges, ledger } = await shop.paymentState(buyer);
  expect(orders.length).toBeLessThanOrEqual(1);
  expect(charges.length).toBeLessThanOrEqual(orders.length);
  const [order, charge] = [orders[0], charges[0]];
  if (!order) return;
  expect(order.status).toBe(finalStatus(charge));
  expect(order.number !== null).toBe(charge !== undefined && charge.status !== "requires_payment_method");
  expect(ledger).toBe(charge ? charge.amount_captured - charge.amount_refunded : 0);
}

/** The status an order ends in, by its charge. */
function finalStatus(charge: { status: string; amount_refunded: number } | undefined): string {
  if (charge?.status === "succeeded") return charge.amount_refunded === cartCents ? "refunded" : "paid";
  return charge?.status === "requires_capture" ? "authorized" : charge?.status === "canceled" ? "voided" : "failed";
}
