import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";

/** Most patients the desk writes to unprompted in one round. */
const batchSize = 50;

/** Client ids of the desk's own messages, so that each is written once. */
export const deskClientIds = {
  answer: (messageId: string) => `desk-answer-${messageId}`,
  welcome: (orderId: string) => `desk-welcome-${orderId}`,
};

/** Ids of open conversations whose last message is the patient's, newest first. */
export async function unansweredConversations(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("conversation")
    .innerJoin("message", (join) =>
      join.onRef("message.conversation_id", "=", "conversation.id").onRef("message.seq", "=", "conversation.last_seq"),
    )
    .select("conversation.id")
    .where("conversation.waiting_since", "is not", null)
    .where("conversation.closed_at", "is", null)
    .where("message.role", "=", "patient")
    .orderBy("message.created_at", "desc")
    .limit(200)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether the desk has answered in a conversation before. */
export async function deskHasAnswered(tx: Database, conversationId: string): Promise<boolean> {
  const found = await tx
    .selectFrom("message")
    .select("id")
    .where("conversation_id", "=", conversationId)
    .where("client_id", "like", deskClientIds.answer("%"))
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Patients by the order of their plan, approved by `approvedBefore`, who have no message with this client id and whose conversation with the
 * doctor is not closed. Newest first. Reads tables of other features: the desk sees the whole clinic.
 */
export async function approvedPatientsWithoutMessage(
  db: Database,
  clientIdOf: (orderId: string) => string,
  approvedBefore: Date,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("care_case")
    .select(["patient_id", "order_id"])
    .where("status", "=", "approved")
    .where("decided_at", "<=", approvedBefore)
    .where(
      sql<boolean>`not exists (select from message where author = 'clinic' and client_id = ${clientIdOf("")} || order_id::text)`,
    )
    .where(
      sql<boolean>`not exists (
        select from conversation
        where conversation.patient_id = care_case.patient_id and kind = 'doctor' and closed_at is not null
      )`,
    )
    .orderBy("decided_at", "desc")
    .limit(batchSize)
    .execute();
  return new Map(rows.map(({ order_id, patient_id }) => [order_id, patient_id]));
}
