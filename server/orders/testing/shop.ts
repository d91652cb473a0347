import { expect } from "vitest";
import { addAddress } from "#server/addresses/shipping-addresses.ts";
import { paymentQueues, putCardOnFile } from "#server/payment/public.ts";
import { movableClock, type MovableClock } from "#server/platform/clock/clock.ts";
import { inTransaction, type Database, type OpenDatabase } from "#server/platform/database/open.ts";
import { openTestDatabase } from "#server/platform/database/testing/test-databases.ts";
import type { PaymentGateway } from "#server/platform/gateway/port.ts";
import { faultQueue, type Faults } from "#server/platform/gateway/sandbox/faults.ts";
import {
  type AdapterName,
  adapters,
  type OpenedAdapter,
  webhookSecret,
} from "#server/platform/gateway/testing/adapters.ts";
import { signWebhook } from "#server/platform/gateway/webhook-signature.ts";
import { newId } from "#server/platform/ids.ts";
import type { Outside } from "#server/platform/outside/outside.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { JobServices } from "#server/platform/services.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { zipCodeInState } from "#server/testing/zip-codes.ts";
import type { OrderRequest } from "../placing/find-or-create-order.ts";

/** A server with a gateway that can be made to fail, and steps for shopping there. */
export interface Shop extends TestServer {
  readonly faults: Faults;
  /** What the twin of Stripe is to answer instead, from here on. */
  readonly script: OpenedAdapter["script"];
  /** The database where the gateway stores its data. */
  readonly gatewayDb: Database;
  readonly clock: MovableClock;
  /** A patient with an address and a card. */
  shopper(details?: { state?: string; card?: string | null }): Promise<string>;
  orderRequest(patientId: string, more?: Partial<OrderRequest>): OrderRequest;
  /** An order's charges as the gateway has them. */
  charges(
    orderId: string,
  ): Promise<{ id: string; status: string; amount: number; amount_captured: number; amount_refunded: number }[]>;
  chargesOf(patientId: string): Promise<number>;
  /** The gateway's events so far, oldest first. */
  events(): Promise<{ id: string; body: string }[]>;
  deliver(event: { body: string }): Promise<number>;
  /** Runs `work` once, after the gateway has made its next charge and before it answers. */
  beforeGatewayAnswer(work: () => Promise<unknown>): void;
  /** Runs the reconciling job after a delay, and other waiting jobs. */
  reconcile(): Promise<void>;
  orderRow(
    orderId: string,
  ): Promise<{ status: string; number: string | null; total_cents: number; decline_code: string | null }>;
}

