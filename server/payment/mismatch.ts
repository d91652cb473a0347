import type { Tx } from "#server/platform/database/open.ts";

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
