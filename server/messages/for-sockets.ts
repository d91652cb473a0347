import type { Message } from "#contract/entities.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { kindsOf, type Kind } from "./conversations.ts";
import { messageRowsOf } from "./message-queries.ts";
import { presentMessages } from "./present-message.ts";

/** A message with the kind of its conversation. */
export interface KindedMessage {
  readonly kind: Kind;
  readonly message: Message;
}

/** Messages of many patients by their ids, in the order of their conversations; one that is not its patient's is left out. A fixed number of queries. */
export async function messagesOfMany(
  parts: Pick<Services, "content" | "secrets"> & { readonly db: Database },
  wanted: readonly { readonly patientId: string; readonly id: string }[],
): Promise<readonly KindedMessage[]> {
  if (wanted.length === 0) return [];
  const [rows, kinds] = await Promise.all([
    messageRowsOf(parts, wanted),
    kindsOf(parts.db, [...new Set(wanted.map(({ patientId }) => patientId))]),
  ]);
  const messages = await presentMessages(parts, rows);
  return messages.flatMap((message) => {
    const kind = kinds.get(message.conversationid);
    return kind ? [{ kind, message }] : [];
  });
}
