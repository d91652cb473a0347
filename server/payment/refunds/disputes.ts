import { type RawBuilder, type Selectable, sql } from "kysely";
import { isDeathReported } from "#server/auth/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/database/open.ts";
import { disputeStates } from "#server/platform/database/states.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Dispute, Intent } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { intentByGatewayId, type IntentRow } from "../charges/payment-intents.ts";
import { postLedgerEntry } from "../ledger.ts";
import { mailAboutDispute } from "./dispute-mail.ts";

/**
 * Disputes: a patient's bank asks for a charge's money back, or has taken it. A dispute is a row that follows the gateway's state; the
 * practice answers it at the gateway. While one is open, nothing is charged automatically, because the patient may not recognize the charge or
 * the card may be stolen; after a lost one, not until the practice resumes charges. What a bank took back is never refunded as well.
 */

type DisputeRow = Selectable<Tables["dispute"]>;

/**
 * Brings the disputes of a charge, and the ledger, in line with the gateway's current state. Safe in any order and any number of times: events
 * are only hints, the gateway is asked again.
 */
export async function applyDisputes(services: Services, intent: Intent): Promise<void> {
  const charge = await intentByGatewayId(services.db, intent.id);
  if (!charge || (!intent.disputed && !(await hasDispute(services.db, charge.id)))) return;
  const disputes = await services.gateway.disputesOf(intent.id);
  await inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, charge.patient_id);
    for (const dispute of disputes) await recordDispute(tx, charge, dispute);
  });
}

async function recordDispute(services: TxServices, charge: IntentRow, dispute: Dispute): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const row = await upsertDispute(db, charge, dispute, now);
  const changes = {
    ...{ status: dispute.status, evidence_due_by: dispute.evidenceDueBy, updated_at: now },
    ...(isAskedAnew(row.status, dispute.status) && noAnswer),
  };
  await db.updateTable("dispute").set(changes).where("id", "=", row.id).execute();
  const isWithdrawn = disputeStates.withBank.has(dispute.status);
  if (isWithdrawn !== row.funds_withdrawn) await postDisputeEntry(db, charge, row, isWithdrawn, now);
  if (row.status !== dispute.status || row.isNew) {
    services.log.error({ dispute: row.id, order: charge.order_id, status: dispute.status }, "a payment is disputed");
    await mailAboutDispute(services, charge, { ...row, ...changes }, dispute.status);
  }
}

/** The bank demands the money after it asked, or after the dispute was settled: what it was answered before was to something else. */
const isAskedAnew = (before: string, status: Dispute["status"]): boolean =>
  status === "needs_response" && before !== "needs_response" && before !== "under_review";

const noAnswer = {
  ...{ evidence_status: null, evidence_sealed: null, evidence_asked_at: null, evidence_asked_by: null },
  ...{ evidence_settled_at: null, evidence_attempt_at: null },
} as const;

