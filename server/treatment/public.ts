/** What other rooms use of treatment: subscriptions, their supplies, parcels. */
export { planItem, type PrescribedItem, subscriptionsOf } from "./present-subscriptions.ts";
export { type Parcel, recordDelivered, recordShipped } from "./shipments.ts";
export { activateSubscriptions, cancelPending, markPastDue, openSubscriptions } from "./subscriptions.ts";
