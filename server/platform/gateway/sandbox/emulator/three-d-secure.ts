import { inTransaction } from "../../../database/open.ts";
import type { Intent } from "../../port.ts";
import type { Emulator } from "./emulator.ts";
import { changeIntent } from "./intent-rows.ts";
import { confirmedThreeDSecure, refusedThreeDSecure } from "./intent-rules.ts";
import { resourceMissing } from "./payment-methods.ts";

/**
 * The cardholder answers the bank's question (3-D Secure), which with Stripe happens on its own page in the browser. Takes the client secret
 * of the intent. A question that was answered or is over is refused.
 */
export function answerThreeDSecure(
  emulator: Emulator,
  clientSecret: string,
  answer: "confirm" | "refuse",
): Promise<Intent> {
  return inTransaction(emulator, async ({ db: tx }) => {
    const row = await tx
      .selectFrom("sandbox.intent")
      .select(["id", "capture", "payment_method_id"])
      .where("client_secret", "=", clientSecret)
      .executeTakeFirst();
    if (row === undefined) throw resourceMissing("payment intent");
    if (answer === "refuse")
      return changeIntent(tx, emulator, row.id, "payment_intent.payment_failed", refusedThreeDSecure);
    await tx
      .updateTable("sandbox.payment_method")
      .set({ three_d_secure: null })
      .where("id", "=", row.payment_method_id)
      .where("three_d_secure", "=", "once")
      .execute();
    const isManualCapture = row.capture === "manual";
    const event = isManualCapture ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded";
    return changeIntent(tx, emulator, row.id, event, (state) =>
      confirmedThreeDSecure(state, isManualCapture ? "manual" : "automatic"),
    );
  });
}
