import { type Selectable, sql } from "kysely";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { intentStates } from "#server/platform/database/states.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Intent } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { defaultSource, mayBeChargedAlone } from "../cards.ts";
import { chargeKeyOf } from "./charged-once.ts";

/** Our row of one charge. What else is asked of the gateway about it has keys that derive from its id. */
export type IntentRow = Selectable<Tables["payment_intent"]>;

export interface NewIntent {
  readonly orderId: string;
  readonly patientId: string;
  readonly gateway: string;
  readonly paymentSourceId: string;
  readonly amountCents: number;
  /** What it pays for, if that has a period or a decision behind it (`charged-once.ts`). */
  readonly chargeFor: readonly string[];
  readonly capture: "manual" | "automatic";
  /** The patient is not present when it is charged. */
  readonly offSession: boolean;
  readonly now: Date;
}

/** Inserts the row of a charge, before the gateway is asked. The caller holds the patient's order lock. */
export async function createIntent(tx: Tx, input: NewIntent): Promise<void> {
  const id = newId();
  const chargeFor = [...input.chargeFor];
  const attempt = chargeFor.length === 0 ? 1 : 1 + (await earlierAttempts(tx, input.patientId, chargeFor));
  await tx
    .insertInto("payment_intent")
    .values({
      id,
      charge_for: chargeFor,
      charge_key: chargeKeyOf(id, chargeFor, attempt),
      order_id: input.orderId,
      patient_id: input.patientId,
      gateway: input.gateway,
      payment_source_id: input.paymentSourceId,
      amount_cents: input.amountCents,
      capture: input.capture,
      off_session: input.offSession,
      status: "created",
      created_at: input.now,
      updated_at: input.now,
    })
    .execute();
}

