import type { InboxItem, QueueName } from "#clinic/work/queues.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { addWorkingDays } from "#contract/fields/working-days.ts";

/** What patients are told, in working days: the pharmacy's days are those of `content/shipping.yaml`. */
const [decisionDays, pharmacyDays, answerDays, reviewDays] = [1, 2, 1, 2];

export interface PromiseToPatients {
  /** Working days after the day it began to wait. */
  readonly days: number;
  readonly words: string;
}

const days = (count: number) => (count === 1 ? "1 business day" : `${count} business days`);
const within = (count: number, what: string): PromiseToPatients => ({
  days: count,
  words: `${what} within ${days(count)}`,
});

/** What the practice has promised the patient in a queue; where nothing is promised, there is none. */
export const promises: Partial<Readonly<Record<QueueName, PromiseToPatients>>> = {
  conversation: within(answerDays, "An answer"),
  incoming: within(decisionDays, "A decision"),
  accepted: within(decisionDays, "A decision"),
  renewal: within(2, "A decision"),
  followup: within(reviewDays, "A doctor’s answer"),
  mismatch: within(answerDays, "An email"),
  // An order waits from the day it was placed; a new plan is decided first.
  ready: within(decisionDays + pharmacyDays, "Sent"),
  // Each says its own day, as the patient was told.
  work_item: { days: 0, words: "A look by the day each one says" },
};

/** Whether something is past the promise: its own day is over, or the working days since it began to wait, counted in the practice's days. */
export function isLate(
  { queue, since, expires }: Pick<InboxItem, "queue" | "since" | "expires">,
  now: number,
  timeZone: string,
): boolean {
  const promise = promises[queue];
  if (!promise) return false;
  if (queue === "work_item") return expires !== null && Date.parse(expires) <= now;
  return dayIn(timeZone, new Date(now)) > addWorkingDays(dayIn(timeZone, new Date(since)), promise.days);
}