/** `on`: an already open database, a separate one for the gateway, which then outlives the shop, and settings. */
export async function openShop(
  adapter: AdapterName = "sandbox",
  on: { readonly database?: OpenDatabase; readonly gatewayDb?: Database; readonly env?: Record<string, string> } = {},
): Promise<Shop> {
  const database = on.database ?? (await openTestDatabase());
  const gatewayDb = on.gatewayDb ?? database.db;
  const clock = movableClock();
  const faults = faultQueue();
  let outside: Outside | undefined;
  const opened = await adapters[adapter]({ db: gatewayDb, clock }, faults, {
    // The server, which counts what the adapter reports, is started with the adapter.
    of: (table) => ({
      failed: (answer, code) => outside?.of(table).failed(answer, code) ?? table.rows[answer],
      worked: () => outside?.of(table).worked(),
    }),
  });
  let pendingWork: (() => Promise<unknown>) | undefined;
  const gateway: PaymentGateway = {
    ...opened.gateway,
    async authorize(input) {
      const intent = await opened.gateway.authorize(input);
      const work = pendingWork;
      pendingWork = undefined;
      await work?.();
      return intent;
    },
  };
  const server = await startTestServer({ database, clock, gateway }, on.env);
  const { services, app } = server;
  ({ outside } = services);
  const { db } = services;
  return {
    ...server,
    clock,
    faults,
    script: opened.script,
    gatewayDb,
    beforeGatewayAnswer: (work) => void (pendingWork = work),
    async close() {
      await server.close();
      await opened.close();
    },
    async shopper({ state = "IA", card = "tok_visa" } = {}) {
      const id = newId();
      const now = clock.now();
      await db
        .insertInto("patient")
        .values({
          id,
          email: `${id}@example.com`,
          password_hash: "none",
          state,
          created_at: now,
          password_changed_at: now,
        })
        .execute();
      const body = { address1: "1 Elm Street", city: "Town", state, zipcode: zipCodeInState(state) };
      await inTransaction({ db }, ({ db: tx }) => addAddress(tx, services, id, body));
      if (card !== null) await putCardOnFile(services, { patientId: id, source: card, idempotencyKey: newId() });
      return id;
    },
    orderRequest: (patientId, more = {}) => ({
      patientId,
      kind: "onboarding",
      lines: [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 2 }],
      couponCode: null,
      shippingId: null,
      expectedTotalCents: null,
      idempotencyKey: newId(),
      capture: "manual",
      termsVersion: "terms@test",
      ...more,
    }),
    charges: (orderId) =>
      gatewayDb
        .selectFrom("sandbox.intent")
        .select(["id", "status", "amount", "amount_captured", "amount_refunded"])
        .where("order_id", "=", orderId)
        .execute(),
    async chargesOf(patientId) {
      const rows = await gatewayDb
        .selectFrom("sandbox.intent")
        .innerJoin("sandbox.customer", "sandbox.customer.id", "sandbox.intent.customer_id")
        .select("sandbox.intent.id")
        .where("sandbox.customer.patient_id", "=", patientId)
        .execute();
      return rows.length;
    },
    async events() {
      const rows = await gatewayDb.selectFrom("sandbox.event").select(["id", "body"]).orderBy("seq").execute();
      return rows.map(({ id, body }) => ({ id, body: JSON.stringify(body) }));
    },
    async deliver({ body }) {
      const headers = {
        "content-type": "application/json",
        "stripe-signature": signWebhook(body, webhookSecret, clock.now()),
      };
      return (await app.inject({ method: "POST", url: `/webhooks/${adapter}`, headers, payload: body })).statusCode;
    },
    async reconcile() {
      clock.advance(11_000);
      await services.jobs.enqueue(db, paymentQueues.reconcile, {});
      await services.jobs.drain();
    },
    orderRow: (orderId) =>
      db
        .selectFrom("customer_order")
        .select(["status", "number", "total_cents", "decline_code"])
        .where("id", "=", orderId)
        .executeTakeFirstOrThrow(),
  };
}

/** The services with some gateway calls replaced. */
export const withGateway = (services: JobServices, changes: Partial<PaymentGateway>): JobServices => ({
  ...services,
  gateway: { ...services.gateway, ...changes },
});

/** The refusal code of a call. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => expect.fail("was not refused"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refusal)) throw error;
  return error.code;
}

/** The patient's only order. */
export async function onlyOrder({ services }: Pick<Shop, "services">, patientId: string): Promise<string> {
  const rows = await services.db
    .selectFrom("customer_order")
    .select("id")
    .where("patient_id", "=", patientId)
    .execute();
  expect(rows).toHaveLength(1);
  return rows[0]?.id ?? "";
}

/** Sum of an order's ledger entries, which is zero, and the amount it says the gateway owes us. */
export async function ledger(
  { services }: Pick<Shop, "services">,
  orderId: string,
): Promise<{ sum: number; gateway: number }> {
  const rows = await services.db
    .selectFrom("ledger_entry")
    .select(["account", "amount_cents"])
    .where("order_id", "=", orderId)
    .execute();
  const add = (entries: typeof rows) => entries.reduce((total, row) => total + row.amount_cents, 0);
  return { sum: add(rows), gateway: add(rows.filter((row) => row.account === "gateway")) };
}
