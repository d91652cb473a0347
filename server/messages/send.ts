import type { Message } from "#contract/entities.ts";
import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { conversationOf, type ConversationRow } from "./conversations.ts";
import { postOnce, type Posted, type Post } from "./post.ts";
import { countSend, countTry, requireWords } from "./send-rules.ts";
import { closedBecause, closedText } from "./standing-rules.ts";
import { standingOf } from "./standing.ts";

/** Her own message in one of her conversations; `not_found` for one that is not hers, `wrong_state` where it is closed. */
export async function send(
  parts: Services,
  patientId: string,
  conversationId: string,
  { text, clientId }: { readonly text: string; readonly clientId: string },
): Promise<Message> {
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

/** Writes what she sends, if the conversation is open and she has not written too much. */
export const sendInto = (
  parts: Services,
  { patient_id: patientId, kind }: ConversationRow,
  words: Pick<Post, "text" | "clientId" | "type" | "fileId">,
): Promise<Posted> =>
  transact(parts.db, (tx) => {
    const inTx: TxServices = { ...parts, db: tx };
    return postOnce(inTx, { ...words, patientId, kind, author: { role: "patient" } }, async (conversation) => {
      await requireOpen(inTx, conversation);
      await countSend(parts, patientId);
    });
  });

/** `wrong_state`, in a sentence that says what to do, where she cannot write. Opened again, the same send goes through. */
export async function requireOpen(parts: TxServices, conversation: ConversationRow): Promise<void> {
  const why = closedBecause(parts.content, conversation, await standingOf(parts, conversation.patient_id));
  if (why !== null) throw new Refusal("wrong_state", { message: closedText(parts.content, why), transient: true });
}
