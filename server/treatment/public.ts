/** What other rooms use of treatment: subscriptions, their supplies, parcels. */
export { cancellationsOf } from "./cancel-reason.ts";
export { defaultRefills } from "./changed-line.ts";
export {
  loadTreatmentChangeTarget,
  type TreatmentChangeResult,
  makeTreatmentChange,
  patientOfSubscription,
} from "./change-make.ts";
export { type ExcludedSubscriptions, upcomingProducts } from "./change-beside.ts";
export { withdrawTreatmentChangesTo } from "./change-queries.ts";
export { treatmentChangeObstacle } from "./change-rules.ts";
export type { PrescribedItems, PrescribedItem } from "./book.ts";
export { quoteNextChargeByState } from "./coming-charges.ts";
export { refundCancelledPrescriptionOrders } from "./call-off.ts";
export { planItem, loadSubscriptions } from "./present-subscriptions.ts";
export {
  cancelSubscriptionsOfProduct,
  findOnHoldForCompanion,
  putPrescriptionOrdersOnHold,
  releasePrescriptionOrders,
} from "./after-renewal.ts";
export { notifyPaymentFailed } from "./letters.ts";
export { type Parcel, recordDelivered, recordShipped } from "./record-parcel.ts";
export { loadShipments } from "./shipments.ts";
export { isFullyCancelled, loadSubscribedProducts } from "./supply-queries.ts";
export {
  activateSubscriptions,
  cancelPendingSubscriptions,
  openSubscriptions,
  markFirstOrdersPastDue,
} from "./subscriptions.ts";
