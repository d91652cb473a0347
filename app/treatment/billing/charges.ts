import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { toCents, toDollars } from "#contract/fields/numbers.ts";
import type { Treatment } from "#contract/treatment/overview.ts";

export type Charge = Treatment["charges"][number];

/** The earliest upcoming charge that includes this subscription. */
export const chargeOfSubscription = (charges: readonly Charge[], { id }: Pick<Subscription, "id">): Charge | null =>
  charges.find(({ items }) => items.some(({ subscriptionid }) => subscriptionid === id)) ?? null;

/** Names of the other items in the charge. */
export const otherItemsInCharge = ({ items }: Charge, { id }: Pick<Subscription, "id">): readonly string[] =>
  items.filter(({ subscriptionid }) => subscriptionid !== id).map(({ name }) => name);

/** This subscription's part of a charge, in dollars. */
export const amountOfSubscription = ({ items }: Charge, { id }: Pick<Subscription, "id">): number =>
  toDollars(
    items.filter(({ subscriptionid }) => subscriptionid === id).reduce((sum, { amount }) => sum + toCents(amount), 0),
  );

/** The next prescription order, or the one that is due; null if none is planned. */
export const nextPrescriptionOrder = ({
  prescriptionorders,
}: Pick<Subscription, "prescriptionorders">): PrescriptionOrder | null => prescriptionorders.find(isUpcoming) ?? null;

/** All past prescription orders, newest first. */
export const pastPrescriptionOrders = ({
  prescriptionorders,
}: Pick<Subscription, "prescriptionorders">): readonly PrescriptionOrder[] =>
  prescriptionorders
    .filter((order) => !isUpcoming(order))
    .toSorted((one, other) => (other.chargeon ?? "").localeCompare(one.chargeon ?? ""));

const isUpcoming = ({ status, orderid }: PrescriptionOrder): boolean =>
  status === "scheduled" || (status === "payment_failed" && orderid === null);
