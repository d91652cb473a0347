import { dayIn } from "#contract/fields/formats.ts";
import { patientById } from "#server/auth/public.ts";
import { productById } from "#server/catalogue/public.ts";
import { addDays, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { momentIn } from "#server/platform/clock/zoned-time.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { processEach } from "#server/platform/jobs/process-each.ts";
import { greetingName, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import { unsubscribeUrl } from "#server/platform/mail/unsubscribe.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { type DoseSchedule, isScheduled, nextReminder } from "../dose-days.ts";
import { lockWellbeing } from "../lock-wellbeing.ts";
import { loadWellbeingSnapshot, type WellbeingSnapshot } from "../wellbeing-rows.ts";
import { pickedFor, type RunningMedicine, runningMedicines } from "./running-medicines.ts";

/** Patients handled in one round; the rest is left to the next. */
const batchSize = 200;

/** How much later a reminder that failed is tried again, so that it does not hold up the others, in milliseconds. */
const retryMs = 15 * 60_000;

/** Mails the reminders that are due, each patient's in a transaction of its own. */
export async function sendReminders(services: Services): Promise<void> {
  const rows = await dueSchedules(services).limit(batchSize).execute();
  const patientIds = [...new Set(rows.map(({ patient_id }) => patient_id))];
  await processEach(services.log, "reminder", patientIds, (id) =>
    remindPatient(services, id).catch(async (error: unknown) => {
      await postpone(services, id);
      throw error;
    }),
  );
}

const dueSchedules = ({ db, clock }: Pick<Services, "db" | "clock">) =>
  db
    .selectFrom("dose_schedule")
    .select(["id", "patient_id", "product_id", "remind_at"])
    .where("remind_at", "<=", clock.now())
    .orderBy("remind_at");

/** Mails one reminder for all medicines that are due now, and moves each on to its next day. */
const remindPatient = (services: Services, patientId: string): Promise<void> =>
  inTransaction(services, async (tx) => {
    await lockWellbeing(tx.db, patientId);
    const due = await dueSchedules(tx).where("patient_id", "=", patientId).execute();
    if (due.length === 0) return;
    const now = tx.clock.now();
    const snapshot = await loadWellbeingSnapshot(tx, patientId);
    const medicines = runningMedicines(tx, snapshot);
    const wanted = due.filter(({ product_id, remind_at }) =>
      isWanted(tx, medicines, snapshot, product_id, remind_at, now),
    );
    const usesDaysOf = (productId: string) => (prescribedId: string) => {
      const product = productById(tx.content, prescribedId);
      return product !== undefined && pickedFor(tx.content, snapshot.schedules, product)?.productId === productId;
    };
    for (const { id, product_id } of due) {
      const schedule = snapshot.schedules.get(product_id);
      // Where nothing prescribed goes by these days, nothing is due again unless the patient picks days anew.
      const next =
        schedule && [...snapshot.prescribed.keys()].some(usesDaysOf(product_id))
          ? nextReminder(schedule, snapshot.timezone, snapshot.today, now)
          : null;
      await tx.db.updateTable("dose_schedule").set({ remind_at: next }).where("id", "=", id).execute();
    }
    const [first] = wanted;
    if (first?.remind_at) await mailReminder(tx, patientId, first.remind_at, snapshot);
  });

/** Whether a reminder still has a dose to remind of: on the same day, of a running medicine, not noted, and mails are wanted. */
function isWanted(
  { content }: Pick<Services, "content">,
  medicines: readonly RunningMedicine[],
  snapshot: WellbeingSnapshot,
  productId: string,
  remindAt: Date | null,
  now: Date,
): boolean {
  const { today, timezone, schedules, doses, wantsUpdateMails } = snapshot;
  const schedule = schedules.get(productId);
  const medicine = medicines.find(({ product }) => pickedFor(content, schedules, product)?.productId === productId);
  return (
    wantsUpdateMails &&
    schedule !== undefined &&
    medicine !== undefined &&
    medicine.dosing !== null &&
    remindAt !== null &&
    dayIn(timezone, remindAt) === today &&
    hasStruck(snapshot, schedule, now) &&
    isScheduled(schedule, today) &&
    !doses.some((dose) => dose.productId === medicine.product.productid && dose.day === today)
  );
}

/** Whether the picked hour has come where the patient is now; one who moved west is not reminded an hour too soon. */
const hasStruck = ({ timezone, today }: WellbeingSnapshot, { remindAt }: DoseSchedule, now: Date) =>
  remindAt !== null && momentIn(timezone, today, remindAt) <= now;

async function mailReminder(
  services: TxServices,
  patientId: string,
  remindAt: Date,
  { timezone, today }: Pick<WellbeingSnapshot, "timezone" | "today">,
): Promise<void> {
  const { email, firstname } = await patientById(services, patientId);
  const values = { firstname: greetingName(firstname), link: `${services.config.publicUrl}/home` };
  await queuePatientMail(services, {
    patientId,
    mail: "reminder",
    to: email,
    values,
    dedupeKey: `reminder:${patientId}:${remindAt.toISOString()}`,
    unsubscribe: unsubscribeUrl(services, "reminders", patientId),
    // It speaks of today.
    until: startOfDay(timezone, addDays(today, 1)),
  });
}

const postpone = ({ db, clock }: Services, patientId: string) =>
  db
    .updateTable("dose_schedule")
    .set({ remind_at: new Date(clock.now().getTime() + retryMs) })
    .where("patient_id", "=", patientId)
    .where("remind_at", "<=", clock.now())
    .execute();

/** Reminders of doses; runs each minute. */
export const reminderQueue = "wellbeing-reminders";

export function defineWellbeingJobs(jobs: Jobs, services: Services): void {
  jobs.define(reminderQueue, () => sendReminders(services), { cron: "* * * * *" });
}
