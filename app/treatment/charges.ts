import { inList } from "#contract/formats.ts";
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
export const listed = (names: readonly string[]): string => inList(names).replace(", and", " and");
