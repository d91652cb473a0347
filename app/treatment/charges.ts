import type { PrescriptionOrder, Subscription } from "#contract/entities.ts";
import { toCents, toDollars } from "#contract/shapes.ts";
import type { Treatment } from "#contract/treatment.ts";

export type Charge = Treatment["charges"][number];

/** The soonest coming charge with something of this subscription in it. */
export const chargeOf = (charges: readonly Charge[], { id }: Pick<Subscription, "id">): Charge | null =>
  charges.find(({ items }) => items.some(({ subscriptionid }) => subscriptionid === id)) ?? null;

/** What else is in a charge besides this subscription's part. */
export const besides = ({ items }: Charge, { id }: Pick<Subscription, "id">): readonly string[] =>
  items.filter(({ subscriptionid }) => subscriptionid !== id).map(({ name }) => name);

/** This subscription's part of a charge, in dollars. */
export const partOf = ({ items }: Charge, { id }: Pick<Subscription, "id">): number =>
  toDollars(
    items.filter(({ subscriptionid }) => subscriptionid === id).reduce((sum, { amount }) => sum + toCents(amount), 0),
  );

/** What one supply costs when it is sent by itself: its own sum, and the shipping of one parcel. */
export function costAlone(
  { id, amount }: Pick<PrescriptionOrder, "id" | "amount">,
  charges: readonly Charge[],
): number {
  const charge = charges.find(({ items }) => items.some(({ prescriptionorderid }) => prescriptionorderid === id));
  if (!charge) return amount;
  const supplies = charge.items.reduce((sum, item) => sum + toCents(item.amount), 0);
  return toDollars(toCents(amount) + toCents(charge.amount) - supplies);
}

/** The supply that comes next, or is owed; null where none is planned. */
export const comingSupply = ({
  prescriptionorders,
}: Pick<Subscription, "prescriptionorders">): PrescriptionOrder | null => prescriptionorders.find(isToCome) ?? null;

/** Every supply that was, the latest first. */
export const pastSupplies = ({
  prescriptionorders,
}: Pick<Subscription, "prescriptionorders">): readonly PrescriptionOrder[] =>
  prescriptionorders
    .filter((supply) => !isToCome(supply))
    .toSorted((one, other) => (other.chargeon ?? "").localeCompare(one.chargeon ?? ""));

const isToCome = ({ status, orderid }: PrescriptionOrder): boolean =>
  status === "scheduled" || (status === "payment_failed" && orderid === null);

/** “A”, “A and B”, “A, B and C”. */
export const listed = (names: readonly string[]): string =>
  new Intl.ListFormat("en-US").format(names).replace(", and", " and");
