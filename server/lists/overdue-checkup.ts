import type { Content } from "#content/loader/load.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { addMonths } from "#server/platform/clock/calendar-days.ts";

type Checkup = Content["checkups"][string];

/** What a patient said last of a checkup, and when. */
export interface CheckupAnswer {
  readonly value: string | readonly string[];
  readonly answeredAt: Date;
}

/** Whether an answer chose this; of several it may be one. */
export const hasChosen = (value: string | readonly string[], choice: string): boolean =>
  typeof value === "string" ? value === choice : value.includes(choice);

/**
 * Whether a checkup is overdue today, by `content/checkups.yaml`, which names the source of each. `age` null isn't known: better asked once too often. Nobody who
 * hasn't answered is overdue.
 */
export function isCheckupOverdue(
  { overdue, lasts, ages }: Checkup,
  { answer, age }: { readonly answer: CheckupAnswer | null; readonly age: number | null },
  { today, timezone }: { readonly today: string; readonly timezone: string },
): boolean {
  if (answer === null || (age !== null && (age < ages.from || age > ages.to))) return false;
  if (overdue.some((choice) => hasChosen(answer.value, choice))) return true;
  const answeredOn = dayIn(timezone, answer.answeredAt);
  return Object.entries(lasts).some(
    ([choice, months]) => hasChosen(answer.value, choice) && addMonths(answeredOn, months) <= today,
  );
}
