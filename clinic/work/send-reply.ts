import type { StaffCall } from "#clinic/api/client.ts";
import { care } from "#contract/care/calls.ts";
import type { Message } from "#contract/messages/message.ts";

export interface Reply {
  readonly text: string;
  /** The last message that the writer has seen: what the patient writes after it still waits. */
  readonly answersSeq: number;
  readonly needsReply?: boolean;
  /** Goes with the text, which may then be empty. */
  readonly file?: File | null;
  /** What is sent along to read, by its id. */
  readonly articleId?: string | null;
}

/** Sends a message of the practice. Refused as `conflict` if somebody of the practice has written what the writer hasn't seen. */
export function sendReply(
  call: StaffCall,
  conversationId: string,
  { text, answersSeq, needsReply = false, file = null, articleId = null }: Reply,
  key: string,
): Promise<Message> {
  const body = {
    ...{ message: text, clientid: key, answersseq: answersSeq, seenseq: answersSeq },
    ...(articleId !== null && { articleid: articleId }),
  };
  const params = { id: conversationId };
  return file
    ? call(care.sendMessageAttachment, { params, body, file }, { key })
    : call(care.sendMessage, { params, body: { ...body, needsreply: needsReply } }, { key });
}
