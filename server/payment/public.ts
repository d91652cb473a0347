/** What other rooms use of payment: cards on file, charges, the ledger. */
export { putCardOnFile } from "./attach.ts";
export { resolveCharge } from "./ask.ts";
export { minimumChargeCents } from "./charge.ts";
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
} from "./intents.ts";
export { postLedgerEntry } from "./ledger.ts";
export { movementsOf, type Movement, toRefundMovement, refundMovementRows, refundMovementsOf } from "./movements.ts";
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
export { closeMismatchedIntent } from "./mismatch.ts";
export { paymentQueues } from "./queues.ts";
export { reconcileAtStart } from "./resume.ts";
export { refundableCents, requestRefund } from "./refunds.ts";
export { paymentSummaryRows, toPaymentSummaries, paymentSummariesOf, type PaymentSummary } from "./shown.ts";
export { requestRelease } from "./releases.ts";
export { defaultSource, haveSameCard } from "./sources.ts";
