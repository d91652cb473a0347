/** What other features use of treatment: subscriptions, their prescription orders, parcels. */
export { patientsToRequestRenewal } from "./billing/due-queries.ts";
export { refundCancelledPrescriptionOrders } from "./charges/cancel-and-refund.ts";
export { billingQueue } from "./billing/run-billing.ts";
export { recordVoidedFill } from "./prescription-orders/record-voided-fill.ts";
export { quoteNextChargeByState, upcomingCharges } from "./calendar/upcoming-charges.ts";
export { chargePastDue } from "./billing/charge-past-due.ts";
export { loadPatientPastDue, type PastDueObstacle, type PatientPastDue } from "./billing/patient-past-due.ts";
export { takeWriteOffsBack, writeOffCharges, type WriteOffMovement, writeOffMovements } from "./charges/write-offs.ts";
export { loadPastDueCharges, type PastDueCharge, pastDueCursor } from "./billing/past-due-charges.ts";
export { agreedTreatmentChanges, treatmentChangeRows } from "./snapshot/change-queries.ts";
export { cancelPrescriptionOrder } from "./prescription-orders/cancel-prescription-order.ts";
export { findPricedProduct, type PricedProduct, treatmentChangeObstacle } from "./changes/change-rules.ts";
export { parcelPartnersOf } from "./calendar/companions.ts";
export { changeObjections } from "./changes/change-objection.ts";
export { currentAndPendingProducts, takenInOtherRecords } from "./changes/current-products.ts";
export {
  type TreatmentChangeResult,
  type TreatmentChangeTarget,
  loadTreatmentChangeTarget,
  makeTreatmentChange,
  patientOfSubscription,
  productOfSubscription,
  treatmentChangeTerms,
} from "./changes/make-change.ts";
export {
  type WithdrawObstacle,
  withdrawTreatmentChange,
  withdrawTreatmentChangesTo,
} from "./changes/withdraw-change.ts";
export { bringSameMedicine } from "./calendar/restart-rule.ts";
export { lastsUntil, planCharges } from "./calendar/plan-charges.ts";
export {
  firstChargeOfChange,
  titleOfDiscontinuing,
  loadSubscriptionsAndChanges,
  presentTreatmentChanges,
} from "./changes/present-changes.ts";
export { defaultRefills } from "./snapshot/subscription-line.ts";
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
export { movePrescriptionOrder } from "./prescription-orders/move-prescription-order.ts";
export { skipPrescriptionOrder } from "./prescription-orders/skip-prescription-order.ts";
export { takeSkipBack } from "./prescription-orders/take-skip-back.ts";
export {
  continuingProducts,
  findPrescriptionOrder,
  isFullyCancelled,
  loadSubscribedProducts,
  prescriptionOrdersOfOrder,
} from "./queries.ts";
export { earliestCharge } from "./charge-days.ts";
export { followPace, planAnew } from "./subscriptions/follow-pace.ts";
export { cancelSubscriptions } from "./subscriptions/cancel-subscription.ts";
export { pauseSubscriptions, resumeSubscriptions } from "./subscriptions/pause-subscription.ts";
export { restartSubscription } from "./subscriptions/restart-subscription.ts";
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
} from "./snapshot/treatment-snapshot.ts";
export { refundPrescriptionOrder } from "./charges/cancel-and-refund.ts";
export { releaseUnusedDiscounts } from "./charges/release-unused-discounts.ts";
export { withOwnFacts } from "./calendar/ordering-rule.ts";
export { presentSuggestions, refusalOf, suggestedCents } from "./suggestions/present-suggestions.ts";
export {
  insertSuggestion,
  linkSuggestionToOrder,
  openOrderOf,
  openSuggestionTexts,
  reopenSuggestion,
  sealSuggestionTexts,
  settleSuggestion,
  suggestedProducts,
  suggestionById,
  suggestionOfOrder,
  type SuggestionRow,
  suggestionRows,
  undecidedSuggestionRows,
  unfinishedSuggestionOrderIds,
  withdrawSuggestionsOf,
} from "./suggestions/suggestion-queries.ts";
export { beginOnDay, suggestionAgreed } from "./suggestions/suggestion-start.ts";
export { agreementObstacle, isOpenToAgree, settledSuggestion } from "./suggestions/suggestion-rules.ts";
