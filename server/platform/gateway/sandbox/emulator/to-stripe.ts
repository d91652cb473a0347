import type { Decline, Dispute, GatewayMovement, Intent, PaymentMethod, Payout, Refund } from "../../port.ts";

/** The emulator's objects in the shape of Stripe's API, with the fields the clinic reads. */
export const stripeIntent = (intent: Intent) => ({
  id: intent.id,
  object: "payment_intent",
  status: intent.status,
  client_secret: intent.clientSecret ?? null,
  amount: intent.amount,
  currency: intent.currency,
  amount_received: intent.amountCaptured,
  customer: intent.customer,
  metadata: {
    order_id: intent.orderId,
    charge_key: intent.chargeKey,
    ...Object.fromEntries(intent.chargeFor.map((purpose, index) => [`charge_for_${index}`, purpose])),
  },
  last_payment_error: intent.lastDecline ? stripeCardError(intent.lastDecline) : null,
  latest_charge: stripeCharge(intent),
});

export const stripeCharge = (intent: Intent) => ({
  id: intent.id.replace(/^pi_/, "ch_"),
  object: "charge",
  payment_intent: intent.id,
  amount: intent.amount,
  amount_captured: intent.amountCaptured,
  amount_refunded: intent.amountRefunded,
  refunded: intent.amountCaptured > 0 && intent.amountRefunded === intent.amountCaptured,
  disputed: intent.disputed ?? false,
  payment_method_details: {
    type: "card",
    card: { ...(intent.captureBefore && { capture_before: Math.floor(intent.captureBefore.getTime() / 1000) }) },
  },
});

export const stripePaymentMethod = (method: PaymentMethod, customer: string | null = null) => ({
  id: method.id,
  object: "payment_method",
  type: "card",
  customer,
  card: {
    brand: method.brand,
    last4: method.last4,
    fingerprint: method.fingerprint,
    exp_month: method.expMonth,
    exp_year: method.expYear,
  },
});

export const stripeRefund = (refund: Refund) => ({
  id: refund.id,
  object: "refund",
  amount: refund.amount,
  status: refund.status,
  metadata: refund.refundId === null ? {} : { refund_id: refund.refundId },
});

const stripeDisputeStatus: Readonly<Record<Dispute["status"], string>> = {
  inquiry: "warning_needs_response",
  inquiry_closed: "warning_closed",
  needs_response: "needs_response",
  under_review: "under_review",
  won: "won",
  lost: "lost",
};

/** One that was answered is under review or decided, unless the answer was to the bank's question. */
const isAfterQuestion = (status: Dispute["status"]) =>
  status === "needs_response" || status === "inquiry" || status === "inquiry_closed";

export const stripeDispute = (dispute: Dispute, intentId: string, answeredBy: string | null = null) => ({
  id: dispute.id,
  object: "dispute",
  payment_intent: intentId,
  amount: dispute.amount,
  reason: dispute.reason,
  status:
    dispute.status === "inquiry" && answeredBy !== null ? "warning_under_review" : stripeDisputeStatus[dispute.status],
  created: Math.floor(dispute.openedAt.getTime() / 1000),
  metadata:
    answeredBy === null
      ? {}
      : {
          answer_key: answeredBy,
          answer_to: isAfterQuestion(dispute.status) ? "warning_needs_response" : "needs_response",
        },
  evidence_details: {
    due_by: dispute.evidenceDueBy && Math.floor(dispute.evidenceDueBy.getTime() / 1000),
    submission_count: answeredBy === null ? 0 : 1,
  },
});

const reportingCategory: Readonly<Record<GatewayMovement["kind"], string>> = {
  capture: "charge",
  refund: "refund",
  refund_reversal: "refund_failure",
  dispute: "dispute",
  dispute_reversal: "dispute_reversal",
  fee: "fee",
  payout: "payout",
  payout_reversal: "payout_reversal",
  other: "other_adjustment",
};

export const stripeBalanceTransaction = (movement: GatewayMovement) => {
  const { id, kind, fee, net, intentId, customer, payoutId, at, availableOn } = movement;
  const charge = intentId === null ? null : { payment_intent: intentId, ...(customer !== null && { customer }) };
  return {
    id,
    object: "balance_transaction",
    reporting_category: reportingCategory[kind],
    amount: net + fee,
    ...{ fee, net },
    created: Math.floor(at.getTime() / 1000),
    available_on: new Date(availableOn).getTime() / 1000,
    source: payoutId === null ? charge : { id: payoutId, object: "payout" },
  };
};

export const stripePayout = (payout: Payout) => ({
  id: payout.id,
  object: "payout",
  amount: payout.amount,
  status: payout.status,
  automatic: payout.itemized !== "no",
  reconciliation_status: { yes: "completed", not_yet: "in_progress", no: "not_applicable" }[payout.itemized],
  created: Math.floor(payout.createdAt.getTime() / 1000),
  arrival_date: new Date(payout.arrivesOn).getTime() / 1000,
});

/** Some declines have their own error code, the others are `card_declined` with a `decline_code`. */
export function stripeCardError({ code, final }: Decline) {
  const hasOwnCode = code === "expired_card" || code === "invalid_expiry_month";
  return {
    type: "card_error",
    code: hasOwnCode ? code : "card_declined",
    ...(code !== "invalid_expiry_month" && { decline_code: code }),
    ...(final && { advice_code: "do_not_try_again" }),
    message: "Your card was declined.",
  };
}
