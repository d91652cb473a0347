/** What other rooms use of payment: cards on file, charges, the ledger. */
export { putCardOnFile } from "./attach.ts";
export { askCharge } from "./ask.ts";
export { smallestChargeCents } from "./charge.ts";
export { declined } from "./declines.ts";
export {
  callOffCharge,
  createIntent,
  hasOtherCard,
  intentOf,
  recordIntent,
  wasCalledOff,
  wishSettlement,
  type IntentRow,
  type RecordedStatus,
} from "./intents.ts";
export { book } from "./ledger.ts";
export { movementsOf, type Movement, refundsOf } from "./movements.ts";
export {
  type ChargesWait,
  chargesWaitFor,
  disputeById,
  type DisputeOfOrder,
  disputesAfter,
  hasChargesStopped,
  resumeCharges,
  stopsCharges,
} from "./disputes.ts";
export { closeMismatch } from "./mismatch.ts";
export { paymentQueues } from "./queues.ts";
export { resumePayments } from "./resume.ts";
export { refundableCents, requestRefund } from "./refunds.ts";
export { paymentsOf, type ShownPayment } from "./shown.ts";
export { wishRelease } from "./releases.ts";
export { defaultSource, shareCard } from "./sources.ts";
