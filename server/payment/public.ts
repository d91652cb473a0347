/** What other features use of payment: cards on file, charges, the ledger. */
export { putCardOnFile } from "./cards.ts";
export { resolveCharge } from "./charges/resolve-charge.ts";
export { minimumChargeCents } from "./charges/gateway-charge.ts";
export { declineRefusal } from "./declines.ts";
export {
  requestChargeCancel,
  createIntent,
  hasNewDefaultCard,
  intentOf,
  recordIntent,
  isChargeCancelRequested,
  requestCaptureOrVoid,
  type IntentRow,
  type IntentRowStatus,
} from "./charges/payment-intents.ts";
export { postLedgerEntry } from "./ledger.ts";
export { movementsOf, type Movement, toRefundMovement, refundMovementRows, refundMovementsOf } from "./ledger.ts";
export {
  type ChargesStoppedBy,
  disputeById,
  type DisputeWithOrder,
  disputesAfter,
  hasChargesStopped,
  resumeCharges,
  stoppingDisputes,
  stopsCharges,
  chargesStoppedBy,
} from "./disputes.ts";
export { closeMismatchedIntent } from "./charges/payment-intents.ts";
export { paymentQueues } from "./queues.ts";
export { reconcileAtStart } from "./queues.ts";
export { refundableCents, requestRefund } from "./refunds/refunds.ts";
export { paymentSummaryRows, toPaymentSummaries, paymentSummariesOf, type PaymentSummary } from "./payment-summary.ts";
export { requestRelease } from "./refunds/releases.ts";
export { defaultSource, haveSameCard } from "./cards.ts";
