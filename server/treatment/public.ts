/** What other rooms use of treatment: subscriptions, their supplies, parcels. */
export type { Prescribed, PrescribedItem } from "./book.ts";
export { nextChargeIn } from "./coming-charges.ts";
export { planItem, subscriptionsOf } from "./present-subscriptions.ts";
export { endSubscriptionsOf, holdSuppliesOf, releaseHeldSupplies } from "./after-renewal.ts";
export { tellOfFailure } from "./letters.ts";
export { type Parcel, recordDelivered, recordShipped, shipmentsOf } from "./shipments.ts";
export { isCalledOff } from "./supply-queries.ts";
export { activateSubscriptions, cancelPending, openSubscriptions, oweFirstSupplies } from "./subscriptions.ts";
