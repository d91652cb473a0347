import type { Decline, Dispute, GatewayMovement, Intent, PaymentMethod, Refund } from "../../port.ts";

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

export const stripeDispute = (dispute: Dispute, intentId: string) => ({
  id: dispute.id,
  object: "dispute",
  payment_intent: intentId,
  amount: dispute.amount,
  reason: dispute.reason,
  status: stripeDisputeStatus[dispute.status],
  created: Math.floor(dispute.openedAt.getTime() / 1000),
  evidence_details: { due_by: dispute.evidenceDueBy && Math.floor(dispute.evidenceDueBy.getTime() / 1000) },
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
};

export const stripeBalanceTransaction = ({ id, kind, amount, fee, intentId, customer, at }: GatewayMovement) => {
  const signed = ["refund", "dispute", "payout"].includes(kind) ? -amount : amount;
  return {
    id,
    object: "balance_transaction",
    reporting_category: reportingCategory[kind],
    amount: signed,
    fee,
    net: signed - fee,
    created: Math.floor(at.getTime() / 1000),
    source: intentId === null ? null : { payment_intent: intentId, ...(customer !== null && { customer }) },
  };
};

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
