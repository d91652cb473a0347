import type { Selectable } from "kysely";
import type { Tables } from "../../../database/tables.ts";
import { declineOf } from "../../declines.ts";
import { authorizationEnd, type Intent } from "../../port.ts";
import type { Emulator, SandboxTx } from "./emulator.ts";
import { appendEvent, type SandboxEventType } from "./events.ts";
import type { IntentState } from "./intent-rules.ts";
import { recordMovement } from "./movements.ts";
import { resourceMissing } from "./payment-methods.ts";

type IntentRow = Selectable<Tables["sandbox.intent"]>;

/** Applies a rule to a locked intent and records the event. */
export async function changeIntent(
  tx: SandboxTx,
  emulator: Emulator,
  id: string,
  event: SandboxEventType,
  rule: (state: IntentState, isLapsed: boolean) => IntentState,
): Promise<Intent> {
  const before = await lockIntent(tx, id);
  const isLapsed = captureBefore(before) <= emulator.clock.now();
  const row = await tx
    .updateTable("sandbox.intent")
    .set(stateColumns(rule(stateOf(before), isLapsed)))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return recordIntent(tx, emulator, row, event);
}

export async function lockIntent(tx: SandboxTx, id: string): Promise<IntentRow> {
  const row = await tx.selectFrom("sandbox.intent").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
  if (row === undefined) throw resourceMissing("payment intent");
  return row;
}

export async function recordIntent(
  tx: SandboxTx,
  emulator: Emulator,
  row: IntentRow,
  event?: SandboxEventType,
): Promise<Intent> {
  const intent = presentIntent(row);
  const now = emulator.clock.now();
  if (event === "payment_intent.succeeded")
    await recordMovement(tx, { kind: "capture", intentId: row.id, amount: row.amount_captured }, now);
  if (event !== undefined) await appendEvent(tx, event, intent, now);
  return intent;
}

export function presentIntent(row: IntentRow): Intent {
  const { lastDecline, ...state } = stateOf(row);
  return {
    id: row.id,
    ...state,
    currency: row.currency,
    orderId: row.order_id,
    customer: row.customer_id,
    chargeKey: row.charge_key,
    chargeFor: row.charge_for,
    ...(row.status === "requires_action" && row.client_secret !== null && { clientSecret: row.client_secret }),
    ...(lastDecline !== null && { lastDecline: declineOf({ decline_code: lastDecline }) }),
    ...(row.status === "requires_capture" && row.capture_before !== null && { captureBefore: row.capture_before }),
  };
}

/** When the bank gives the amount back: seven days later, unless a test says otherwise. */
const captureBefore = (row: Pick<IntentRow, "capture_before" | "created_at">): Date =>
  authorizationEnd(row.capture_before, row.created_at);

export const stateColumns = (state: IntentState) => ({
  status: state.status,
  amount: state.amount,
  amount_captured: state.amountCaptured,
  amount_refunded: state.amountRefunded,
  last_decline: state.lastDecline,
});

const stateOf = (row: IntentRow): IntentState => ({
  status: row.status,
  amount: row.amount,
  amountCaptured: row.amount_captured,
  amountRefunded: row.amount_refunded,
  lastDecline: row.last_decline,
});
