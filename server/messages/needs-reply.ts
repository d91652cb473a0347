import type { Services, TxServices } from "#server/platform/services.ts";
import { noteNeedsReply, type Patient } from "#server/auth/public.ts";
import { conversationsOf } from "./conversations.ts";
import { openness } from "./standing-rules.ts";
import { standingOf } from "./standing.ts";

/** Whether the practice waits for an answer of hers in any conversation she can write to. */
export async function needsPatientReply(parts: Services, { id, needsReply }: Patient): Promise<boolean> {
  if (!needsReply) return false;
  const [rows, standing] = await Promise.all([conversationsOf(parts.db, id), standingOf(parts, id)]);
  return rows.some((row) => openness(parts.content, row, standing).needsreply);
}

/**
 * Keeps on the patient whether any of her conversations, all locked by the caller, asks for an answer of hers, so that most reads of her
 * need not look at them.
 */
export async function mirrorNeedsReply(
  { db }: TxServices,
  patientId: string,
  conversations: readonly { readonly needs_reply: boolean }[],
): Promise<void> {
  await noteNeedsReply(
    db,
    patientId,
    conversations.some((each) => each.needs_reply),
  );
}
