/** What other features use of payment: cards on file, charges, the ledger. */
export { defaultSource, haveSameCard, putCardOnFile } from "./cards.ts";
export { periodPurpose, reorderPurpose, upsellPurpose, visitPurpose } from "./charges/charged-once.ts";
export { captureOrVoid, minimumChargeCents } from "./charges/gateway-charge.ts";
export {
  type IntentRow,
  type IntentRowStatus,
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
export { declineRefusal } from "./declines.ts";
export {
  type ChargesStoppedBy,
  type DisputeWithOrder,
  applyDisputes,
  chargesStoppedBy,
  disputeById,
  disputedOrders,
  openDisputesOf,
  disputesAfter,
  hasChargesStopped,
  resumeCharges,
  stoppingDisputes,
  stopsCharges,
} from "./disputes.ts";
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
  refundableCents,
  refundableCentsOf,
  requestRefund,
  requeueRefund,
  unfinishedRefunds,
} from "./refunds/refunds.ts";
export { refundsOfOrders } from "./refunds/refund-records.ts";
export { executeRelease, requestRelease, requeueRelease, unfinishedReleases } from "./refunds/releases.ts";
export { markWebhookEvent, unprocessedEvents } from "./webhooks.ts";
