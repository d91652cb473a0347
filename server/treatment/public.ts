/** What other features use of treatment: subscriptions, their prescription orders, parcels. */
export { cancellationsOf } from "./subscriptions/cancel-reason.ts";
export { defaultRefills } from "./changes/subscription-line.ts";
export {
  loadTreatmentChangeTarget,
  type TreatmentChangeResult,
  makeTreatmentChange,
  patientOfSubscription,
} from "./changes/make-change.ts";
export { type ExcludedSubscriptions, upcomingProducts } from "./changes/change-queries.ts";
export { withdrawTreatmentChangesTo } from "./changes/change-queries.ts";
export { treatmentChangeObstacle } from "./changes/change-rules.ts";
export type { PrescribedItems, PrescribedItem } from "./treatment-snapshot.ts";
export { quoteNextChargeByState } from "./billing/upcoming-charges.ts";
export { refundCancelledPrescriptionOrders } from "./billing/cancel-and-refund.ts";
export { planItem, loadSubscriptions } from "./subscriptions/present-subscriptions.ts";
export {
  cancelSubscriptionsOfProduct,
  findOnHoldForCompanion,
  putPrescriptionOrdersOnHold,
  releasePrescriptionOrders,
} from "./prescription-orders/apply-prescription-decision.ts";
export { notifyPaymentFailed } from "./notify-patient.ts";
export { type Parcel, recordDelivered, recordShipped } from "./prescription-orders/shipments.ts";
export { loadShipments } from "./shipments.ts";
export { isFullyCancelled, loadSubscribedProducts } from "./queries.ts";
export {
  activateSubscriptions,
  cancelPendingSubscriptions,
  openSubscriptions,
  markFirstOrdersPastDue,
} from "./subscriptions/start-subscriptions.ts";
