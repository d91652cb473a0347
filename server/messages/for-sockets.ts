import type { Message } from "#contract/entities.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { conversationKinds, type Kind } from "./conversations.ts";
import { messageRowsByIds } from "./message-queries.ts";
import { presentMessages } from "./present-message.ts";

/** A message with the kind of its conversation. */
export interface MessageWithKind {
  readonly kind: Kind;
  readonly message: Message;
}

/** Messages of many patients by id, in conversation order; ids that belong to another patient are left out. A fixed number of queries. */
export async function messagesByIds(
  services: Pick<Services, "content" | "secrets"> & { readonly db: Database },
  requested: readonly { readonly patientId: string; readonly id: string }[],
): Promise<readonly MessageWithKind[]> {
  if (requested.length === 0) return [];
  const [rows, kinds] = await Promise.all([
    messageRowsByIds(services, requested),
    conversationKinds(services.db, [...new Set(requested.map(({ patientId }) => patientId))]),
  ]);
  const messages = await presentMessages(services, rows);
  return messages.flatMap((message) => {
    const kind = kinds.get(message.conversationid);
    return kind ? [{ kind, message }] : [];
  });
}
