import { browserTimezoneToKeep, fittingTimezone, isTimezone, updatePatient } from "#server/auth/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { nextReminder } from "../dose-days.ts";
import { lockWellbeing } from "../lock-wellbeing.ts";
import { loadWellbeingSnapshot, type WellbeingSnapshot } from "../wellbeing-rows.ts";

/**
 * The time zone a patient picked from what the form shows, wherever it is; their reminders move with it. A zone with the hours of one of their state is
 * kept as that one. Refuses `bad_request` for what is no time zone. Gives what doses are decided on from now on.
 */
export async function pickTimezone(
  services: TxServices,
  snapshot: WellbeingSnapshot,
  zone: string,
): Promise<WellbeingSnapshot> {
  const { content, clock } = services;
  if (!isTimezone(zone))
    throw new Refusal("bad_request", {
      fields: [{ path: "timezone", message: sentence("account.timezone_unknown") }],
    });
  return keepTimezone(services, snapshot, fittingTimezone(content, snapshot.place.state, zone, clock.now()) ?? zone);
}

/** The same from the account settings, where no dose is shown. */
export const chooseTimezone = (services: Services, patientId: string, zone: string): Promise<void> =>
  inTransaction(services, async (tx) => {
    await lockWellbeing(tx.db, patientId);
    await pickTimezone(tx, await loadWellbeingSnapshot(tx, patientId), zone);
  });

/** The zone of the patient's browser, which nobody picked: taken only where it is one of their state's and none is kept, so never that of a journey. */
export async function takeBrowserTimezone(
  services: TxServices,
  snapshot: WellbeingSnapshot,
  zone: string,
): Promise<void> {
  const fitting = browserTimezoneToKeep(services.content, snapshot.place, zone, services.clock.now());
  if (fitting !== null) await keepTimezone(services, snapshot, fitting);
}

async function keepTimezone(
  services: TxServices,
  snapshot: WellbeingSnapshot,
  timezone: string,
): Promise<WellbeingSnapshot> {
  const { patientId, place } = snapshot;
  if (place.timezone === timezone) return snapshot;
  await updatePatient(services, patientId, { timezone });
  const after = await loadWellbeingSnapshot(services, patientId);
  for (const [productId, schedule] of after.schedules)
    await services.db
      .updateTable("dose_schedule")
      .set({ remind_at: nextReminder(schedule, after.timezone, after.today, services.clock.now()) })
      .where("patient_id", "=", patientId)
      .where("product_id", "=", productId)
      .execute();
  return after;
}
