import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";
import type { ConversationRow } from "./conversations/conversations.ts";
import { firstFromPatientAfter, lastFromPractice } from "./message-queries.ts";

/*
 * Since when a patient waits: since their first unanswered word, in this conversation or in the other one before it was handed over. It is computed from
 * what was written, so nothing that happens to a question on its way begins its wait anew.
 */

/** Since when the patient waits for more than what was written up to this `seq`; null when nothing is left. */
export async function stillWaitingAfter(
  db: Database,
  { id, waiting_since: since }: Pick<ConversationRow, "id" | "waiting_since">,
  seq: number,
): Promise<Date | null> {
  if (since === null) return null;
  const [written, handed] = [
    await firstFromPatientAfter(db, id, seq, since),
    await firstHandedAfter(db, id, { seq, since }),
  ];
  return earliest(written, handed);
}

/** Since when the patient has waited for an answer, counting from what the practice wrote or handed over last; null when nothing is unanswered. */
export async function unansweredSince(db: Database, conversationId: string): Promise<Date | null> {
  const handedOver = await db
    .selectFrom("conversation_handover")
    .select((of) => of.fn.max("handed_seq").as("seq"))
    .where("from_id", "=", conversationId)
    .executeTakeFirst();
  const seq = Math.max(await lastFromPractice(db, conversationId), handedOver?.seq ?? 0);
  return earliest(
    await firstFromPatientAfter(db, conversationId, seq),
    await firstHandedAfter(db, conversationId, { seq }),
  );
}

/** The longest wait among the questions handed to this conversation after this `seq`; of those that wait since `since` or later. */
async function firstHandedAfter(
  db: Database,
  conversationId: string,
  { seq, since }: { readonly seq: number; readonly since?: Date },
): Promise<Date | null> {
  const first = await db
    .selectFrom("conversation_handover")
    .select(sql<Date | null>`min(waiting_since)`.as("since"))
    .where("to_id", "=", conversationId)
    .where("to_seq", ">", seq)
    .$if(since !== undefined, (query) => query.where("waiting_since", ">=", since as Date))
    .executeTakeFirst();
  return first?.since ?? null;
}

/** The first of these moments; null when there is none. */
export const earliest = (...dates: readonly (Date | null | undefined)[]): Date | null =>
  dates.reduce<Date | null>((first, date) => (date && (!first || date < first) ? date : first), null);
