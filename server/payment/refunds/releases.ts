import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Intent } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import { paymentQueues } from "../queues.ts";

type IntentFunds = Pick<Intent, "id" | "status" | "amountCaptured" | "amountRefunded">;

/** Whether the gateway holds an authorization or unrefunded money under this intent. */
const hasFunds = ({ status, amountCaptured, amountRefunded }: IntentFunds): boolean =>
  status === "requires_capture" || (status === "succeeded" && amountCaptured > amountRefunded);

/** Records that an intent's money is to be voided or refunded, and enqueues it; the reconciling job repeats it until the gateway confirms. */
export async function requestRelease(
  tx: Tx,
  { clock, jobs, log, gateway }: Pick<Services, "clock" | "jobs" | "log" | "gateway">,
  { intent, orderId, reason }: { readonly intent: IntentFunds; readonly orderId: string; readonly reason: string },
): Promise<void> {
  if (!hasFunds(intent)) return;
  const now = clock.now();
  const inserted = await tx
    .insertInto("payment_release")
    .values({
      gateway_intent_id: intent.id,
      gateway: gateway.name,
      order_id: orderId,
      reason,
      requested_at: now,
      last_attempt_at: now,
    })
    // Money that was given back but has returned (a failed refund) is released again.
    .onConflict((conflict) =>
      conflict
        .column("gateway_intent_id")
        .doUpdateSet({ completed_at: null, last_attempt_at: now })
        .where("payment_release.completed_at", "is not", null),
    )
    .returning("gateway_intent_id")
    .executeTakeFirst();
  if (!inserted) return;
  log.error({ order: orderId, intent: intent.id, reason }, "money to give back");
  await jobs.enqueue(tx, paymentQueues.release, { intentId: intent.id });
}

/** Voids or refunds an intent; throws, to be retried, until the gateway has confirmed it. */
export async function executeRelease(
  { db, gateway, clock }: Pick<Services, "db" | "gateway" | "clock">,
  intentId: string,
): Promise<void> {
  if (!(await voidOrRefund(gateway, intentId))) throw new Error(`The money of ${intentId} is not given back yet`);
  await db
    .updateTable("payment_release")
    .set({ completed_at: clock.now() })
    .where("gateway_intent_id", "=", intentId)
    .where("completed_at", "is", null)
    .execute();
}

async function voidOrRefund(gateway: Services["gateway"], intentId: string): Promise<boolean> {
  const intent = await gateway.retrieve(intentId);
  if (intent.status === "processing") return false;
  const idempotencyKey = `${intentId}:release`;
  if (intent.status === "requires_capture") {
    return (await gateway.cancel({ intentId, idempotencyKey })).status === "canceled";
  }
  const amount = intent.amountCaptured - intent.amountRefunded;
  if (amount > 0) {
    const refund = await gateway.refund({ intentId, refundId: `release-${intentId}`, amount, idempotencyKey });
    return refund.status === "succeeded";
  }
  return intent.amountRefunded === 0 || (await gateway.refundsOf(intentId)).every(({ status }) => status !== "pending");
}

/** Releases the gateway has not confirmed, not tried since `before`; the longest ago first. */
export const unfinishedReleases = (db: Database, before: Date) =>
  db
    .selectFrom("payment_release")
    .select("gateway_intent_id as id")
    .where("completed_at", "is", null)
    .where("last_attempt_at", "<", before)
    .orderBy("last_attempt_at")
    .limit(100)
    .execute();

/** Moves a release to the end of the queue. */
export async function requeueRelease(db: Database, intentId: string, now: Date): Promise<void> {
  await db
    .updateTable("payment_release")
    .set({ last_attempt_at: now })
    .where("gateway_intent_id", "=", intentId)
    .execute();
}
