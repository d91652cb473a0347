import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { callOffCharge } from "#server/payment/public.ts";
import { lockOrdersOf, resolveMismatch, settleWithdrawn } from "#server/store/public.ts";
import { cancelPending } from "#server/treatment/public.ts";
import { changeCase, latestCase, lockCase } from "./cases.ts";
import { refund } from "./orders.ts";
import { withdrawAdditions } from "./withdraw-addition.ts";

/**
 * Ends what the practice still decides for a patient whose account closes, and what is still being paid: a plan nobody has decided lapses,
 * offers go, an authorized amount is let go, one that is being charged is called off, and what is paid and not shipped is given back.
 */
export async function endCare(parts: TxServices, patientId: string): Promise<void> {
  const { db, clock } = parts;
  await lockOrdersOf(db, patientId);
  const latest = await latestCase(db, patientId);
  const found = latest && (await lockCase(db, latest.id));
  if (
    found &&
    (await changeCase(db, found.id, ["submitted", "accepted"], { status: "lapsed", settled_at: clock.now() }))
  )
    await cancelPending(parts, found.order_id);
  await withdrawAdditions(parts, patientId);
  await db
    .updateTable("upsell")
    .set({ status: "denied", decided_at: clock.now() })
    .where("patient_id", "=", patientId)
    .where("status", "=", "open")
    .execute();
  await endPayments(parts, patientId);
}

async function endPayments(parts: TxServices, patientId: string): Promise<void> {
  const orders = await parts.db
    .selectFrom("customer_order")
    .select(["id", "status"])
    .where("patient_id", "=", patientId)
    .where("status", "in", ["authorizing", "unknown", "authorized", "mismatch", "paid"])
    .execute();
  for (const { id: orderId, status } of orders) {
    if (status === "paid") await giveBack(parts, orderId);
    else if (status === "authorized") await settleWithdrawn(parts, orderId);
    else if (status === "mismatch") await resolveMismatch(parts, orderId, "release");
    else await callOffCharge(parts.db, orderId);
  }
}

/** What is left of a paid order that has not left the pharmacy; nothing where all of it went back already. */
async function giveBack(parts: TxServices, orderId: string): Promise<void> {
  const wish = { orderId, amountCents: null, reason: "Account closed", key: "account closed" };
  await refund(parts, wish).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}
