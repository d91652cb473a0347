import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import type { ConversationRow } from "./conversations.ts";
import { requireOwnConversation } from "./send-message.ts";
import { availableKinds, conversationAccessOf } from "./conversation-access.ts";

/**
 * The patient's conversation with patient services; `not_available_in_state` where their current state has no such chat. Messages written
 * before a move stay readable through the general conversation calls.
 */
export async function adminChatOf(
  services: Services & Refuses<"not_available_in_state">,
  patientId: string,
  id: string,
): Promise<ConversationRow> {
  const conversation = await requireOwnConversation(services, patientId, id);
  if (!availableKinds(services.content, await conversationAccessOf(services, patientId)).includes("patient_services"))
    throw services.refuse("not_available_in_state");
  if (conversation.kind !== "patient_services") throw new Refusal("not_found");
  return conversation;
}
