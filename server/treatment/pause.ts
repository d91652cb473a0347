import type { Services, TxServices } from "#server/platform/services.ts";
import { type Book, scheduledSupply } from "./book.ts";
import { chargeDayWhenTold, pauseEnds } from "./billing-rules.ts";
import { changeHers, type Target } from "./change-subscriptions.ts";
import { dayInWords, dayOfMonth } from "./days.ts";
import { tellOfPause, tellOfResume } from "./letters.ts";
import { warnOfNeed } from "./needed-beside.ts";
import { whatGoesOn } from "./what-goes-on.ts";
import { changeSubscriptions, changeSupplies, plannedFor, type SubscriptionRow } from "./supply-queries.ts";

/** Pauses: the next charge moves by one to three months, to the day the pause ends. Returns a sentence with that day. */
export const pause = (services: Services, target: Target, months: number): Promise<string> =>
  changeHers(services, target, "pause", async (parts, book, subscriptions) => {
    const { patientId } = target;
    return `Paused. ${await pauseAndTell(parts, book, { patientId, subscriptions, months })}`;
  });

/** Moves the next charges by some months and writes to her; returns what that means for her, in sentences. */
export async function pauseAndTell(
  parts: TxServices,
  book: Book,
  wish: { readonly patientId: string; readonly subscriptions: readonly SubscriptionRow[]; readonly months: number },
): Promise<string> {
  const { patientId, subscriptions, months } = wish;
  const ids = subscriptions.map(({ id }) => id);
  const until = await pauseUntil(parts, book, subscriptions, months);
  const rest = await whatGoesOn(parts, book, patientId, ids);
  await tellOfPause(parts, { patientId, until, rest });
  const warning = await warnOfNeed(parts, book, patientId, ids);
  const day = dayInWords(until);
  return rest === null
    ? `Nothing is charged before ${day}.${warning}`
    : `Nothing is charged for this one before ${day}. ${rest}${warning}`;
}

/** Moves the next charges by some months; returns the first day of them. */
async function pauseUntil(
  { db }: TxServices,
  book: Book,
  subscriptions: readonly SubscriptionRow[],
  months: number,
): Promise<string> {
  const days: string[] = [];
  for (const { id, anchor_day } of subscriptions) {
    const supply = scheduledSupply(book, id);
    if (!supply) continue;
    const until = pauseEnds(supply.charge_on, anchor_day)[months - 1] ?? supply.charge_on;
    await changeSubscriptions(db, [id], { status: "paused", paused_until: until, planned_on: supply.charge_on });
    await changeSupplies(db, [supply.id], plannedFor(until));
    days.push(until);
  }
  return days.toSorted()[0] ?? book.today;
}

/** Ends pauses early: the next charge is where it was, and never sooner than she can be told of it. Returns a sentence with the day. */
export const resume = (services: Services, target: Target): Promise<string> =>
  changeHers(services, target, "resume", async (parts, book, subscriptions) => {
    const days: string[] = [];
    for (const { id, planned_on, anchor_day } of subscriptions) {
      const supply = scheduledSupply(book, id);
      const day = chargeDayWhenTold(planned_on ?? book.today, book.today);
      await changeSubscriptions(parts.db, [id], {
        status: "active",
        paused_until: null,
        planned_on: null,
        anchor_day: day === planned_on ? anchor_day : dayOfMonth(day),
      });
      if (supply) await changeSupplies(parts.db, [supply.id], plannedFor(day));
      days.push(day);
    }
    const day = days.toSorted()[0] ?? book.today;
    await tellOfResume(parts, { patientId: target.patientId, day });
    return `Welcome back. Your next order is charged and sent on ${dayInWords(day)}.`;
  });
