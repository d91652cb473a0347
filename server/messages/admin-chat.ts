import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import type { ConversationRow } from "./conversations.ts";
import { hers } from "./send.ts";
import { kindsFor } from "./standing-rules.ts";
import { standingOf } from "./standing.ts";

/**
 * Her conversation with patient services; `not_available_in_state` where she has no such chat now. What was written in it before stays
 * readable as any conversation.
 */
export async function adminChatOf(parts: Services, patientId: string, id: string): Promise<ConversationRow> {
  const conversation = await hers(parts, patientId, id);
  if (!kindsFor(parts.content, await standingOf(parts, patientId)).includes("patient_services"))
    throw new Refusal("not_available_in_state");
  if (conversation.kind !== "patient_services") throw new Refusal("not_found");
  return conversation;
}
