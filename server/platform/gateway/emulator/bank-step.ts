import { transact } from "#server/platform/database/open.ts";
import type { Intent } from "../port.ts";
import type { Books } from "./books.ts";
import { changeIntent } from "./intent-rows.ts";
import { confirmed, refusedByHolder } from "./intent-rules.ts";
import { missing } from "./payment-methods.ts";

/**
 * The cardholder answers the bank's question (3-D Secure): what Stripe's own page does in the browser. The secret is the one the intent was answered
 * with. A question that was answered, or is over, is refused.
 */
export function answerBank(books: Books, clientSecret: string, answer: "confirm" | "refuse"): Promise<Intent> {
  return transact(books.db, async (tx) => {
    const row = await tx
      .selectFrom("sandbox.intent")
      .select(["id", "capture", "payment_method_id"])
      .where("client_secret", "=", clientSecret)
      .executeTakeFirst();
    if (row === undefined) throw missing("payment intent");
    if (answer === "refuse") return changeIntent(tx, books, row.id, "payment_intent.payment_failed", refusedByHolder);
    await tx
      .updateTable("sandbox.payment_method")
      .set({ confirms: null })
      .where("id", "=", row.payment_method_id)
      .where("confirms", "=", "once")
      .execute();
    const isHold = row.capture === "manual";
    const event = isHold ? "payment_intent.amount_capturable_updated" : "payment_intent.succeeded";
    return changeIntent(tx, books, row.id, event, (state) => confirmed(state, isHold ? "manual" : "automatic"));
  });
}
