import type { Services, TxServices } from "#server/platform/services.ts";
import { setNeedsReply, type Patient } from "#server/auth/public.ts";
import { conversationsOf } from "./conversations.ts";
import { openState } from "./conversation-access.ts";
import { conversationAccessOf } from "./standing.ts";

/** Whether the practice waits for an answer of hers in any conversation she can write to. */
export async function needsPatientReply(services: Services, { id, needsReply }: Patient): Promise<boolean> {
  if (!needsReply) return false;
  const [rows, access] = await Promise.all([conversationsOf(services.db, id), conversationAccessOf(services, id)]);
  return rows.some((row) => openState(services.content, row, access).needsreply);
}

/**
 * Keeps on the patient whether any of her conversations, all locked by the caller, asks for an answer of hers, so that most reads of her
 * need not look at them.
 */
export async function copyNeedsReplyToPatient(
  { db }: TxServices,
  patientId: string,
  conversations: readonly { readonly needs_reply: boolean }[],
): Promise<void> {
  await setNeedsReply(
    db,
    patientId,
    conversations.some((each) => each.needs_reply),
  );
}
