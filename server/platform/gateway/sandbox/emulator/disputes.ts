import { inTransaction } from "../../../database/open.ts";
import type { Dispute } from "../../port.ts";
import { type Emulator, sandboxId, type SandboxTx } from "./emulator.ts";
import { appendDispute } from "./events.ts";
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
