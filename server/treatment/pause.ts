import type { Services, TxServices } from "#server/platform/services.ts";
import { type Book, scheduledSupply, soldName } from "./book.ts";
import { pauseEnds } from "./billing-rules.ts";
import { changeHers, type Target } from "./change-subscriptions.ts";
import { dayInWords } from "#server/platform/calendar-days.ts";
import { tellOfPause, tellOfResume } from "./letters.ts";
import { warnOfNeed } from "./needed-beside.ts";
import { chargeIfResumed, planCharges } from "./plan-charges.ts";
import { nextOrderText, togetherText } from "./texts.ts";
import { withCompanions } from "./together.ts";
import { whatGoesOn } from "./what-goes-on.ts";
import {
  changeSubscriptions,
  changeSupplies,
  plannedFor,
  type SubscriptionRow,
  suppliesById,
} from "./supply-queries.ts";

/**
 * Pauses, with what comes in the same parcel: the next charge moves by one to three months, to the day the pause ends. Returns a sentence with
 * that day.
 */
export const pause = (services: Services, target: Target, months: number): Promise<string> =>
  changeHers(services, target, "pause", async (parts, book, asked) => {
    const { patientId, alone } = target;
    const subscriptions = alone ? asked : withCompanions(parts.content, book, asked);
    const more = subscriptions.length > asked.length ? namesOf(book, subscriptions) : [];
    return `Paused. ${togetherText(more)}${await pauseAndTell(parts, book, { patientId, subscriptions, months })}`;
  });

const namesOf = (book: Book, subscriptions: readonly SubscriptionRow[]) =>
  subscriptions.map((row) => soldName(book, row));

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
  for (const { id } of subscriptions) {
    const supply = scheduledSupply(book, id);
    if (!supply) continue;
    const until = pauseEnds(supply.charge_on)[months - 1] ?? supply.charge_on;
    await changeSubscriptions(db, [id], { status: "paused", paused_until: until, planned_on: supply.charge_on });
    await changeSupplies(db, [supply.id], { ...plannedFor(until), not_before: until });
    days.push(until);
  }
  return days.toSorted()[0] ?? book.today;
}

/**
 * Ends pauses early, with those of what comes in the same parcel: the next charge is where it was, or where the medicine at home asks for it, and
 * never sooner than the patient can be told of it. Returns a sentence with the day.
 */
export const resume = (services: Services, target: Target): Promise<string> =>
  changeHers(services, target, "resume", async (parts, book, asked) => {
    const { patientId } = target;
    const subscriptions = withCompanions(parts.content, book, asked);
    for (const row of subscriptions) {
      const { id, planned_on } = row;
      const supply = scheduledSupply(book, id);
      const day = chargeIfResumed(parts.content, book, row);
      await changeSubscriptions(parts.db, [id], { status: "active", paused_until: null, planned_on: null });
      if (supply) await changeSupplies(parts.db, [supply.id], { ...plannedFor(day), not_before: planned_on });
    }
    await planCharges(parts, patientId);
    const day = await firstCharge(parts, book, subscriptions);
    const next = nextOrderText(book, day);
    await tellOfResume(parts, { patientId, next });
    const more = subscriptions.length > asked.length ? namesOf(book, subscriptions) : [];
    return `Welcome back. ${togetherText(more)}${next}`;
  });

/** The first day one of these is charged, now that it is planned anew. */
async function firstCharge({ db }: TxServices, book: Book, subscriptions: readonly SubscriptionRow[]): Promise<string> {
  const ids = subscriptions.flatMap(({ id }) => scheduledSupply(book, id)?.id ?? []);
  const planned = await suppliesById(db, ids);
  return planned.map(({ charge_on }) => charge_on).toSorted()[0] ?? book.today;
}
