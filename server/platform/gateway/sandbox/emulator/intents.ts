import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { inTransaction } from "../../../database/open.ts";
import type { AuthorizeInput, CaptureInput, Intent, IntentStatus } from "../../port.ts";
import { authorizationLifetimeMs } from "../../port.ts";
import { type Emulator, EmulatorRefused, sandboxId } from "./emulator.ts";
import type { SandboxEventType } from "./events.ts";
import { runIdempotent } from "./idempotency.ts";
import { changeIntent, presentIntent, recordIntent, stateColumns } from "./intent-rows.ts";
import { canceled, captured, charged } from "./intent-rules.ts";
import { assertCustomerExists, resourceMissing } from "./payment-methods.ts";

export function authorize(
  emulator: Emulator,
  input: Omit<AuthorizeInput, "idempotencyKey">,
  key: string,
): Promise<Intent> {
  return runIdempotentIntent(emulator, key, { call: "authorize", input }, async (tx) => {
    await assertCustomerExists(tx, input.customer);
    const now = emulator.clock.now();
    const method = await tx
      .selectFrom("sandbox.payment_method")
      .selectAll()
      .where("id", "=", input.paymentMethod)
      .where("customer_id", "=", input.customer)
      .executeTakeFirst();
    // Without a code, as Stripe's.
    if (method === undefined)
      throw new EmulatorRefused("", "The payment method must be attached to the customer", "payment_method");
    const card = {
      chargeDecline: method.charge_decline,
      requiresThreeDSecure: method.three_d_secure !== null,
      expMonth: method.exp_month,
      expYear: method.exp_year,
    };
    const state = charged(input.amount, card, { capture: input.capture, holderIsThere: !input.offSession }, now);
    const id = sandboxId("pi");
    const row = await tx
      .insertInto("sandbox.intent")
      .values({
        id,
        client_secret: `${id}_secret_${randomBytes(16).toString("hex")}`,
        customer_id: input.customer,
        payment_method_id: input.paymentMethod,
        order_id: input.orderId,
        charge_key: key,
        charge_for: [...input.chargeFor],
        currency: input.currency,
        capture: input.capture,
        ...stateColumns(state),
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return recordIntent(tx, emulator, row, eventByStatus[state.status]);
  });
}

/** The first answer is kept as JSON, which has no dates. */
async function runIdempotentIntent(...request: Parameters<typeof runIdempotent<Intent>>): Promise<Intent> {
  const { captureBefore, ...intent } = await runIdempotent<Intent>(...request);
  return { ...intent, ...(captureBefore && { captureBefore: new Date(captureBefore) }) };
}

export function capture(emulator: Emulator, input: Omit<CaptureInput, "idempotencyKey">, key: string): Promise<Intent> {
  return runIdempotentIntent(emulator, key, { call: "capture", input }, (tx) =>
    changeIntent(tx, emulator, input.intentId, "payment_intent.succeeded", (state, isLapsed) =>
      captured(state, input.amount, isLapsed),
    ),
  );
}

export function cancel(emulator: Emulator, input: { intentId: string }, key: string): Promise<Intent> {
  return runIdempotentIntent(emulator, key, { call: "cancel", input }, (tx) =>
    changeIntent(tx, emulator, input.intentId, "payment_intent.canceled", canceled),
  );
}

export async function retrieve({ db }: Emulator, id: string): Promise<Intent> {
  const row = await db.selectFrom("sandbox.intent").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) throw resourceMissing("payment intent");
  const dispute = await db.selectFrom("sandbox.dispute").select("id").where("intent_id", "=", id).executeTakeFirst();
  return { ...presentIntent(row), ...(dispute && { disputed: true as const }) };
}

/** Every intent of the customer, newest first. */
export async function intentsOfCustomer({ db }: Emulator, customer: string): Promise<readonly Intent[]> {
  const rows = await db
    .selectFrom("sandbox.intent")
    .selectAll()
    .where("customer_id", "=", customer)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(presentIntent);
}

/** Since when the bank has given an amount back. */
const lapsesAt = sql<Date>`coalesce(capture_before, created_at + ${`${authorizationLifetimeMs} milliseconds`}::interval)`;

/** Authorizations nobody captured in time. */
export const lapsedAuthorizations = ({ db, clock }: Pick<Emulator, "db" | "clock">) =>
  db.selectFrom("sandbox.intent").where("status", "=", "requires_capture").where(lapsesAt, "<=", clock.now());

/** Voids them; returns how many. */
export function expireAuthorizations(emulator: Emulator): Promise<number> {
  return inTransaction(emulator, async ({ db: tx }) => {
    const expired = await tx
      .updateTable("sandbox.intent")
      .set({ status: "canceled" })
      .where("status", "=", "requires_capture")
      .where(lapsesAt, "<=", emulator.clock.now())
      .returningAll()
      .execute();
    for (const row of expired) await recordIntent(tx, emulator, row, "payment_intent.canceled");
    return expired.length;
  });
}

const eventByStatus: Partial<Record<IntentStatus, SandboxEventType>> = {
  requires_capture: "payment_intent.amount_capturable_updated",
  succeeded: "payment_intent.succeeded",
  requires_payment_method: "payment_intent.payment_failed",
};
