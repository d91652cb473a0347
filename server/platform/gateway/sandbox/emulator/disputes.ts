import { inTransaction } from "../../../database/open.ts";
import type { AnswerDisputeInput, Dispute } from "../../port.ts";
import { type Emulator, EmulatorRefused, sandboxId, type SandboxTx } from "./emulator.ts";
import { appendDispute } from "./events.ts";
import { runIdempotent } from "./idempotency.ts";
import { lockIntent } from "./intent-rows.ts";
import { recordMovement } from "./movements.ts";

const dayMs = 24 * 3600_000;
/** How long the practice has to answer: https://docs.stripe.com/disputes/responding */
const evidenceWindowMs = 20 * dayMs;

/** A cardholder's bank disputes a captured charge. `amount` in cents; default: all of it. */
export function openDispute(
  emulator: Emulator,
  intentId: string,
  {
    amount,
    reason = "fraudulent",
    status = "needs_response",
  }: Partial<Pick<Dispute, "amount" | "reason" | "status">> = {},
): Promise<string> {
  const now = emulator.clock.now();
  return inTransaction(emulator, async ({ db: tx }) => {
    const intent = await lockIntent(tx, intentId);
    const row = await tx
      .insertInto("sandbox.dispute")
      .values({
        id: sandboxId("dp"),
        intent_id: intentId,
        amount: amount ?? intent.amount_captured,
        reason,
        status,
        created_at: now,
        due_by: new Date(now.getTime() + evidenceWindowMs),
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    if (takesMoney(status)) await recordMovement(tx, { kind: "dispute", intentId, amount: row.amount }, now);
    await appendDisputeEvent(tx, "charge.dispute.created", row, now);
    return row.id;
  });
}

/** The bank updates a dispute, or decides it. */
export function updateDispute(emulator: Emulator, id: string, status: Dispute["status"]): Promise<void> {
  const now = emulator.clock.now();
  return inTransaction(emulator, async ({ db: tx }) => {
    const before = await tx
      .selectFrom("sandbox.dispute")
      .select("status")
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const row = await tx
      .updateTable("sandbox.dispute")
      .set({ status })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (takesMoney(status) !== takesMoney(before.status as Dispute["status"]))
      await recordMovement(
        tx,
        { kind: takesMoney(status) ? "dispute" : "dispute_reversal", intentId: row.intent_id, amount: row.amount },
        now,
      );
    const isClosed = status === "won" || status === "lost" || status === "inquiry_closed";
    await appendDisputeEvent(tx, isClosed ? "charge.dispute.closed" : "charge.dispute.updated", row, now);
  });
}

/** The practice answers a dispute: once, and until it is due. A bank that asked first and demands the money then is answered again. */
export function answerDispute(
  emulator: Emulator,
  { disputeId, evidence }: Omit<AnswerDisputeInput, "idempotencyKey">,
  key: string,
): Promise<Dispute> {
  const call = { call: "answerDispute", input: { disputeId, evidence: JSON.stringify(evidence) } };
  return runIdempotent(emulator, key, call, async (tx) => {
    const now = emulator.clock.now();
    const before = await tx
      .selectFrom("sandbox.dispute")
      .selectAll()
      .where("id", "=", disputeId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw new EmulatorRefused("resource_missing", "No such dispute");
    if (before.answered_by === key) return presentDispute(before);
    // One that was answered is under review at once: where it needs a response, the answer was to the bank's question.
    const isOpen = before.status === "needs_response" || (before.status === "inquiry" && before.answered_by === null);
    if (!isOpen || (before.due_by !== null && before.due_by <= now))
      throw new EmulatorRefused("dispute_unexpected_state", "This dispute can't be answered");
    const row = await tx
      .updateTable("sandbox.dispute")
      .set({
        ...{ answered_by: key, evidence: JSON.stringify(evidence) },
        // A bank that only asked goes on asking while it reads.
        status: before.status === "inquiry" ? "inquiry" : "under_review",
      })
      .where("id", "=", disputeId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await appendDisputeEvent(tx, "charge.dispute.updated", row, now);
    return presentDispute(row);
  });
}

/** A dispute with the key of the answer it was given. */
export async function findDispute({ db }: Pick<Emulator, "db">, id: string) {
  const row = await db.selectFrom("sandbox.dispute").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new EmulatorRefused("resource_missing", "No such dispute");
  return { dispute: presentDispute(row), intentId: row.intent_id, answeredBy: row.answered_by };
}

export async function disputesOf({ db }: Emulator, intentId: string): Promise<readonly Dispute[]> {
  const rows = await db.selectFrom("sandbox.dispute").selectAll().where("intent_id", "=", intentId).execute();
  return rows.map(presentDispute);
}

const takesMoney = (status: Dispute["status"]): boolean =>
  status === "needs_response" || status === "under_review" || status === "lost";

interface DisputeRow {
  readonly id: string;
  readonly intent_id: string;
  readonly amount: number;
  readonly reason: string;
  readonly status: string;
  readonly created_at: Date;
  readonly due_by: Date | null;
}

const appendDisputeEvent = (
  tx: SandboxTx,
  type: `charge.dispute.${"created" | "updated" | "closed"}`,
  row: DisputeRow,
  now: Date,
) => appendDispute(tx, type, presentDispute(row), row.intent_id, now);

const presentDispute = (row: DisputeRow): Dispute => ({
  id: row.id,
  amount: row.amount,
  status: row.status as Dispute["status"],
  reason: row.reason,
  evidenceDueBy: row.due_by,
  openedAt: row.created_at,
});
