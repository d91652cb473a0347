import { transact } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { notify } from "./notify.ts";

/** Puts a change of her account at her bell; auth has mailed it, to the address it had before. */
export async function noteAccountChange(
  services: Services,
  {
    id,
    patientId,
    what,
  }: { readonly id: string; readonly patientId: string; readonly what: "email_changed" | "password_changed" },
): Promise<void> {
  const news = { patientId, template: what, values: {}, dedupeKey: id };
  await transact(services.db, (db) => notify({ ...services, db }, news));
}
