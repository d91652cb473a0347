import { inTransaction } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { notify } from "./notify.ts";

/** Notifies the patient of an account change. Mails nothing: auth mails the previous address. */
export async function notifyAccountChange(
  services: Services,
  {
    id,
    patientId,
    what: template,
  }: { readonly id: string; readonly patientId: string; readonly what: "email_changed" | "password_changed" },
): Promise<void> {
  const notification = { patientId, template: template, values: {}, dedupeKey: id };
  await inTransaction(services.db, (db) => notify({ ...services, db }, notification));
}