async function upsertDispute(
  db: Tx,
  charge: IntentRow,
  dispute: Dispute,
  now: Date,
): Promise<DisputeRow & { readonly isNew: boolean }> {
  const inserted = await db
    .insertInto("dispute")
    .values({
      id: newId(),
      payment_intent_id: charge.id,
      patient_id: charge.patient_id,
      gateway_dispute_id: dispute.id,
      amount_cents: dispute.amount,
      reason: dispute.reason,
      status: dispute.status,
      opened_at: dispute.openedAt,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column("gateway_dispute_id").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (inserted) return { ...inserted, isNew: true };
  const existing = await db
    .selectFrom("dispute")
    .selectAll()
    .where("gateway_dispute_id", "=", dispute.id)
    .executeTakeFirstOrThrow();
  return { ...existing, isNew: false };
}

/** Posts the bank's withdrawal of the amount, or its return to the practice: each of them, as a dispute that was won can be opened again. */
async function postDisputeEntry(
  db: Tx,
  charge: IntentRow,
  row: DisputeRow,
  isWithdrawn: boolean,
  at: Date,
): Promise<void> {
  const cents = isWithdrawn ? row.amount_cents : -row.amount_cents;
  await postLedgerEntry(db, {
    id: newId(),
    orderId: charge.order_id,
    reason: isWithdrawn ? "dispute" : "dispute_reversal",
    at,
    amounts: { gateway: -cents, disputes: cents },
  });
  await db.updateTable("dispute").set({ funds_withdrawn: isWithdrawn }).where("id", "=", row.id).execute();
}

const hasDispute = async (db: Database, paymentIntentId: string): Promise<boolean> =>
  (await db.selectFrom("dispute").select("id").where("payment_intent_id", "=", paymentIntentId).executeTakeFirst()) !==
  undefined;

/** Cents of the charge of a `payment_intent` row that a bank has taken back or may take back; they are not refunded as well. */
export const disputedCentsOfIntent = sql<string>`coalesce((select sum(amount_cents) from dispute
  where dispute.payment_intent_id = payment_intent.id
    and dispute.status not in ${disputeStates.closedWithoutLoss.sql}), 0)`;

/** `dispute` rows that stop automatic charges. Written with literals so that the partial index applies. */
const stopsChargesSql = sql<boolean>`dispute.charges_resumed_at is null
  and dispute.status not in ${disputeStates.closedWithoutLoss.sql}`;

/** Whether a dispute, or a report that the patient died, stops automatic charges, for the patient whose id is in a column. */
export const hasChargesStopped = (patientId: string): RawBuilder<boolean> =>
  sql<boolean>`(exists (select from dispute where dispute.patient_id = ${sql.ref(patientId)} and ${stopsChargesSql})
    or ${isDeathReported(patientId)})`;

/**
 * Who must act before automatic charges resume: the bank, or the practice after a lost dispute. `report`: somebody says that the patient died, and the
 * practice or the patient has to say whether. `ending`: the practice has ended their care. Null if nothing stops them.
 */
export type ChargesStoppedBy = "bank" | "practice" | "report" | "ending" | null;

/** A dispute by its state; that the patient died; or that the practice ends their care, with its day. */
interface Stop {
  readonly status: Dispute["status"] | "reported" | "ending";
  readonly ends_on: string | null;
}

/** What stops a patient's automatic charges, or will. */
export const stoppingDisputes = (db: Database, patientId: string) =>
  db
    .selectFrom("dispute")
    .select([sql<Stop["status"]>`status`.as("status"), sql<string | null>`null::date`.as("ends_on")])
    .where("patient_id", "=", patientId)
    .where(stopsChargesSql)
    .unionAll(
      db
        .selectFrom("patient")
        .select([sql<Stop["status"]>`'reported'`.as("status"), sql<string | null>`null::date`.as("ends_on")])
        .where("id", "=", patientId)
        .where("death_reported_at", "is not", null),
    )
    .unionAll(
      db
        .selectFrom("patient")
        .select([sql<Stop["status"]>`'ending'`.as("status"), "care_ends_on as ends_on"])
        .where("id", "=", patientId)
        .where("care_ends_on", "is not", null),
    );

/** The first day without care, where the practice has given notice; null otherwise. */
export const careEndsOn = (rows: readonly Stop[]): string | null =>
  rows.find(({ status }) => status === "ending")?.ends_on ?? null;

/** Who must act before charges resume, given what stops them. Care that ends stops them by its day alone. */
export function chargesStoppedBy(rows: readonly Pick<Stop, "status">[]): ChargesStoppedBy {
  const disputes = rows.filter(({ status }) => status !== "reported" && status !== "ending");
  if (rows.some(({ status }) => status === "reported")) return "report";
  if (disputes.length === 0) return null;
  return disputes.some(({ status }) => status !== "lost") ? "bank" : "practice";
}

/** Up to `limit` disputes, newest first, with their orders. */
export const disputesAfter = (db: Database, after: KeysetCursor | null, limit: number) =>
  disputesWithOrders(db)
    .where(beyondCursor("dispute.opened_at", "<", "dispute.id", after))
    .orderBy("dispute.opened_at", "desc")
    .orderBy("dispute.id", "desc")
    .limit(limit)
    .execute();
export type DisputeWithOrder = Awaited<ReturnType<typeof disputesAfter>>[number];

export const disputeById = (db: Database, id: string): Promise<DisputeWithOrder | undefined> =>
  disputesWithOrders(db).where("dispute.id", "=", id).executeTakeFirst();

const isOpen = sql<boolean>`dispute.status in ${disputeStates.open.sql}`;

/** An open dispute of an order: since when, and why the bank says it was opened. */
export interface OpenDispute {
  readonly since: Date;
  /** The bank's word, such as `fraudulent`. */
  readonly reason: string;
}

/** The oldest open dispute of each of these orders that has one. */
export async function openDisputesOf(
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OpenDispute>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("dispute")
    .innerJoin("payment_intent", "payment_intent.id", "dispute.payment_intent_id")
    .distinctOn("payment_intent.order_id")
    .select(["payment_intent.order_id", "dispute.opened_at", "dispute.reason"])
    .where("payment_intent.order_id", "in", [...orderIds])
    .where(isOpen)
    .orderBy("payment_intent.order_id")
    .orderBy("dispute.opened_at")
    .execute();
  return new Map(rows.map(({ order_id, opened_at, reason }) => [order_id, { since: opened_at, reason }]));
}

/** Up to `limit` orders with an open dispute, by when the oldest of theirs was opened. Literals, so that the partial index applies. */
export const disputedOrders = (db: Database, cursor: KeysetCursor | null, limit: number) =>
  db
    .selectFrom(
      db
        .selectFrom("dispute")
        .innerJoin("payment_intent", "payment_intent.id", "dispute.payment_intent_id")
        .select(["payment_intent.order_id as id", "dispute.patient_id as patientId"])
        .select(({ fn }) => fn.min<Date>("dispute.opened_at").as("at"))
        .where(isOpen)
        .groupBy(["payment_intent.order_id", "dispute.patient_id"])
        .as("disputed"),
    )
    .selectAll()
    .where(beyondCursor("at", ">", "id", cursor))
    .orderBy("at")
    .orderBy("id")
    .limit(limit)
    .execute();

const disputesWithOrders = (db: Database) =>
  db
    .selectFrom("dispute")
    .innerJoin("payment_intent", "payment_intent.id", "dispute.payment_intent_id")
    .innerJoin("customer_order", "customer_order.id", "payment_intent.order_id")
    .selectAll("dispute")
    .select(["customer_order.id as order_id", "customer_order.number as order_number"]);

/** Resumes automatic charges stopped by a dispute. Idempotent; `wrong_state` for a dispute that stops none. */
export function resumeCharges({ db, clock, refuse }: Services & Refuses<"wrong_state">, id: string): Promise<void> {
  return inTransaction({ db }, async ({ db: tx }) => {
    const row = await tx.selectFrom("dispute").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    if (!row) throw new Refusal("not_found");
    if (row.charges_resumed_at !== null) return;
    if (stopsCharges(row)) {
      await tx.updateTable("dispute").set({ charges_resumed_at: clock.now() }).where("id", "=", id).execute();
      return;
    }
    throw refuse("wrong_state", { message: "This dispute was settled, so it isn't stopping any charges." });
  });
}

export const stopsCharges = ({
  status,
  charges_resumed_at,
}: Pick<DisputeRow, "status" | "charges_resumed_at">): boolean =>
  charges_resumed_at === null && !disputeStates.closedWithoutLoss.has(status);
