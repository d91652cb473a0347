import type { Dispute, Intent, Refund } from "../../port.ts";
import type { StripeEvent } from "../../stripe-event.ts";
import { sandboxId, type SandboxTx } from "./emulator.ts";
import { stripeCharge, stripeDispute, stripeIntent, stripeRefund } from "./to-stripe.ts";

export type SandboxEventType =
  | "payment_intent.amount_capturable_updated"
  | "payment_intent.succeeded"
  | "payment_intent.payment_failed"
  | "payment_intent.canceled"
  | "charge.refunded";

/** Records an event of a changed intent, in the transaction that changed it; the webhook delivery sends it. */
export async function appendEvent(tx: SandboxTx, type: SandboxEventType, intent: Intent, now: Date): Promise<void> {
  await append(tx, type, intent.id, type === "charge.refunded" ? stripeCharge(intent) : stripeIntent(intent), now);
}

/** Records that the bank sent a refund back. */
export const appendRefundFailed = (tx: SandboxTx, refund: Refund, intentId: string, now: Date): Promise<void> =>
  append(tx, "refund.failed", intentId, { ...stripeRefund(refund), payment_intent: intentId }, now);

type DisputeEventType = `charge.dispute.${"created" | "updated" | "closed"}`;

/** Records a dispute's event. */
export const appendDispute = (
  tx: SandboxTx,
  type: DisputeEventType,
  dispute: Dispute,
  intentId: string,
  now: Date,
): Promise<void> => append(tx, type, intentId, stripeDispute(dispute, intentId), now);

async function append(
  tx: SandboxTx,
  type: SandboxEventType | "refund.failed" | DisputeEventType,
  intentId: string,
  object: object,
  now: Date,
) {
  const id = sandboxId("evt");
  const body: StripeEvent & { object: "event" } = {
    id,
    object: "event",
    type,
    created: Math.floor(now.getTime() / 1000),
    data: { object },
  };
  await tx
    .insertInto("sandbox.event")
    .values({ id, type, intent_id: intentId, body: JSON.stringify(body), created_at: now, due_at: now })
    .execute();
}
