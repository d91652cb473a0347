import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { ClinicCaller } from "#server/platform/http/handler.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { memberNames } from "#server/staff/public.ts";
import { actionsOf, lockRefundQuestions, storeAnswer } from "#server/tasks/public.ts";

/** What whoever refunds has read, and says to it. */
export interface QuestionsAnswered {
  readonly questionids: readonly string[];
  readonly answer: string;
}

/**
 * An order with open questions to or from those who refund isn't refunded past them: each is answered with the refund. Whoever isn't the one to answer says
 * why they don't wait, and whoever asked reads that as the answer. `conflict` where another one is open, or one was answered or withdrawn since. Locks them.
 */
export async function answerRefundQuestions(
  { clinic, refuse }: { readonly clinic: ClinicCaller } & Refuses<"conflict">,
  tx: TxServices,
  orderId: string,
  answered: QuestionsAnswered | undefined,
): Promise<void> {
  const open = await lockRefundQuestions(tx.db, orderId);
  const read = new Set(answered?.questionids);
  const unread = open.find(({ id }) => !read.has(id));
  if (unread) {
    const name = (await memberNames(tx.db, [unread.asker])).get(unread.asker) ?? "Somebody";
    throw refuse("conflict", {
      message: `${name} has an open question about this order. Please read it first, and answer it with the refund.`,
    });
  }
  if (read.size > open.length)
    throw refuse("conflict", {
      message: "A question about this order was answered or withdrawn meanwhile. Please look at it before you refund.",
    });
  const today = clinicToday(tx);
  for (const row of open) {
    const mayAnswer = actionsOf(row, null, clinic, today).includes("answer");
    const words = answered?.answer ?? "";
    await storeAnswer(tx, row, {
      answer: mayAnswer ? words : `Refunded without waiting for the answer: ${words}`,
      actor: clinic.actor,
    });
  }
}
