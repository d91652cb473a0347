import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { conversationsOf, ensureConversation, type ConversationRow } from "./conversations.ts";
import { availableKinds } from "./conversation-access.ts";
import { conversationAccessOf } from "./standing.ts";

type NeededServices = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** The patient's conversations; creates those they are entitled to and lack. */
export async function ensureConversations(services: NeededServices, patientId: string): Promise<ConversationRow[]> {
  const { db, content, clock } = services;
  const [existing, access] = await Promise.all([
    conversationsOf(db, patientId),
    conversationAccessOf(services, patientId),
  ]);
  const missing = availableKinds(content, access).filter((kind) => !existing.some((each) => each.kind === kind));
  if (missing.length === 0) return existing;
  for (const kind of missing) await ensureConversation(db, patientId, kind, clock.now());
  return conversationsOf(db, patientId);
}
