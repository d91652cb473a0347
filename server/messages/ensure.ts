import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { conversationsOf, insertConversation, type ConversationRow } from "./conversations.ts";
import { kindsFor } from "./standing-rules.ts";
import { standingOf } from "./standing.ts";

type Parts = Pick<Services, "content" | "clock" | "secrets"> & { readonly db: Database };

/** Her conversations; those she may have are made when first asked for. */
export async function ensureConversations(parts: Parts, patientId: string): Promise<ConversationRow[]> {
  const { db, content, clock } = parts;
  const [found, standing] = await Promise.all([conversationsOf(db, patientId), standingOf(parts, patientId)]);
  const missing = kindsFor(content, standing).filter((kind) => !found.some((each) => each.kind === kind));
  if (missing.length === 0) return found;
  for (const kind of missing) await insertConversation(db, patientId, kind, clock.now());
  return conversationsOf(db, patientId);
}
