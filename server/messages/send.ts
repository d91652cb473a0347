import type { Emergency } from "#contract/emergency.ts";
import type { Message } from "#contract/entities.ts";
import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { reportEmergency, toldIn } from "#server/emergency/public.ts";
import { conversationOf, type ConversationRow } from "./conversations.ts";
import { postOnce, type Post, type Posted } from "./post.ts";
import { countSend, countTry, requireWords } from "./send-rules.ts";
import { closedBecause, closedText } from "./standing-rules.ts";
import { standingOf } from "./standing.ts";

/** What was sent, and whom to turn to where it cannot wait for an answer. */
export type Sent = Message & { readonly emergency: Emergency | null };

/** Her own message in one of her conversations; `not_found` for one that is not hers, `wrong_state` where it is closed. */
export async function send(
  parts: Services,
  patientId: string,
  conversationId: string,
  { text, clientId }: { readonly text: string; readonly clientId: string },
): Promise<Sent> {
  requireWords(parts.content, text);
  await countTry(parts, patientId);
  const conversation = await hers(parts, patientId, conversationId);
  return (await sendInto(parts, conversation, { text, clientId })).message;
}

/** One of her conversations; `not_found` for one that is not hers. */
export async function hers(
  { db }: Pick<Services, "db">,
  patientId: string,
  conversationId: string,
): Promise<ConversationRow> {
  const conversation = await conversationOf(db, patientId, conversationId);
  if (!conversation) throw new Refusal("not_found");
  return conversation;
}

/**
 * Writes what she sends, if the conversation is open and she has not written too much. What cannot wait is reported to the practice in the
 * same transaction; a repeat is reported once, and answered as the first time.
 */
export const sendInto = (
  parts: Services,
  { id, patient_id: patientId, kind }: ConversationRow,
  words: Pick<Post, "text" | "clientId" | "type" | "fileId">,
): Promise<Posted<Sent>> =>
  transact(parts.db, async (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    const post: Post = { ...words, patientId, kind, author: { role: "patient" } };
    const { message, made } = await postOnce(inTx, post, async (conversation) => {
      await requireOpen(inTx, conversation);
      await countSend(parts, patientId);
    });
    const told = toldIn(parts.content, words.text);
    if (made && told) await reportEmergency(inTx, { ...told, patientId, conversationId: id, source: "message" });
    return { made, message: { ...message, emergency: told?.emergency ?? null } };
  });

/** `wrong_state`, in a sentence that says what to do, where she cannot write. Opened again, the same send goes through. */
export async function requireOpen(parts: TxServices, conversation: ConversationRow): Promise<void> {
  const why = closedBecause(parts.content, conversation, await standingOf(parts, conversation.patient_id));
  if (why !== null) throw new Refusal("wrong_state", { message: closedText(parts.content, why), transient: true });
}
