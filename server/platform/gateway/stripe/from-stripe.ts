import type Stripe from "stripe";
import { dayIn } from "#contract/fields/formats.ts";
import { declineOf } from "../declines.ts";
import type {
  AuthorizeInput,
  Dispute,
  DisputeEvidence,
  GatewayMovement,
  Intent,
  IntentStatus,
  PaymentMethod,
  Payout,
  Refund,
} from "../port.ts";

/** An answer has the shape of what was asked for; another one, with 200, comes from something between us and Stripe. */
export class UnexpectedObject extends Error {}

function checkIsObject(value: { readonly id: unknown; readonly metadata?: unknown } | null, ...texts: unknown[]) {
  if (value === null || typeof value !== "object" || typeof value.id !== "string" || value.id === "")
    throw new UnexpectedObject();
  if (texts.some((text) => typeof text !== "string")) throw new UnexpectedObject();
}

export function customerIdOf(customer: { readonly id: string }): string {
  checkIsObject(customer);
  return customer.id;
}

/** An unknown status, added by Stripe later, is read as `processing`: ask again later. */
const intentStatus: Readonly<Record<string, IntentStatus>> = {
  requires_capture: "requires_capture",
  succeeded: "succeeded",
  canceled: "canceled",
  requires_payment_method: "requires_payment_method",
  requires_confirmation: "requires_payment_method",
  requires_action: "requires_action",
  processing: "processing",
};

/** What an intent carries, one purpose an entry: Stripe keeps 50 entries of up to 500 characters. */
export const intentMetadata = ({
  orderId,
  idempotencyKey,
  chargeFor,
}: Pick<AuthorizeInput, "orderId" | "idempotencyKey" | "chargeFor">): Record<string, string> => ({
  order_id: orderId,
  charge_key: idempotencyKey,
  ...Object.fromEntries(chargeFor.map((purpose, index) => [`charge_for_${index}`, purpose])),
});

/** The purposes among an intent's metadata. */
const chargeForIn = (metadata: Readonly<Record<string, string>>): string[] =>
  Object.entries(metadata).flatMap(([name, value]) => (name.startsWith("charge_for_") ? [value] : []));

/** Stripe's intent in the port's shape. `latest_charge` must be expanded for refunds to be known. */
export function intentOf(intent: Stripe.PaymentIntent): Intent {
  checkIsObject(intent, intent.status);
  if (typeof intent.metadata !== "object") throw new UnexpectedObject();
  const charge = typeof intent.latest_charge === "object" ? intent.latest_charge : null;
  const error = intent.status === "requires_payment_method" ? intent.last_payment_error : null;
  const captureBefore = charge?.payment_method_details?.card?.capture_before;
  return {
    id: intent.id,
    status: intentStatus[intent.status] ?? "processing",
    amount: intent.amount,
    currency: intent.currency,
    amountCaptured: intent.status === "succeeded" ? intent.amount_received : 0,
    amountRefunded: charge?.amount_refunded ?? 0,
    orderId: intent.metadata["order_id"] ?? null,
    customer: typeof intent.customer === "object" ? (intent.customer?.id ?? null) : intent.customer,
    chargeKey: intent.metadata["charge_key"] ?? null,
    chargeFor: chargeForIn(intent.metadata),
    ...(intent.status === "requires_action" && intent.client_secret !== null && { clientSecret: intent.client_secret }),
    ...(error && { lastDecline: declineOf(error) }),
    ...(intent.status === "requires_capture" &&
      typeof captureBefore === "number" && { captureBefore: new Date(captureBefore * 1000) }),
    ...(charge?.disputed && { disputed: true as const }),
  };
}

export function methodOf(method: Stripe.PaymentMethod): PaymentMethod {
  checkIsObject(method);
  return {
    id: method.id,
    brand: method.card?.brand ?? "unknown",
    last4: method.card?.last4 ?? "0000",
    fingerprint: method.card?.fingerprint ?? null,
    expMonth: method.card?.exp_month ?? 12,
    expYear: method.card?.exp_year ?? 2099,
  };
}

export function refundOf(refund: Stripe.Refund): Refund {
  checkIsObject(refund);
  const failed = refund.status === "failed" || refund.status === "canceled";
  return {
    id: refund.id,
    refundId: refund.metadata?.["refund_id"] || null,
    amount: refund.amount,
    status: refund.status === "succeeded" ? "succeeded" : failed ? "failed" : "pending",
  };
}

/** An unknown status, added by Stripe later, is read as one that stops charges and takes no money. */
const disputeStatus: Readonly<Record<string, Dispute["status"]>> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "inquiry_closed",
  prevented: "inquiry_closed",
  needs_response: "needs_response",
  under_review: "under_review",
  won: "won",
  lost: "lost",
};

export function disputeOf(dispute: Stripe.Dispute): Dispute {
  checkIsObject(dispute);
  const due = dispute.evidence_details.due_by;
  return {
    id: dispute.id,
    amount: dispute.amount,
    status: disputeStatus[dispute.status] ?? "inquiry",
    reason: dispute.reason,
    // Stripe has 0 for none as well.
    evidenceDueBy: due ? new Date(due * 1000) : null,
    openedAt: new Date(dispute.created * 1000),
  };
}

