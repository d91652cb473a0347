import type { Binary } from "#contract/http/endpoint.ts";
import type { Message } from "#contract/messages/message.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { receiveUpload } from "#server/platform/files/receive-upload.ts";
import { findUpload, discardUpload } from "#server/platform/files/uploads.ts";
import type { UploadedPart } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import type { ConversationRow } from "./conversations/conversations.ts";
import { fileInConversation, type Viewer } from "./message-queries.ts";
import type { PostMessageResult } from "./post-message.ts";
import { attachmentName } from "./present-message.ts";

const uploadKind = "message_attachment";

/** Stores a checked file and posts its message; discards the file when `post` returns an existing message. */
export const postAttachment = <M extends Message>(
  services: Services,
  { patient_id: patientId }: ConversationRow,
  upload: UploadedPart,
  post: (fileId: string) => Promise<PostMessageResult<M>>,
): Promise<M> =>
  receiveUpload(services, { patientId, kind: uploadKind, part: upload }, async (fileId) => {
    const { message, isNew } = await post(fileId);
    if (!isNew) await inTransaction(services, (tx) => discardUpload(tx, { patientId, id: fileId }));
    return message;
  });

/** The file of a message in this conversation; `not_found` otherwise. */
export async function attachmentFile(
  services: Services,
  { id }: ConversationRow,
  fileId: string,
  viewer: Viewer = "patient",
): Promise<Binary> {
  const found = await fileInConversation(services.db, id, fileId, viewer);
  const file = found && (await findUpload(services, { patientId: found.patient_id, id: fileId }));
  if (!file) throw new Refusal("not_found");
  return { bytes: file.bytes, type: file.row.type, filename: attachmentName(file.row.type) };
}
