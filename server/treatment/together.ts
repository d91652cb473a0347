import type { Content } from "#content/load.ts";
import { productById } from "#server/store/public.ts";
import { type Book, factsOf, refillsIn, scheduledSupply, subscriptionIn } from "./book.ts";
import type { SubscriptionRow, SupplyRow } from "./supply-queries.ts";
import { supplyObstacle } from "./supply-rules.ts";

/** Categories of what a subscription supplies. */
export const categoriesOf = (
  content: Content,
  { product_id }: Pick<SubscriptionRow, "product_id">,
): readonly string[] => productById(content, product_id)?.categories ?? [];

/**
 * Which of some subscriptions belong together: by the content's requirements one needs the other beside it. Each list has at least one of either
 * kind.
 */
export function groupsOf<T extends Pick<SubscriptionRow, "product_id">>(
  content: Content,
  rows: readonly T[],
): (readonly T[])[] {
  return content.requirements.flatMap(({ ifcategory, require }) => {
    const given = (category: string) => rows.filter((row) => categoriesOf(content, row).includes(category));
    const [needing, needed] = [given(ifcategory), given(require)];
    return needing.length > 0 && needed.length > 0 ? [[...new Set([...needing, ...needed])]] : [];
  });
}

/** What comes in one parcel with a planned prescription order because it belongs with it, in the same state; without that one itself. */
export function companionsOf(content: Content, book: Book, { id, subscription_id }: SupplyRow): SupplyRow[] {
  const own = book.supplies.find((supply) => supply.id === id);
  if (!own || !isFree(own)) return [];
  const { status } = subscriptionIn(book, subscription_id);
  const alike = book.subscriptions.filter((row) => row.status === status);
  return groupsOf(content, alike)
    .filter((group) => group.some((row) => row.id === subscription_id))
    .flatMap((group) => group.flatMap((row) => scheduledSupply(book, row.id) ?? []))
    .filter((supply) => supply.id !== id && isFree(supply) && supply.charge_on === own.charge_on);
}

/** What getting a planned prescription order now sends: that one, and of what comes in its parcel all that may come now. */
export const sentNow = (content: Content, book: Book, supply: SupplyRow): SupplyRow[] => [
  supply,
  ...companionsOf(content, book, supply).filter(
    (other) =>
      supplyObstacle("getnext", factsOf(book, other)) === null &&
      refillsIn(book, subscriptionIn(book, other.subscription_id)) !== 0,
  ),
];

/** The subscriptions that come in one parcel with some, and those themselves. */
export function withCompanions(
  content: Content,
  book: Book,
  subscriptions: readonly SubscriptionRow[],
): SubscriptionRow[] {
  const beside = subscriptions
    .flatMap(({ id }) => scheduledSupply(book, id) ?? [])
    .flatMap((supply) => companionsOf(content, book, supply))
    .map(({ subscription_id }) => subscriptionIn(book, subscription_id));
  return [...new Set([...subscriptions, ...beside])];
}

/** Planned, and neither owed nor waiting for a doctor. */
const isFree = ({ status, failed_on, held_on }: SupplyRow): boolean =>
  status === "scheduled" && failed_on === null && held_on === null;
