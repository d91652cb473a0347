import type { Content } from "#content/load.ts";
import type { PrescriptionOrder } from "#contract/entities.ts";
import type { Treatment } from "#contract/treatment.ts";
import { toDollars } from "#contract/shapes.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { chargedFor, type Quote, type RenewalList, renewalQuotes } from "#server/store/public.ts";
import { type Book, factsOf, openBook, soldLine, soldName, subscriptionIn } from "./book.ts";
import { chargeAfterNow } from "./plan-charges.ts";
import { renewalLine } from "./renewal-line.ts";
import { supplyObstacle } from "./supply-rules.ts";
import type { SupplyRow } from "./supply-queries.ts";
import { sentNow } from "./together.ts";

type Parts = { readonly db: Database; readonly content: Content };
type ComingCharge = Treatment["charges"][number];

/** What supplies cost, in dollars, each by the id of its own. */
export interface Amounts {
  /** Of those to come and of those that may be ordered once more. */
  readonly each: ReadonlyMap<string, number>;
  /** Of those that may be sent now: all that would come with them, and the sum on the card. */
  readonly now: ReadonlyMap<string, NonNullable<PrescriptionOrder["getnext"]>>;
}

/** The charges that are planned, as they would be made today, by day: a discount she earned goes to the soonest. */
export function plannedQuotes(
  content: Content,
  book: Book,
): ReadonlyMap<string, { readonly supplies: readonly SupplyRow[]; readonly quote: Quote }> {
  const days = plannedDays(book);
  const lists = days.map(([, supplies]) => listOf(content, book, supplies));
  const quotes = renewalQuotes(content, lists, quotedFor(book));
  return new Map(
    days.flatMap(([day, supplies], at) => {
      const quote = quotes[at];
      return quote ? [[day, { supplies, quote }] as const] : [];
    }),
  );
}

/** The soonest charge on her card and what it would be if shipped to each of `states`, in cents; null when none is planned, or all wait. */
export async function nextChargeIn(
  parts: Parts & Pick<Services, "clock">,
  patientId: string,
  states: readonly string[],
): Promise<{ readonly day: string; readonly cents: readonly number[] } | null> {
  const book = await openBook(parts, patientId, new Map());
  const [soonest] = plannedDays(book);
  if (soonest === undefined || soonest[0] === unplanned || book.chargesWaitFor !== null) return null;
  const [day, supplies] = soonest;
  const lists = [listOf(parts.content, book, supplies)];
  const quotes = states.map((shipState) => renewalQuotes(parts.content, lists, { ...quotedFor(book), shipState }));
  return { day, cents: quotes.map(([quote]) => quote?.totalCents ?? 0) };
}

/** Stands for the day of supplies whose charge failed and is not tried again. */
const unplanned = "";

/** Supplies to be charged by their day, soonest first; `unplanned` is last. */
function plannedDays(book: Book): (readonly [string, readonly SupplyRow[]])[] {
  const planned = book.supplies.filter(({ status, held_on }) => status === "scheduled" && held_on === null);
  const days = Map.groupBy(planned, ({ failed_on, charge_on, retry_on }) =>
    failed_on === null ? charge_on : (retry_on ?? unplanned),
  );
  const late = (day: string) => Number(day === unplanned);
  return [...days].toSorted(([one], [other]) => late(one) - late(other) || one.localeCompare(other));
}

const listOf = (content: Content, book: Book, supplies: readonly SupplyRow[]): RenewalList => ({
  lines: supplies.map((supply) => renewalLine(content, book, supply)),
});

const quotedFor = ({ sold, shipState, discounts }: Book) => ({ sold, shipState, waiting: discounts });

/**
 * What her card is charged with next, day by day, soonest first: what is due on one day goes in one sum, and each takes one of the
 * discounts she earned. None while a payment is disputed.
 */
export function comingCharges(
  content: Content,
  book: Book,
): { readonly charges: ComingCharge[]; readonly amounts: Amounts } {
  const days = plannedDays(book);
  const again = book.supplies.filter((supply) => supplyObstacle("reorder", factsOf(book, supply)) === null);
  const now = book.supplies
    .filter((supply) => supplyObstacle("getnext", factsOf(book, supply)) === null)
    .map((supply) => ({ id: supply.id, sent: sentNow(content, book, supply) }));
  if (days.length === 0 && again.length === 0) return { charges: [], amounts: { each: new Map(), now: new Map() } };
  const lists = [
    ...days.map(([, supplies]) => listOf(content, book, supplies)),
    ...again.map((supply) => ({ lines: [{ ...renewalLine(content, book, supply), discountCents: 0 }], instead: true })),
    ...now.map(({ sent }) => ({ ...listOf(content, book, sent), instead: true })),
  ];
  const quotes = renewalQuotes(content, lists, quotedFor(book));
  const amounts = new Map<string, number>();
  for (const [index, supply] of again.entries())
    amounts.set(supply.id, toDollars(quotes[days.length + index]?.totalCents ?? 0));
  const sentTogether = now.map(({ id, sent }, index) => {
    const names = sent.map(({ subscription_id }) => soldName(book, subscriptionIn(book, subscription_id)));
    const amount = toDollars(quotes[days.length + again.length + index]?.totalCents ?? 0);
    const [first] = sent;
    const nextchargeon = first && book.chargesWaitFor === null ? chargeAfterNow(content, book, first) : null;
    return [id, { names, amount, nextchargeon }] as const;
  });
  const charges = days.map(([chargeon, supplies], at): ComingCharge => {
    const items = supplies.map((supply, index) => {
      const line = quotes[at]?.lines[index];
      const amount = toDollars(line ? chargedFor(line) : supply.amount_cents);
      amounts.set(supply.id, amount);
      const subscription = subscriptionIn(book, supply.subscription_id);
      const name = soldLine(book, subscription)?.name ?? subscription.product_id;
      return { prescriptionorderid: supply.id, subscriptionid: subscription.id, name, amount };
    });
    const retry = supplies.some(({ failed_on }) => failed_on !== null);
    return { chargeon, amount: toDollars(quotes[at]?.totalCents ?? 0), items, retry };
  });
  return {
    charges: book.chargesWaitFor === null ? charges.filter(({ chargeon }) => chargeon !== unplanned) : [],
    amounts: { each: amounts, now: new Map(sentTogether) },
  };
}
