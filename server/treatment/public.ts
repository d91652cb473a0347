/** What other rooms use of treatment: subscriptions, their supplies, parcels. */
export { cancellationsOf } from "./cancel-reason.ts";
export { usualRefills } from "./changed-line.ts";
export { changeTarget, type MadeChange, makeChange, patientOfSubscription } from "./change-make.ts";
export { type Apart, productsToCome } from "./change-beside.ts";
export { withdrawChangesTo } from "./change-queries.ts";
export { changeObstacle } from "./change-rules.ts";
export type { Prescribed, PrescribedItem } from "./book.ts";
export { nextChargeIn } from "./coming-charges.ts";
export { giveBackFirst } from "./call-off.ts";
export { planItem, subscriptionsOf } from "./present-subscriptions.ts";
export { endSubscriptionsOf, heldBeside, holdSuppliesOf, releaseHeldSupplies } from "./after-renewal.ts";
export { tellOfFailure } from "./letters.ts";
export { type Parcel, recordDelivered, recordShipped } from "./record-parcel.ts";
export { shipmentsOf } from "./shipments.ts";
export { isCalledOff, suppliedProducts } from "./supply-queries.ts";
export { activateSubscriptions, cancelPending, openSubscriptions, oweFirstSupplies } from "./subscriptions.ts";
