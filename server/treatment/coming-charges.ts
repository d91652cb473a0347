import type { Content } from "#content/load.ts";
import type { Treatment } from "#contract/treatment.ts";
import { toDollars } from "#contract/shapes.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { renewalQuotes, shipStateOf } from "#server/store/public.ts";
import { type Book, factsOf, openBook, soldLine, subscriptionIn } from "./book.ts";
import { renewalLine } from "./renewal-line.ts";
import { supplyObstacle } from "./supply-rules.ts";
import type { SupplyRow } from "./supply-queries.ts";

type Parts = { readonly db: Database; readonly content: Content };
type ComingCharge = Treatment["charges"][number];

/** The sum of a charge for these supplies, with today's tax, in cents. */
export async function sumToCharge(
  { db, content }: Parts,
  book: Book,
  patientId: string,
  supplies: readonly SupplyRow[],
): Promise<number> {
  const state = await shipStateOf(db, patientId);
  const lines = supplies.map((supply) => renewalLine(content, book, supply));
  const [quote] = await renewalQuotes({ db, content }, [lines], state);
  return quote?.totalCents ?? 0;
}

/** The soonest charge on her card and what it would be if shipped to each of `states`, in cents; null when none is planned. */
export async function nextChargeIn(
  parts: Parts & Pick<Services, "clock">,
  patientId: string,
  states: readonly string[],
): Promise<{ readonly day: string; readonly cents: readonly number[] } | null> {
  const book = await openBook(parts, patientId, new Map());
  const days = plannedDays(book);
  const day = [...days.keys()].filter((each) => each !== "").toSorted()[0];
  if (day === undefined) return null;
  const lines = (days.get(day) ?? []).map((supply) => renewalLine(parts.content, book, supply));
  const quotes = await Promise.all(states.map((state) => renewalQuotes(parts, [lines], state)));
  return { day, cents: quotes.map(([quote]) => quote?.totalCents ?? 0) };
}

/** Supplies to be charged by their day; under "" those whose charge failed and is not tried again. */
function plannedDays(book: Book): ReadonlyMap<string, readonly SupplyRow[]> {
  const days = new Map<string, SupplyRow[]>();
  const planned = book.supplies.filter(({ status, held_on }) => status === "scheduled" && held_on === null);
  for (const supply of planned) {
    const day = supply.failed_on === null ? supply.charge_on : (supply.retry_on ?? "");
    days.set(day, [...(days.get(day) ?? []), supply]);
  }
  return days;
}

/**
 * What her card is charged with next, day by day, soonest first: what is due on one day goes in one sum. `amounts` by supply, in dollars, are
 * of those to come and of those she may order once more.
 */
export async function comingCharges(
  { db, content }: Parts,
  book: Book,
  patientId: string,
): Promise<{ readonly charges: ComingCharge[]; readonly amounts: ReadonlyMap<string, number> }> {
  const days = plannedDays(book);
  const again = book.supplies.filter((supply) => supplyObstacle("reorder", factsOf(book, supply)) === null);
  if (days.size === 0 && again.length === 0) return { charges: [], amounts: new Map() };
  const lists = [
    ...[...days.values()].map((supplies) => supplies.map((supply) => renewalLine(content, book, supply))),
    ...again.map((supply) => [{ ...renewalLine(content, book, supply), discountCents: 0 }]),
  ];
  const quotes = await renewalQuotes({ db, content }, lists, await shipStateOf(db, patientId));
  const amounts = new Map<string, number>();
  for (const [index, supply] of again.entries())
    amounts.set(supply.id, toDollars(quotes[days.size + index]?.totalCents ?? 0));
  const charges = [...days].map(([chargeon, supplies], at): ComingCharge => {
    const items = supplies.map((supply, index) => {
      const line = quotes[at]?.lines[index];
      const amount = toDollars(line ? line.priceCents - line.discountCents + line.taxCents : supply.amount_cents);
      amounts.set(supply.id, amount);
      const subscription = subscriptionIn(book, supply.subscription_id);
      const name = soldLine(book, subscription)?.name ?? subscription.product_id;
      return { prescriptionorderid: supply.id, subscriptionid: subscription.id, name, amount };
    });
    const retry = supplies.some(({ failed_on }) => failed_on !== null);
    return { chargeon, amount: toDollars(quotes[at]?.totalCents ?? 0), items, retry };
  });
  return {
    charges: charges.filter(({ chargeon }) => chargeon !== "").toSorted((a, b) => a.chargeon.localeCompare(b.chargeon)),
    amounts,
  };
}
