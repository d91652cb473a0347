/** What other features use of payment: cards on file, charges, the ledger. */
export { defaultSource, haveSameCard, mayBeChargedAlone, putCardOnFile, refuseSource } from "./cards.ts";
export {
  periodPurpose,
  reorderPurpose,
  suggestionPurpose,
  upsellPurpose,
  visitPurpose,
} from "./charges/charged-once.ts";
export { captureOrVoid, minimumChargeCents } from "./charges/gateway-charge.ts";
export {
  type IntentRow,
  type IntentRowStatus,
  captureBeforeOf,
  cardNeeded,
  closeMismatchedIntent,
  createIntent,
  hasNewDefaultCard,
  intentByGatewayId,
  intentById,
  intentOf,
  intentsToCaptureOrVoid,
  isChargeCancelRequested,
  recordIntent,
  requestCaptureOrVoid,
  requestChargeCancel,
  requeueIntent,
  undecidedAuthorizations,
  unresolvedIntents,
} from "./charges/payment-intents.ts";
export { resolveCharge } from "./charges/resolve-charge.ts";
export { isGatewayCustomer } from "./customer.ts";
export { cardGone, declineRefusal } from "./declines.ts";
export {
  askAnswer,
  canAnswerDispute,
  executeAnswer,
  requeueAnswer,
  unfinishedAnswers,
} from "./refunds/dispute-answers.ts";
export {
  type ChargesStoppedBy,
  type DisputeWithOrder,
  applyDisputes,
  careEndsOn,
  chargesStoppedBy,
  disputeById,
  disputedOrders,
  openDisputesOf,
  disputesAfter,
  hasChargesStopped,
  resumeCharges,
  stoppingDisputes,
  stopsCharges,
} from "./refunds/disputes.ts";
export {
  firstMovementAt,
  type LedgerMovement,
  ledgerMovements,
  ledgerSumsByDay,
  type Movement,
  movementsOf,
  postLedgerEntry,
  refundMovementRows,
  refundMovementsOf,
  toRefundMovement,
} from "./ledger.ts";
export { type PaymentSummary, paymentSummariesOf, paymentSummaryRows, toPaymentSummaries } from "./payment-summary.ts";
export { paymentQueues, reconcileAtStart } from "./queues.ts";
export {
  applyRefunds,
  executeRefund,
  isRefundUnderWay,
  ordersBeingRefunded,
  refundableCents,
  refundableCentsOf,
  requestRefund,
  requeueRefund,
  unfinishedRefunds,
} from "./refunds/refunds.ts";
export { refundsOfOrders } from "./refunds/refund-records.ts";
export { executeRelease, requestRelease, requeueRelease, unfinishedReleases } from "./refunds/releases.ts";
export { checkEventsCome, markWebhookEvent, unprocessedEvents } from "./webhooks.ts";
