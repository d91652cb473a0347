import type { Content } from "#content/load.ts";
import { type Book, scheduledSupply, soldName } from "./book.ts";
import type { SubscriptionFacts } from "./subscription-rules.ts";
import type { SubscriptionRow } from "./supply-queries.ts";

/** What the rules of a subscription look at. */
export const subscriptionFacts = (content: Content, book: Book, row: SubscriptionRow): SubscriptionFacts => ({
  status: row.status as SubscriptionFacts["status"],
  approved: book.approved.has(row.order_id),
  pausedUntil: row.paused_until,
  planned: scheduledSupply(book, row.id) !== undefined,
  held: (scheduledSupply(book, row.id)?.held_on ?? null) !== null,
  stopped: row.stopped_on !== null,
  offerTaken: row.offer_taken_at !== null,
  offer: presentOffer(content.canceloffer, soldName(book, row)),
});

/** What the practice offers before a cancellation of `item`, in words. */
export function presentOffer(offer: Content["canceloffer"], item: string): SubscriptionFacts["offer"] {
  if (offer === null) return null;
  if (offer.kind === "discount")
    return { kind: "discount", text: `Stay, and get ${offer.percent}% off your next ${item}.` };
  const length = offer.months === 1 ? "a month" : `${offer.months} months`;
  return { kind: "pause", text: `Take a break of ${length} instead. Nothing is charged meanwhile.` };
}
