import type { Content } from "#content/loader/load.ts";
import type { Emergency } from "#contract/emergency/emergency.ts";
import type { Message } from "#contract/messages/message.ts";
import { reportEmergency, detectEmergency } from "#server/emergency/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Caller, UploadedPart } from "#server/platform/http/handler.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { postAttachment } from "./attachments.ts";
import {
  conversationClosedReason,
  closedText,
  conversationAccessOf,
  requireOwnConversation,
} from "./conversations/conversation-access.ts";
import type { ConversationRow } from "./conversations/conversations.ts";
import { postMessageOnce, type PostMessageInput, type PostMessageResult } from "./post-message.ts";

type NeededServices = Pick<Services, "content" | "limiter">;

/** Only whitespace and invisible formatting characters. */
const blankText = /^[\s\p{Cf}]*$/u;

/** Refuses blank text. Text is kept as written, including direction marks, so whoever shows it must isolate it. */
export function requireText({ messages }: Pick<Content, "messages">, text: string): void {
  if (blankText.test(text))
    throw new Refusal("bad_request", { fields: [{ path: "message", message: messages.blank }] });
}

/** Who writes: a helper uses up none of the patient's messages, who may have an emergency. */
const writerOf = ({ patientId, helper }: Caller): string => (helper ? `helper ${helper.id}` : patientId);

/** Attempts per patient and minute, including repeats and refusals: a flood ends before it waits for a lock. */
const attemptsPerMinute = 120;

const limitSendAttempts = ({ limiter, content }: NeededServices, patientId: string): Promise<void> =>
  limiter.consume("message-try", patientId, {
    points: attemptsPerMinute,
    seconds: 60,
    message: content.messages.sends.toomany,
  });

/** Limits new messages of a patient. */
const limitSends = ({ limiter, content }: NeededServices, patientId: string): Promise<void> =>
  limiter.consume("message", patientId, {
    points: content.messages.sends.perminute,
    seconds: 60,
    message: content.messages.sends.toomany,
  });

/** The sent message, and the emergency advice to show when it cannot wait for an answer. */
export type SentMessage = Message & { readonly emergency: Emergency | null };

/** Posts the patient's message in one of their conversations; `not_found` for another patient's, `wrong_state` where it is closed. */
export async function sendMessage(
  services: Services & Refuses<"wrong_state">,
  caller: Caller,
  conversationId: string,
  { text, clientId }: { readonly text: string; readonly clientId: string },
): Promise<SentMessage> {
  requireText(services.content, text);
  await limitSendAttempts(services, writerOf(caller));
  const conversation = await requireOwnConversation(services, caller.patientId, conversationId);
  return (await sendToConversation(services, caller, conversation, { text, clientId })).message;
}

/** Like `sendMessage`, with a file; the text may be empty. */
export async function sendAttachment(
  services: Services & Refuses<"wrong_state">,
  caller: Caller,
  conversationId: string,
  { text, clientId, file }: { readonly text: string; readonly clientId: string; readonly file: UploadedPart },
): Promise<SentMessage> {
  if (text !== "") requireText(services.content, text);
  await limitSendAttempts(services, writerOf(caller));
  const conversation = await requireOwnConversation(services, caller.patientId, conversationId);
  return postAttachment(services, conversation, file, (fileId) =>
    sendToConversation(services, caller, conversation, { text, type: "attachment", fileId, clientId }),
  );
}

/**
 * Posts what the patient sends, if the conversation is open and they are below the rate limit. An emergency is reported to the practice in
 * the same transaction, once even for repeats; a repeat gets the same result as the first send.
 */
const sendToConversation = (
  services: Services & Refuses<"wrong_state">,
  caller: Caller,
  { id, patient_id: patientId, kind }: ConversationRow,
  input: Pick<PostMessageInput, "text" | "clientId" | "type" | "fileId">,
): Promise<PostMessageResult<SentMessage>> =>
  inTransaction(services, async (tx) => {
    const post: PostMessageInput = {
      ...input,
      patientId,
      kind,
      author: { role: "patient", helperId: caller.helper?.id ?? null },
    };
    const { message, isNew } = await postMessageOnce(tx, post, async (conversation) => {
      await requireOpen(tx, conversation);
      await limitSends(services, writerOf(caller));
    });
    const emergencyMatch = detectEmergency(services.content, input.text);
    if (isNew && emergencyMatch)
      await reportEmergency(tx, {
        ...{ ...emergencyMatch, patientId, conversationId: id, source: "message" },
        ...(caller.helper && { writer: message.sender.name }),
      });
    return { isNew, message: { ...message, emergency: emergencyMatch?.emergency ?? null } };
  });

/** `wrong_state`, with what to do instead, where the patient cannot write. The same send succeeds once the conversation is open again. */
async function requireOpen(
  services: TxServices & Refuses<"wrong_state">,
  conversation: ConversationRow,
): Promise<void> {
  const reason = conversationClosedReason(
    services.content,
    conversation,
    await conversationAccessOf(services, conversation.patient_id),
  );
  if (reason !== null)
    throw services.refuse("wrong_state", { message: closedText(services.content, reason), transient: true });
}
