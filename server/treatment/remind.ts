import type { Services, TxServices } from "#server/platform/services.ts";
import { chargedFor } from "#server/store/public.ts";
import { chargeDayWhenTold, isReminderDue } from "./billing-rules.ts";
import { type Book, openBook, refillsIn, subscriptionIn } from "./book.ts";
import { plannedQuotes } from "./coming-charges.ts";
import { withBook } from "./her-book.ts";
import { hold } from "./hold.ts";
import { tellOfCharge } from "./letters.ts";
import { lastsUntil, planCharges } from "./plan-charges.ts";
import { changeSubscriptions, changeSupplies, putOff, type SupplyRow } from "./supply-queries.ts";
import { periodText } from "./texts.ts";
import { companionsOf } from "./together.ts";

/**
 * Tells her of the charges of the next days, one mail for each day, with ways to skip, pause and cancel. One that would come too soon after
 * the mail is put off, so that she always has her five days. What needs a new prescription first goes to the doctor instead.
 */
export const remind = (services: Services, patientId: string): Promise<void> =>
  withBook(services, patientId, async (parts, { prescribed }) => {
    const { db } = parts;
    await planCharges(parts, patientId);
    const book = await openBook(parts, patientId, prescribed);
    const days = new Map<string, SupplyRow[]>();
    for (const supply of book.supplies.filter((each) => isUntold(book, each))) {
      const subscription = subscriptionIn(book, supply.subscription_id);
      if (refillsIn(book, subscription) === 0) {
        await hold(parts, book, supply);
        continue;
      }
      const day = chargeDayWhenTold(supply.charge_on, book.today);
      if (day !== supply.charge_on) await putOff(db, supply, day);
      await changeSupplies(db, [supply.id], { reminded_on: book.today });
      if (subscription.status === "paused") await changeSubscriptions(db, [subscription.id], { paused_until: day });
      days.set(day, [...(days.get(day) ?? []), supply]);
    }
    await tellOfDays(parts, patientId, days, book);
  });

/** One mail for each day, with the sum of what she was not told of before. */
async function tellOfDays(
  parts: TxServices,
  patientId: string,
  days: ReadonlyMap<string, readonly SupplyRow[]>,
  { prescribed }: Book,
): Promise<void> {
  if (days.size === 0) return;
  const book = await openBook(parts, patientId, prescribed);
  const planned = plannedQuotes(parts.content, book);
  for (const [day, supplies] of days) {
    const charge = planned.get(day);
    if (!charge) throw new Error(`Nothing is planned for ${day}`);
    let cents = charge.quote.totalCents;
    for (const [index, { id }] of charge.supplies.entries()) {
      const line = charge.quote.lines[index];
      if (!line) continue;
      const isNew = supplies.some((supply) => supply.id === id);
      if (isNew) await changeSupplies(parts.db, [id], { told_cents: line.priceCents - line.discountCents });
      else cents -= chargedFor(line);
    }
    const subscriptionId = inOneParcel(parts, book, supplies);
    const period = periodOf(book, charge.supplies);
    await tellOfCharge(parts, { patientId, day, supplies, subscriptionId, cents, period });
  }
}

/** The subscription of the first, where all others come in its parcel: what is done to it is done to all. */
function inOneParcel({ content }: TxServices, book: Book, [first, ...others]: readonly SupplyRow[]): string | null {
  if (!first) return null;
  const beside = companionsOf(content, book, first).map(({ id }) => id);
  return others.every(({ id }) => beside.includes(id)) ? first.subscription_id : null;
}

/** How often what is charged comes, and until when what the patient has of it lasts. */
function periodOf(book: Book, supplies: readonly SupplyRow[]): string {
  const rows = supplies.map(({ subscription_id }) => subscriptionIn(book, subscription_id));
  const [first] = rows.flatMap((row) => lastsUntil(book, row) ?? []).toSorted();
  return periodText([...new Set(rows.map(({ days_supply }) => days_supply))], first ?? null);
}

/** A charge of the next days that runs by itself and that she has not been told of. */
function isUntold(book: Book, supply: SupplyRow): boolean {
  const { status, paused_until } = subscriptionIn(book, supply.subscription_id);
  return (
    supply.status === "scheduled" &&
    supply.failed_on === null &&
    supply.held_on === null &&
    supply.reminded_on === null &&
    isReminderDue(supply.charge_on, book.today) &&
    (status === "active" || (status === "paused" && paused_until !== null))
  );
}
