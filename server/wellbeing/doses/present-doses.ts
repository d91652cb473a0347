import type { Content } from "#content/loader/load.ts";
import { formatHour, timeZoneName, weekdayName } from "#contract/fields/formats.ts";
import type { Dose, DoseDay, Doses } from "#contract/wellbeing/doses.ts";
import { presentTimezone } from "#server/auth/public.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { scheduleText } from "#server/prescriptions/public.ts";
import {
  type DoseSchedule,
  daysOptions,
  isScheduled,
  lastScheduled,
  nextScheduled,
  notedDaysBack,
  weekdaysText,
} from "../dose-days.ts";
import type { WellbeingSnapshot } from "../wellbeing-rows.ts";
import { pickedFor, type RunningMedicine, runningMedicines } from "./running-medicines.ts";

type Deps = Pick<Services, "content">;

export function presentDoses(services: Deps, snapshot: WellbeingSnapshot): Doses {
  const items = runningMedicines(services, snapshot).map((medicine) => presentDose(services, snapshot, medicine));
  return { items, timezone: presentTimezone(services.content, snapshot.place) };
}

function presentDose({ content }: Deps, snapshot: WellbeingSnapshot, medicine: RunningMedicine): Dose {
  const { prescriptionId: id, product, dosing } = medicine;
  const directions = scheduleText(content, medicine.directions, medicine.planned);
  const head = { id, name: product.name, dosage: product.strength, image: product.picture, directions };
  const none = { options: [], schedule: null, today: null, earlier: null, missed: null };
  if (dosing === null) return { ...head, title: toText(content, sentence("wellbeing.dose_by_doctor")), ...none };
  const options = daysOptions(dosing).map((days) => ({ days: [...days], label: daysText(content, days) }));
  const schedule = pickedFor(content, snapshot.schedules, product)?.schedule;
  if (schedule === undefined)
    return {
      ...head,
      ...none,
      title: toText(content, sentence("wellbeing.dose_pick_days")),
      options,
      missed: { text: dosing.missed, open: false },
    };
  const dayOf = (day: string | null) => (day === null ? null : doseDay(content, snapshot, product.productid, day));
  const today = dayOf(isScheduled(schedule, snapshot.today) ? snapshot.today : null);
  const earlier = today?.status === "done" ? null : earlierDose(snapshot.today, schedule, dayOf);
  return {
    ...head,
    title: doseTitle(content, snapshot, schedule, today, dosing.today),
    options,
    schedule: {
      days: [...schedule.days],
      label: daysText(content, schedule.days),
      remindat: schedule.remindAt,
      ...reminderOf(content, snapshot, schedule),
    },
    today,
    earlier,
    missed: {
      text: dosing.missed,
      open: today?.status === "skipped" || (earlier !== null && earlier.status !== "done"),
    },
  };
}

/**
 * The dose before today's, while it can still be noted. Of two in a row that were not noted nothing is said: whoever keeps no log, or only wants the
 * reminder, is not asked each day.
 */
function earlierDose(
  today: string,
  schedule: DoseSchedule,
  dayOf: (day: string | null) => DoseDay | null,
): DoseDay | null {
  const last = lastScheduled(schedule, today);
  if (last === null || last < addDays(today, -notedDaysBack)) return null;
  const dose = dayOf(last);
  const before = dayOf(lastScheduled(schedule, last));
  return dose?.status === null && before?.status === null ? null : dose;
}

const daysText = (content: Content, days: readonly number[]): string =>
  weekdaysText(days) ?? toText(content, sentence("wellbeing.days_every_day"));

function doseDay(content: Content, { doses, today }: WellbeingSnapshot, productId: string, day: string): DoseDay {
  const noted = doses.find((dose) => dose.productId === productId && dose.day === day);
  const name =
    day === today
      ? toText(content, sentence("wellbeing.day_today"))
      : day === addDays(today, -1)
        ? toText(content, sentence("wellbeing.day_yesterday"))
        : weekdayName(day);
  return { day, name, status: noted?.status ?? null };
}

function doseTitle(
  content: Content,
  snapshot: WellbeingSnapshot,
  schedule: DoseSchedule,
  today: DoseDay | null,
  dueToday: string,
): string {
  if (today !== null) {
    if (today.status === null) return dueToday;
    const noted = { done: "wellbeing.dose_done_today", skipped: "wellbeing.dose_skipped_today" } as const;
    return toText(content, sentence(noted[today.status]));
  }
  const next = nextScheduled(schedule, snapshot.today) ?? snapshot.today;
  return toText(content, sentence("wellbeing.dose_next", { day: weekdayName(next) }));
}

function reminderOf(
  content: Content,
  { timezone, wantsUpdateMails }: WellbeingSnapshot,
  { remindAt, chosenBy = null }: DoseSchedule,
): Pick<NonNullable<Dose["schedule"]>, "reminder" | "action"> {
  const by =
    chosenBy === null ? "" : ` ${toText(content, sentence("wellbeing.reminder_chosen_by", { name: chosenBy }))}`;
  if (remindAt === null) return { reminder: toText(content, sentence("wellbeing.reminder_none")) + by, action: null };
  if (!wantsUpdateMails)
    return {
      reminder: toText(content, sentence("wellbeing.reminder_mails_off")),
      action: { label: toText(content, sentence("wellbeing.reminder_settings")), href: "/account-settings" },
    };
  const values = { hour: formatHour(remindAt), timezone: timeZoneName(timezone) };
  return { reminder: toText(content, sentence("wellbeing.reminder_at", values)) + by, action: null };
}
