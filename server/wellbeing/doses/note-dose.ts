import type { Dosing } from "#content/schema/catalogue.ts";
import type { DoseStatus } from "#contract/wellbeing/doses.ts";
import { productById } from "#server/catalogue/public.ts";
import { addDays, weekdayOf } from "#server/platform/clock/calendar-days.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import { prescriptionById } from "#server/prescriptions/public.ts";
import { daysOptions, type DoseSchedule, isScheduled, nextReminder, notedDaysBack } from "../dose-days.ts";
import { deleteSchedule, writeDose, writeSchedule } from "../dose-queries.ts";
import type { WellbeingSnapshot } from "../wellbeing-rows.ts";
import { pickedFor, type RunningMedicine, runningMedicines } from "./running-medicines.ts";

type Deps = TxServices & Refuses<"wrong_state">;

/** The product of one of the patient's prescriptions; `not_found` for any other id. */
async function productOf({ db }: Pick<TxServices, "db">, patientId: string, prescriptionId: string): Promise<string> {
  const prescription = await prescriptionById(db, prescriptionId);
  if (prescription?.patient_id !== patientId) throw new Refusal("not_found");
  return prescription.product_id;
}

/** One of the patient's medicines whose days are ours to say; refuses any other with the reason. */
async function requireRunning(
  services: Deps,
  snapshot: WellbeingSnapshot,
  prescriptionId: string,
): Promise<RunningMedicine & { readonly dosing: NonNullable<RunningMedicine["dosing"]> }> {
  await productOf(services, snapshot.patientId, prescriptionId);
  const medicine = runningMedicines(services, snapshot).find((each) => each.prescriptionId === prescriptionId);
  if (!medicine) throw services.refuse("wrong_state", { message: sentence("wellbeing.dose_not_running") });
  const { dosing } = medicine;
  if (dosing === null) throw services.refuse("wrong_state", { message: sentence("wellbeing.dose_other_days") });
  return { ...medicine, dosing };
}

/**
 * Sets the days of a medicine and the hour of its reminder; `helperId`: a helper did. Other days count from today on, so that no dose is missed by them. Refuses `bad_request` for
 * days its label does not have, `wrong_state` for a medicine that is not running.
 */
export async function pickDays(
  services: Deps,
  snapshot: WellbeingSnapshot,
  prescriptionId: string,
  {
    days,
    remindat,
    helperId = null,
  }: { readonly days: readonly number[]; readonly remindat: number | null; readonly helperId?: string | null },
): Promise<void> {
  const { product, dosing } = await requireRunning(services, snapshot, prescriptionId);
  const isSame = (one: readonly number[], other: readonly number[]) =>
    one.length === other.length && one.every((day) => other.includes(day));
  const option = daysOptions(dosing).find((each) => isSame(each, days));
  if (!option)
    throw new Refusal("bad_request", { fields: [{ path: "days", message: sentence("wellbeing.dose_days_apart") }] });
  const { patientId, timezone, today } = snapshot;
  const now = services.clock.now();
  const before = pickedFor(services.content, snapshot.schedules, product)?.schedule;
  const firstDay = before && isSame(before.days, option) ? before.firstDay : today;
  const schedule = { days: option, remindAt: remindat, firstDay };
  await writeSchedule(
    services.db,
    services.secrets,
    { patientId, productId: product.productid },
    { ...schedule, nextReminder: nextReminder(schedule, timezone, today, now), now, helperId },
  );
}

/** Forgets the days and the reminder of any of the patient's medicines, of its other strengths too; what was noted stays. */
export async function endDays(
  { db, content }: Pick<TxServices, "db" | "content">,
  { patientId, schedules }: WellbeingSnapshot,
  prescriptionId: string,
): Promise<void> {
  const productId = await productOf({ db }, patientId, prescriptionId);
  const remaining = new Map(schedules);
  for (let ended: string | undefined = productId; ended !== undefined;) {
    await deleteSchedule(db, patientId, ended);
    remaining.delete(ended);
    const product = productById(content, productId);
    ended = product && pickedFor(content, remaining, product)?.productId;
  }
}

/**
 * Notes a dose as done or skipped, or takes it back. The first one ever, taken today, picks the days that begin with it where none are picked. Refuses,
 * with the reason, a day that is not one of its days today or just before.
 */
export async function noteDose(
  services: Deps,
  snapshot: WellbeingSnapshot,
  prescriptionId: string,
  { day, status }: { readonly day: string; readonly status: DoseStatus | null },
): Promise<void> {
  const { product, dosing } = await requireRunning(services, snapshot, prescriptionId);
  const { patientId, today } = snapshot;
  const isFirst = snapshot.doses.every(({ productId }) => productId !== product.productid);
  const begins = isFirst && status === "done" && day === today;
  const picked = pickedFor(services.content, snapshot.schedules, product)?.schedule;
  const schedule = picked ?? (begins ? daysFrom(dosing, today) : undefined);
  if (!schedule) throw services.refuse("wrong_state", { message: sentence("wellbeing.dose_no_days") });
  if (day > today) throw services.refuse("wrong_state", { message: sentence("wellbeing.dose_future") });
  if (day < addDays(today, -notedDaysBack))
    throw services.refuse("wrong_state", { message: sentence("wellbeing.dose_too_old") });
  if (!isScheduled(schedule, day))
    throw services.refuse("wrong_state", { message: sentence("wellbeing.dose_not_planned") });
  if (!picked)
    await writeSchedule(
      services.db,
      services.secrets,
      { patientId, productId: product.productid },
      { ...schedule, nextReminder: null, now: services.clock.now() },
    );
  await writeDose(
    services.db,
    services.secrets,
    { patientId, productId: product.productid, day },
    { status, at: services.clock.now() },
  );
}

/** The days its label has that begin with a day. */
function daysFrom(dosing: Pick<Dosing, "daysaweek">, day: string): DoseSchedule {
  const weekday = weekdayOf(day);
  const days = daysOptions(dosing)[dosing.daysaweek === 7 ? 0 : weekday] ?? [weekday];
  return { days, remindAt: null, firstDay: day };
}
