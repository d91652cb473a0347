/** What other features use of treatment: subscriptions, their prescription orders, parcels. */
export { patientsToRequestRenewal } from "./billing/due-queries.ts";
export { reminderDays } from "./billing/billing-rules.ts";
export { refundCancelledPrescriptionOrders } from "./billing/cancel-and-refund.ts";
export { billingQueue } from "./billing/run-billing.ts";
export { quoteNextChargeByState, upcomingCharges } from "./billing/upcoming-charges.ts";
export { loadPastDueCharges, type PastDueCharge, pastDueCursor } from "./billing/past-due-charges.ts";
export {
  agreedTreatmentChanges,
  treatmentChangeRows,
  unansweredTreatmentChanges,
  withdrawTreatmentChangesTo,
} from "./changes/change-queries.ts";
export { cancelPrescriptionOrder } from "./prescription-orders/cancel-prescription-order.ts";
export { findPricedProduct, treatmentChangeObstacle } from "./changes/change-rules.ts";
export { parcelPartnersOf } from "./companions.ts";
export { currentAndPendingProducts } from "./changes/current-products.ts";
export {
  type TreatmentChangeResult,
  type TreatmentChangeTarget,
  loadTreatmentChangeTarget,
  makeTreatmentChange,
  patientOfSubscription,
  treatmentChangeTerms,
} from "./changes/make-change.ts";
export { type WithdrawObstacle, withdrawTreatmentChange } from "./changes/withdraw-change.ts";
export { lastsUntil } from "./billing/plan-charges.ts";
export {
  firstChargeOfChange,
  titleOfDiscontinuing,
  loadSubscriptionsAndChanges,
  presentTreatmentChanges,
} from "./changes/present-changes.ts";
export { defaultRefills } from "./changes/subscription-line.ts";
export { notifyPaymentFailed } from "./notify-patient.ts";
export {
  cancelSubscriptionsOfProduct,
  findHeldBackForCompanion,
  holdBackPrescriptionOrders,
  releasePrescriptionOrders,
} from "./prescription-orders/apply-prescription-decision.ts";
export {
  correctShipment,
  type Parcel,
  recordDelivered,
  recordReturned,
  recordShipped,
} from "./prescription-orders/record-shipment.ts";
export { continuingProducts, isFullyCancelled, loadSubscribedProducts, prescriptionOrdersOfOrder } from "./queries.ts";
export { cancelSubscriptions } from "./subscriptions/cancel-subscription.ts";
export { pauseSubscriptions, resumeSubscriptions } from "./subscriptions/pause-subscription.ts";
export { cancellationsOf } from "./subscriptions/cancel-reason.ts";
export {
  loadSubscriptions,
  planItem,
  planItemAfterChange,
  presentSubscriptions,
} from "./subscriptions/present-subscriptions.ts";
export {
  activateSubscriptions,
  beginSeparately,
  cancelPendingProducts,
  cancelPendingSubscriptions,
  markFirstOrdersPastDue,
  planFirstOrdersAgain,
  openSubscriptions,
} from "./subscriptions/start-subscriptions.ts";
export {
  type TreatmentSnapshot,
  scheduledPrescriptionOrder,
  subscriptionIn,
  treatmentSnapshotFrom,
  treatmentSnapshotQueries,
} from "./treatment-snapshot.ts";
export { releaseUnusedDiscounts } from "./billing/release-unused-discounts.ts";
export { withOwnRequirements } from "./prescription-orders/ordering-rule.ts";
