import type { Services, TxServices } from "#server/platform/services.ts";
import { setNeedsReply, type Patient } from "#server/auth/public.ts";
import { conversationsOf } from "./conversations.ts";
import { openState } from "./conversation-access.ts";
import { conversationAccessOf } from "./standing.ts";

/** Whether the practice awaits the patient's reply in any conversation they can write to. */
export async function needsPatientReply(services: Services, { id, needsReply }: Patient): Promise<boolean> {
  if (!needsReply) return false;
  const [rows, access] = await Promise.all([conversationsOf(services.db, id), conversationAccessOf(services, id)]);
  return rows.some((row) => openState(services.content, row, access).needsreply);
}

/**
 * Copies to the patient row whether any of their conversations needs their reply, so that most reads of a patient need not look at
 * conversations. The caller holds the locks of all the patient's conversations.
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