/**
 * Only once, and not after it was due; a bank that asked first and demands the money now is answered again: https://docs.stripe.com/disputes/responding.
 * `answer_to` is the status that our answer was to.
 */
export function isAnswerable(
  { status, evidence_details: details, metadata }: Pick<Stripe.Dispute, "status" | "evidence_details" | "metadata">,
  now: Date,
): boolean {
  const isOpen = status === "needs_response" || status === "warning_needs_response";
  const isDue = details.due_by !== null && details.due_by !== 0 && details.due_by * 1000 <= now.getTime();
  const wasQuestion = status === "needs_response" && metadata["answer_to"] === "warning_needs_response";
  return isOpen && !isDue && (details.submission_count === 0 || wasQuestion);
}

/** Of one field; what is longer is refused (https://docs.stripe.com/api/disputes/evidence_object). */
const longestEvidence = 20_000;

export const stripeEvidence = (evidence: DisputeEvidence): Stripe.DisputeUpdateParams.Evidence =>
  Object.fromEntries(
    Object.entries({
      customer_name: evidence.customerName,
      customer_email_address: evidence.customerEmail,
      shipping_address: evidence.shippingAddress,
      shipping_carrier: evidence.shippingCarrier,
      shipping_tracking_number: evidence.shippingTrackingNumber,
      shipping_date: evidence.shippingDate,
      product_description: evidence.productDescription,
      refund_policy_disclosure: evidence.refundPolicy,
      cancellation_policy_disclosure: evidence.cancellationPolicy,
      access_activity_log: evidence.activityLog,
      uncategorized_text: evidence.summary,
    }).flatMap(([name, text]) => (text === undefined ? [] : [[name, text.slice(0, longestEvidence)]])),
  );

/** Stripe's reporting categories of what moves a patient's money, and of what goes to the practice's bank: https://docs.stripe.com/reports/reporting-categories */
const movementKind: Readonly<Record<string, GatewayMovement["kind"]>> = {
  charge: "capture",
  refund: "refund",
  partial_capture_reversal: "refund",
  refund_failure: "refund_reversal",
  charge_failure: "refund",
  dispute: "dispute",
  dispute_reversal: "dispute_reversal",
  fee: "fee",
  network_cost: "fee",
  tax: "fee",
  payout: "payout",
  payout_reversal: "payout_reversal",
};

/** Stripe's balance transaction. `source` must be expanded. */
export function movementOf(transaction: Stripe.BalanceTransaction): GatewayMovement {
  const kind = movementKind[transaction.reporting_category] ?? "other";
  const isFee = kind === "fee";
  return {
    id: transaction.id,
    kind,
    amount: isFee ? 0 : Math.abs(transaction.amount),
    fee: isFee ? -transaction.net : transaction.fee,
    net: transaction.net,
    intentId: intentIdOf(transaction.source),
    customer: customerOf(transaction.source),
    payoutId: kind === "payout" || kind === "payout_reversal" ? idOf(transaction.source) : null,
    at: new Date(transaction.created * 1000),
    availableOn: utcDay(transaction.available_on),
  };
}

/** An unknown status, added by Stripe later, is read as one that isn't decided. */
const payoutStatus: Readonly<Record<string, Payout["status"]>> = {
  pending: "pending",
  in_transit: "in_transit",
  paid: "paid",
  failed: "failed",
  canceled: "canceled",
};

/**
 * Stripe's payout. Only of an automatic one it knows the movements, and once it has put them together; `not_applicable` is what it says of all others. The
 * days of a payout and of what can be paid out are midnights in UTC.
 */
export function payoutOf(payout: Stripe.Payout): Payout {
  checkIsObject(payout, payout.status);
  const isKnown = payout.automatic && payout.reconciliation_status !== "not_applicable";
  return {
    id: payout.id,
    amount: payout.amount,
    status: payoutStatus[payout.status] ?? "pending",
    itemized: isKnown ? (payout.reconciliation_status === "completed" ? "yes" : "not_yet") : "no",
    createdAt: new Date(payout.created * 1000),
    arrivesOn: utcDay(payout.arrival_date),
  };
}

const utcDay = (seconds: number): string => dayIn("UTC", new Date(seconds * 1000));

const idOf = (source: Stripe.BalanceTransaction["source"]): string | null =>
  typeof source === "string" ? source : (source?.id ?? null);

/** A charge names its customer; a refund and a dispute don't. */
function customerOf(source: Stripe.BalanceTransaction["source"]): string | null {
  if (source === null || typeof source === "string" || !("customer" in source)) return null;
  const { customer } = source;
  return typeof customer === "string" ? customer : (customer?.id ?? null);
}

function intentIdOf(source: Stripe.BalanceTransaction["source"]): string | null {
  if (source === null || typeof source === "string" || !("payment_intent" in source)) return null;
  const intent = source.payment_intent;
  return typeof intent === "string" ? intent : (intent?.id ?? null);
}
