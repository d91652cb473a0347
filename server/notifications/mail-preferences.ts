import type { Output } from "#contract/http/endpoint.ts";
import type { notifications } from "#contract/notifications.ts";
import type { Database } from "#server/platform/database/open.ts";

/** Which optional mails a patient gets. */
type Preferences = Output<typeof notifications.preferences>;

/** The patient's choice; all mails by default. */
export async function mailPreferences({ db }: { readonly db: Database }, patientId: string): Promise<Preferences> {
  const row = await db
    .selectFrom("notification_preference")
    .selectAll()
    .where("patient_id", "=", patientId)
    .executeTakeFirst();
  return { messages: row?.message_mails ?? true, updates: row?.update_mails ?? true };
}

export async function savePreferences(
  db: Database,
  patientId: string,
  { messages, updates }: Preferences,
  now: Date,
): Promise<void> {
  const chosen = { message_mails: messages, update_mails: updates, updated_at: now };
  await db
    .insertInto("notification_preference")
    .values({ patient_id: patientId, ...chosen })
    .onConflict((conflict) => conflict.column("patient_id").doUpdateSet(chosen))
    .execute();
}
