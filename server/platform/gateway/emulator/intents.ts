import type { Selectable } from "kysely";
import { transact } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import {
  type AuthorizeInput,
  type CaptureInput,
  type DeclineCode,
  GatewayRefused,
  type Intent,
  type IntentStatus,
  type Refund,
  type RefundInput,
} from "../port.ts";
import { type Books, sandboxId, type SandboxTx } from "./books.ts";
import { appendEvent, type SandboxEventType } from "./events.ts";
import { once } from "./idempotency.ts";
import { canceled, captured, charged, holdMs, type IntentState, refunded } from "./intent-rules.ts";
import { missing } from "./payment-methods.ts";

type IntentRow = Selectable<Tables["sandbox.intent"]>;

export function authorize(books: Books, input: Omit<AuthorizeInput, "idempotencyKey">, key: string): Promise<Intent> {
  return once(books, key, { call: "authorize", input }, async (tx) => {
    const now = books.clock.now();
    const method = await tx
      .selectFrom("sandbox.payment_method")
      .selectAll()
      .where("id", "=", input.paymentMethod)
      .where("customer_id", "=", input.customer)
      .executeTakeFirst();
    if (method === undefined) throw missing("payment method of this customer");
    const card = {
      charge: method.charge_decline as DeclineCode | null,
      expMonth: method.exp_month,
      expYear: method.exp_year,
    };
    const state = charged(input.amount, card, input.capture, now);
    const row = await tx
      .insertInto("sandbox.intent")
      .values({
        id: sandboxId("pi"),
        customer_id: input.customer,
        payment_method_id: input.paymentMethod,
        order_id: input.orderId,
        currency: input.currency,
        capture: input.capture,
        ...stateColumns(state),
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return record(tx, books, row, authorizeEvents[state.status]);
  });
}

export function capture(books: Books, input: Omit<CaptureInput, "idempotencyKey">, key: string): Promise<Intent> {
  return once(books, key, { call: "capture", input }, (tx) =>
    change(tx, books, input.intentId, "payment_intent.succeeded", (state, age) => captured(state, input.amount, age)),
  );
}

export function cancel(books: Books, input: { intentId: string }, key: string): Promise<Intent> {
  return once(books, key, { call: "cancel", input }, (tx) =>
    change(tx, books, input.intentId, "payment_intent.canceled", canceled),
  );
}

export function refund(books: Books, input: Omit<RefundInput, "idempotencyKey">, key: string): Promise<Refund> {
  return once(books, key, { call: "refund", input }, async (tx) => {
    await lockIntent(tx, input.intentId);
    const earlier = await tx
      .selectFrom("sandbox.refund")
      .selectAll()
      .where("refund_id", "=", input.refundId)
      .executeTakeFirst();
    if (earlier !== undefined && earlier.intent_id !== input.intentId) {
      throw new GatewayRefused("invalid_request", "The refund id was used for another intent");
    }
    if (earlier !== undefined) return presentRefund(earlier);
    await change(tx, books, input.intentId, "charge.refunded", (state) => refunded(state, input.amount));
    const row = { id: sandboxId("re"), refund_id: input.refundId, intent_id: input.intentId, amount: input.amount };
    await tx
      .insertInto("sandbox.refund")
      .values({ ...row, created_at: books.clock.now() })
      .execute();
    return presentRefund(row);
  });
}

export async function refundsOf({ db }: Books, intentId: string): Promise<readonly Refund[]> {
  const rows = await db.selectFrom("sandbox.refund").selectAll().where("intent_id", "=", intentId).execute();
  return rows.map(presentRefund);
}

export async function retrieve({ db }: Books, id: string): Promise<Intent> {
  const row = await db.selectFrom("sandbox.intent").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw missing("payment intent");
  return presentIntent(row);
}

/** Every intent of the order, newest first. */
export async function intentsOfOrder({ db }: Books, orderId: string): Promise<readonly Intent[]> {
  const rows = await db
    .selectFrom("sandbox.intent")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(presentIntent);
}

/** Releases the holds nobody captured in time; returns how many. */
export function expireHolds(books: Books): Promise<number> {
  return transact(books.db, async (tx) => {
    const lapsed = await tx
      .updateTable("sandbox.intent")
      .set({ status: "canceled" })
      .where("status", "=", "requires_capture")
      .where("created_at", "<=", new Date(books.clock.now().getTime() - holdMs))
      .returningAll()
      .execute();
    for (const row of lapsed) await record(tx, books, row, "payment_intent.canceled");
    return lapsed.length;
  });
}

const authorizeEvents: Partial<Record<IntentStatus, SandboxEventType>> = {
  requires_capture: "payment_intent.amount_capturable_updated",
  succeeded: "payment_intent.succeeded",
  requires_payment_method: "payment_intent.payment_failed",
};

async function change(
  tx: SandboxTx,
  books: Books,
  id: string,
  event: SandboxEventType,
  rule: (state: IntentState, age: number) => IntentState,
): Promise<Intent> {
  const before = await lockIntent(tx, id);
  const age = books.clock.now().getTime() - before.created_at.getTime();
  const row = await tx
    .updateTable("sandbox.intent")
    .set(stateColumns(rule(stateOf(before), age)))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return record(tx, books, row, event);
}

async function lockIntent(tx: SandboxTx, id: string): Promise<IntentRow> {
  const row = await tx.selectFrom("sandbox.intent").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (row === undefined) throw missing("payment intent");
  return row;
}

async function record(tx: SandboxTx, books: Books, row: IntentRow, event?: SandboxEventType): Promise<Intent> {
  const intent = presentIntent(row);
  if (event !== undefined) await appendEvent(tx, event, intent, books.clock.now());
  return intent;
}

const stateOf = (row: IntentRow): IntentState => ({
  status: row.status as IntentStatus,
  amount: row.amount,
  amountCaptured: row.amount_captured,
  amountRefunded: row.amount_refunded,
  lastDecline: row.last_decline as DeclineCode | null,
});

const stateColumns = (state: IntentState) => ({
  status: state.status,
  amount: state.amount,
  amount_captured: state.amountCaptured,
  amount_refunded: state.amountRefunded,
  last_decline: state.lastDecline,
});

function presentIntent(row: IntentRow): Intent {
  const { lastDecline, ...state } = stateOf(row);
  return {
    id: row.id,
    ...state,
    currency: row.currency,
    orderId: row.order_id,
    ...(lastDecline !== null && { lastDecline: { code: lastDecline } }),
  };
}

const presentRefund = (row: { id: string; refund_id: string; amount: number }): Refund => ({
  id: row.id,
  refundId: row.refund_id,
  amount: row.amount,
  status: "succeeded",
});
