import type { TxServices } from "#server/platform/services.ts";

/** Closes the conversations of a patient whose account closes. The practice can still read them; pending mails about them are dropped. */
export async function closeConversations({ db, clock }: TxServices, patientId: string): Promise<void> {
  await db
    .updateTable("conversation")
    .set((columns) => ({
      closed_at: columns.fn.coalesce("closed_at", columns.val(clock.now())),
      mail_due_at: null,
      needs_reply: false,
    }))
    .where("patient_id", "=", patientId)
    .execute();
}
