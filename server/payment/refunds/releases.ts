import type { Database, Tx } from "#server/platform/database/open.ts";
import type { Intent } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import { paymentQueues } from "../queues.ts";

/** Whether the gateway holds or has money by this intent. */
const hasFunds = ({ status, amountCaptured, amountRefunded }: Intent): boolean =>
  status === "requires_capture" || (status === "succeeded" && amountCaptured > amountRefunded);

/** Notes that an intent's money is to be given back, and has a job do it; the reconciling job goes on until the gateway confirms. */
export async function requestRelease(
  tx: Tx,
  { clock, jobs, log, gateway }: Pick<Services, "clock" | "jobs" | "log" | "gateway">,
  { intent, orderId, reason }: { readonly intent: Intent; readonly orderId: string; readonly reason: string },
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
      wanted_at: now,
      tried_at: now,
    })
    // What was given back and has come back (a refund that failed) is wanted again.
    .onConflict((conflict) =>
      conflict
        .column("gateway_intent_id")
        .doUpdateSet({ done_at: null, tried_at: now })
        .where("payment_release.done_at", "is not", null),
    )
    .returning("gateway_intent_id")
    .executeTakeFirst();
  if (!inserted) return;
  log.error({ order: orderId, intent: intent.id, reason }, "money to give back");
  await jobs.enqueue(tx, paymentQueues.release, { intentId: intent.id });
}

/** Gives back what an intent holds or took; throws, to be repeated, while the gateway has not confirmed it. */
export async function executeRelease(
  { db, gateway, clock }: Pick<Services, "db" | "gateway" | "clock">,
  intentId: string,
): Promise<void> {
  if (!(await voidOrRefund(gateway, intentId))) throw new Error(`The money of ${intentId} is not given back yet`);
  await db
    .updateTable("payment_release")
    .set({ done_at: clock.now() })
    .where("gateway_intent_id", "=", intentId)
    .where("done_at", "is", null)
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

/** Releases the gateway has not confirmed, untried since `before`; longest first. */
export const unfinishedReleases = (db: Database, before: Date) =>
  db
    .selectFrom("payment_release")
    .select("gateway_intent_id as id")
    .where("done_at", "is", null)
    .where("tried_at", "<", before)
    .orderBy("tried_at")
    .limit(100)
    .execute();

/** Puts a release at the end of the queue. */
export async function requeueRelease(db: Database, intentId: string, now: Date): Promise<void> {
  await db.updateTable("payment_release").set({ tried_at: now }).where("gateway_intent_id", "=", intentId).execute();
}