async function earlierAttempts(tx: Tx, patientId: string, chargeFor: string[]): Promise<number> {
  const { count } = await tx
    .selectFrom("payment_intent")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("patient_id", "=", patientId)
    .where(sql<boolean>`charge_for && ${chargeFor}::text[]`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const intentOf = (db: Database, orderId: string): Promise<IntentRow> =>
  db
    .selectFrom("payment_intent")
    .selectAll()
    .where("order_id", "=", orderId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();

export const intentById = (db: Database, id: string): Promise<IntentRow | undefined> =>
  db.selectFrom("payment_intent").selectAll().where("id", "=", id).executeTakeFirst();

/** The charge with this gateway id. */
export const intentByGatewayId = (db: Database, gatewayIntentId: string): Promise<IntentRow | undefined> =>
  db.selectFrom("payment_intent").selectAll().where("gateway_intent_id", "=", gatewayIntentId).executeTakeFirst();

const oldestUpdatedIntents = (db: Database, before: Date) =>
  db.selectFrom("payment_intent").selectAll().where("updated_at", "<", before).orderBy("updated_at").limit(100);

/** Charges without an outcome, not tried since `before`; the longest ago first. */
export const unresolvedIntents = (db: Database, before: Date): Promise<IntentRow[]> =>
  oldestUpdatedIntents(db, before).where("status", "in", intentStates.unresolved.list).execute();

/** Authorizations to capture or void, not tried since `before`; the longest ago first. */
export const intentsToCaptureOrVoid = (db: Database, before: Date): Promise<IntentRow[]> =>
  oldestUpdatedIntents(db, before)
    .where("status", "=", "requires_capture")
    .where("capture_or_void", "is not", null)
    .execute();

/** Authorizations nobody has decided on, not checked since `before`; the longest ago first. */
export const undecidedAuthorizations = (db: Database, before: Date): Promise<IntentRow[]> =>
  oldestUpdatedIntents(db, before)
    .where("status", "=", "requires_capture")
    .where("capture_or_void", "is", null)
    .execute();

/** Records that the gateway is about to be asked to make the charge; returns the number of the attempt, from 1. */
export async function recordChargeAttempt(db: Database, id: string, now: Date): Promise<number> {
  const { attempts } = await db
    .updateTable("payment_intent")
    .set(({ eb }) => ({ attempts: eb("attempts", "+", 1), attempted_at: now }))
    .where("id", "=", id)
    .returning("attempts")
    .executeTakeFirstOrThrow();
  return attempts;
}

export type IntentRowStatus = "unknown" | "requires_capture" | "succeeded" | "canceled" | "declined" | "mismatch";

const previousStatuses: Readonly<Record<IntentRowStatus, readonly Tables["payment_intent"]["status"][]>> = {
  unknown: ["created", "unknown"],
  requires_capture: ["created", "unknown"],
  succeeded: ["created", "unknown", "requires_capture"],
  canceled: ["created", "unknown", "requires_capture"],
  declined: ["created", "unknown"],
  mismatch: ["created", "unknown", "requires_capture"],
};

/** Records the gateway's state of a charge; false, without a change, if it is older than the recorded one. */
export async function recordIntent(
  tx: Tx,
  id: string,
  status: IntentRowStatus,
  intent: Intent | null,
  now: Date,
): Promise<boolean> {
  const changed = await tx
    .updateTable("payment_intent")
    .set({
      status,
      updated_at: now,
      ...(intent
        ? {
            gateway_intent_id: intent.id,
            captured_cents: intent.amountCaptured,
            decline_code: intent.lastDecline?.code ?? null,
            capture_before: intent.captureBefore ?? null,
          }
        : {}),
    })
    .where("id", "=", id)
    .where("status", "in", previousStatuses[status])
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

/** Requests a capture or void of an authorization; the first decision stands and is returned. */
export async function requestCaptureOrVoid(
  tx: Tx,
  id: string,
  decision: "capture" | "void",
  now: Date,
): Promise<string | null> {
  await tx
    .updateTable("payment_intent")
    .set({ capture_or_void: decision, updated_at: now })
    .where("id", "=", id)
    .where("capture_or_void", "is", null)
    .where("status", "=", "requires_capture")
    .execute();
  const row = await tx.selectFrom("payment_intent").select("capture_or_void").where("id", "=", id).executeTakeFirst();
  return row?.capture_or_void ?? null;
}

/** Moves the charge to the end of the reconciling queue. */
export async function requeueIntent(db: Database, id: string, now: Date): Promise<void> {
  await db.updateTable("payment_intent").set({ updated_at: now }).where("id", "=", id).execute();
}

/** Requests that an order's charge is not made any more, if its outcome is not known yet. */
export async function requestChargeCancel(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable("payment_intent")
    .set({ cancel_requested: true })
    .where("order_id", "=", orderId)
    .where("status", "in", intentStates.unresolved.list)
    .execute();
}

/** Whether the charge of an order was cancelled before its outcome was known; it may have been made all the same. */
export async function isChargeCancelRequested(db: Database, orderId: string): Promise<boolean> {
  return (await intentOf(db, orderId)).cancel_requested;
}

/** Whether the patient has put another card on file since an order was charged. */
export async function hasNewDefaultCard(db: Database, orderId: string): Promise<boolean> {
  const other = await db
    .selectFrom("payment_intent")
    .innerJoin("payment_source", "payment_source.patient_id", "payment_intent.patient_id")
    .select("payment_source.id")
    .where("payment_intent.order_id", "=", orderId)
    .where("payment_source.is_default", "=", true)
    .whereRef("payment_source.id", "!=", "payment_intent.payment_source_id")
    .executeTakeFirst();
  return other !== undefined;
}

/** When the bank gives the authorized amounts of these orders back, where the gateway says it; by order. */
export async function captureBeforeOf(db: Database, orderIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("payment_intent")
    .select(["order_id", "capture_before"])
    .where("order_id", "in", [...orderIds])
    .where("status", "=", "requires_capture")
    .execute();
  return new Map(rows.flatMap(({ order_id, capture_before }) => (capture_before ? [[order_id, capture_before]] : [])));
}

/** Why an order's card can't be tried again by itself, if it can't: it isn't on file any more, or its bank won't have it charged. */
export async function cardNeeded(db: Database, orderId: string): Promise<"missing" | "refused" | null> {
  const { patient_id } = await intentOf(db, orderId);
  const source = await defaultSource(db, patient_id);
  if (!source) return "missing";
  return (await mayBeChargedAlone(db, source)) ? null : "refused";
}

/** Closes a charge that differed from its order: accepted with the captured cents, or released (null). */
export async function closeMismatchedIntent(
  tx: Tx,
  id: string,
  capturedCents: number | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable("payment_intent")
    .set({
      ...(capturedCents === null ? { status: "canceled" } : { status: "succeeded", captured_cents: capturedCents }),
      updated_at: now,
    })
    .where("id", "=", id)
    .where("status", "=", "mismatch")
    .execute();
}
