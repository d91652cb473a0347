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
export { movementsOf, type Movement, refundOf, refundRows, refundsOf } from "./movements.ts";
export {
  type ChargesWait,
  disputeById,
  type DisputeOfOrder,
  disputesAfter,
  hasChargesStopped,
  resumeCharges,
  stoppingDisputes,
  stopsCharges,
  waitFor,
} from "./disputes.ts";
export { closeMismatch } from "./mismatch.ts";
export { paymentQueues } from "./queues.ts";
export { resumePayments } from "./resume.ts";
export { refundableCents, requestRefund } from "./refunds.ts";
export { paymentRows, paymentsIn, paymentsOf, type ShownPayment } from "./shown.ts";
export { wishRelease } from "./releases.ts";
export { defaultSource, shareCard } from "./sources.ts";
