import { sql } from "kysely";
import type { Emergency } from "#contract/emergency/emergency.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { ConversationRow } from "../conversations/conversations.ts";

/**
 * Moves the practice's read mark to `seq`: never backwards, never beyond the last message. One statement, so that two people reading at once need no
 * lock. Returns the conversation as it is then.
 */
export async function markReadByStaff(
  db: Database,
  conversation: ConversationRow,
  seq: number,
): Promise<ConversationRow> {
  const mark = sql<number>`least(last_seq, ${seq})`;
  const moved = await db
    .updateTable("conversation")
    .set({ staff_read_seq: mark })
    .where("id", "=", conversation.id)
    .where("staff_read_seq", "<", mark)
    .returningAll()
    .executeTakeFirst();
  if (moved) return { ...moved, kind: conversation.kind };
  const current = await db.selectFrom("conversation").selectAll().where("id", "=", conversation.id).executeTakeFirst();
  return current ? { ...current, kind: conversation.kind } : conversation;
}

/**
 * The practice's read mark as the patient sees it; null while what the patient waits for an answer to tells of an emergency, because “Read” would
 * suggest that help is coming.
 */
export function staffReadSeqForPatient(
  { staff_read_seq, waiting_since }: Pick<ConversationRow, "staff_read_seq" | "waiting_since">,
  emergency: { readonly shown: Emergency | null; readonly reportedAt: Date } | undefined,
): number | null {
  const isUnanswered = emergency && waiting_since !== null && emergency.reportedAt >= waiting_since;
  return emergency?.shown || isUnanswered ? null : staff_read_seq;
}
