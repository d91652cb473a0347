/** How long most banks hold an amount that was authorized and not captured, where the gateway doesn't say it: seven days for cards (Stripe, Place a hold). */
export const authorizationLifetimeMs = 7 * 24 * 3_600_000;

/**
 * The payment gateway as the clinic sees it. Amounts are integer cents. Every write takes an `idempotencyKey`: repeated with the
 * same key, the gateway answers as the first time and does nothing; with other arguments it refuses.
 *
 * Keys are forgotten after a day.
 *
 * A decline is a value. `GatewayRefused` means that this request did nothing (an earlier one with its key may have), for a reason that lies in
 * what was asked. `GatewayUnknownOutcome` is everything else: the answer was lost, or the gateway doesn't work for the practice now (an
 * expired key, a limit). Repeat with the same key, or `retrieve`/`intentsOf`; nobody is told that it was theirs.
 */
export interface PaymentGateway {
  readonly name: "sandbox" | "stripe";
  /** What the browser needs to turn a card into a token. */
  readonly publishableKey: string;
  createCustomer(input: CustomerInput): Promise<{ readonly id: string }>;
  /**
   * Deletes a customer with the cards on file; charges made stay, and can be refunded and disputed. Idempotent. Refuses a customer the
   * gateway never had.
   */
  deleteCustomer(customer: string): Promise<void>;
  /** Puts a card on file by its token (`tok_…`) or payment method (`pm_…`). */
  attachSource(input: AttachInput): Promise<AttachSourceResult>;
  /** Takes a card off file; one that isn't there is left alone. */
  detachSource(paymentMethod: string): Promise<void>;
  /**
   * Authorizes (`manual`) or charges (`automatic`) the amount. A declined charge is an intent in `requires_payment_method`. On session a
   * bank may ask the cardholder to authenticate first: `requires_action`; off session that is a decline.
   */
  authorize(input: AuthorizeInput): Promise<Intent>;
  /** Captures an authorization, in whole or in part; the rest of it is released. */
  capture(input: CaptureInput): Promise<Intent>;
  /** Voids an authorization, or closes an intent that never succeeded. */
  cancel(input: CancelInput): Promise<Intent>;
  /** Refunds captured money, in whole or in part; a `refundId` is refunded once, whatever the key, and returned in its current state. */
  refund(input: RefundInput): Promise<Refund>;
  /** Every refund of an intent, also those made in the gateway's own dashboard. */
  refundsOf(intentId: string): Promise<readonly Refund[]>;
  /** Every dispute of an intent's charge, in its current state. */
  disputesOf(intentId: string): Promise<readonly Dispute[]>;
  /**
   * Sends the practice's evidence to the cardholder's bank, once and for good; sent before with the same key, it isn't sent again. Refuses with
   * `wrong_state` a dispute that was answered otherwise, is decided, or was due.
   */
  answerDispute(input: AnswerDisputeInput): Promise<Dispute>;
  /** The intent in its current state. */
  retrieve(intentId: string): Promise<Intent>;
  /** Every intent of a customer in its current state, newest first, also of a deleted one. A request still running may create another. */
  intentsOf(customer: string): Promise<readonly Intent[]>;
  /** One page of the movements of a period on the practice's balance, newest first. */
  listMovements(input: MovementsInput): Promise<MovementsPage>;
  /** One page of the payouts that were made in a period, newest first, each in its current state. */
  listPayouts(input: MovementsInput): Promise<Page<Payout>>;
  /** One page of what an itemized payout pays out, newest first, without the payout's own movement. Only of one whose `itemized` is `yes`. */
  movementsOfPayout(input: PayoutMovementsInput): Promise<MovementsPage>;
  /** Checks the signature over the raw body; throws `WebhookRejected`. The event is a hint: retrieve its intent. */
  verifyWebhook(rawBody: string | Uint8Array, signatureHeader: string | undefined): GatewayEvent;
  /** Payments were made, and no event told of them for long: the practice is alarmed. */
  reportMissingEvents(): void;
}

export interface CustomerInput {
  readonly patientId: string;
  readonly idempotencyKey: string;
}

export interface AttachInput {
  readonly customer: string;
  readonly source: string;
  readonly idempotencyKey: string;
}

export interface AuthorizeInput {
  readonly amount: number;
  readonly currency: "usd";
  readonly customer: string;
  readonly paymentMethod: string;
  readonly orderId: string;
  /** What is paid for, in words that don't depend on our rows (`charged-once.ts`): kept with the intent, as is the key. */
  readonly chargeFor: readonly string[];
  readonly capture: "manual" | "automatic";
  /** The patient is not present (a renewal). */
  readonly offSession: boolean;
  readonly idempotencyKey: string;
}

export interface CaptureInput {
  readonly intentId: string;
  readonly amount: number;
  readonly idempotencyKey: string;
}

export interface CancelInput {
  readonly intentId: string;
  readonly idempotencyKey: string;
}

export interface RefundInput {
  readonly intentId: string;
  readonly refundId: string;
  readonly amount: number;
  readonly idempotencyKey: string;
}

export const declineCodes = [
  "insufficient_funds",
  "lost_card",
  "expired_card",
  "invalid_expiry_month",
  "generic_decline",
] as const;
export type DeclineCode = (typeof declineCodes)[number];

export interface Decline {
  readonly code: DeclineCode;
  /** The bank won't have this card charged again, whatever changes: it is stolen, closed, or its holder forbade it. */
  readonly final: boolean;
}

export interface PaymentMethod {
  readonly id: string;
  /** `visa`, `mastercard`, `amex`, `discover`, `diners`, `jcb`, `unionpay`, `unknown`. */
  readonly brand: string;
  readonly last4: string;
  /** The same for the same card, whoever put it on file; null where the gateway gives none. */
  readonly fingerprint: string | null;
  readonly expMonth: number;
  readonly expYear: number;
}

export type AttachSourceResult = { readonly attached: PaymentMethod } | { readonly declined: DeclineCode };

export type IntentStatus =
  | "requires_capture"
  | "succeeded"
  | "canceled"
  | "requires_payment_method"
  | "requires_action"
  | "processing";

export interface Intent {
  readonly id: string;
  readonly status: IntentStatus;
  readonly amount: number;
  readonly currency: string;
  readonly amountCaptured: number;
  readonly amountRefunded: number;
  /** Null for an intent that is not ours. */
  readonly orderId: string | null;
  readonly customer: string | null;
  /** The `idempotencyKey` and `chargeFor` it was made with. */
  readonly chargeKey: string | null;
  readonly chargeFor: readonly string[];
  readonly lastDecline?: Decline;
  /** For `requires_capture`: when the bank gives the amount back; absent where the gateway doesn't say. */
  readonly captureBefore?: Date;
  /** For `requires_action`: what the browser passes to the gateway so that the bank can authenticate the cardholder. */
  readonly clientSecret?: string;
  /** The charge is or was disputed. */
  readonly disputed?: true;
}

export interface Refund {
  readonly id: string;
  /** Null for a refund that is not ours. */
  readonly refundId: string | null;
  readonly amount: number;
  /** A bank may send back a `succeeded` refund, which then becomes `failed`. */
  readonly status: "succeeded" | "pending" | "failed";
}

export const disputeStatuses = ["inquiry", "inquiry_closed", "needs_response", "under_review", "won", "lost"] as const;

/**
 * A chargeback: a bank takes a charge's money back for its cardholder until it is decided. An `inquiry` asks without taking money. Both
 * are called disputes (https://docs.stripe.com/disputes/how-disputes-work).
 */
export interface Dispute {
  readonly id: string;
  readonly amount: number;
  readonly status: (typeof disputeStatuses)[number];
  /** The gateway's reason code, e.g. `fraudulent`, `duplicate`, `product_not_received`. */
  readonly reason: string;
  /** Until when the practice may answer; null where it cannot. */
  readonly evidenceDueBy: Date | null;
  readonly openedAt: Date;
}

/** What a bank is told of a charge, in plain text; what isn't known is left out. Each is 20,000 characters long at most. */
export interface DisputeEvidence {
  readonly customerName?: string;
  readonly customerEmail?: string;
  readonly shippingAddress?: string;
  readonly shippingCarrier?: string;
  readonly shippingTrackingNumber?: string;
  /** `YYYY-MM-DD` */
  readonly shippingDate?: string;
  readonly productDescription: string;
  readonly refundPolicy: string;
  readonly cancellationPolicy: string;
  /** Sign-ins and messages with their times. */
  readonly activityLog?: string;
  /** Everything else: what was agreed to, announced, sent and given back, and when. */
  readonly summary: string;
}

export interface AnswerDisputeInput {
  readonly disputeId: string;
  readonly evidence: DisputeEvidence;
  readonly idempotencyKey: string;
}

export const payoutKinds = ["payout", "payout_reversal"] as const;
export type PayoutKind = (typeof payoutKinds)[number];
/** Movements of patients' money, which the ledger has as well. */
export const movementKinds = ["capture", "refund", "refund_reversal", "dispute", "dispute_reversal"] as const;

/** Money that moved on the practice's balance at the gateway, a fee it took, or what it paid out to the practice's bank. */
export interface GatewayMovement {
  /** The gateway's id of the movement. */
  readonly id: string;
  /**
   * `fee`: nothing but what the gateway charges the practice, such as for a dispute that was lost. `payout_reversal`: the bank sent it back, or it was
   * canceled. `other`: what is neither a patient's money nor a fee nor a payout, such as a reserve or what the practice paid in.
   */
  readonly kind: (typeof movementKinds)[number] | "fee" | PayoutKind | "other";
  /** Cents, always positive; zero for a `fee`. */
  readonly amount: number;
  /** Cents the gateway kept for it; negative where it gave some back. */
  readonly fee: number;
  /** Cents by which the balance changed, after the fee; negative where it fell. */
  readonly net: number;
  /** Null where it concerns no intent. */
  readonly intentId: string | null;
  /** Whose payment it is; null where the gateway doesn't say it with the movement. */
  readonly customer: string | null;
  /** The payout it is or returns; null for all others. */
  readonly payoutId: string | null;
  readonly at: Date;
  /** The first day, `YYYY-MM-DD`, on which it can be paid out. */
  readonly availableOn: string;
}

/** What the gateway sent to the practice's bank; of a negative `amount`, what it took from there (https://docs.stripe.com/payouts). */
export interface Payout {
  readonly id: string;
  /** Cents. */
  readonly amount: number;
  /** A `paid` one can still fail, within five business days. */
  readonly status: "pending" | "in_transit" | "paid" | "failed" | "canceled";
  /**
   * Whether the gateway says which movements are in it: `not_yet` while it puts them together; `no` for one that was made by hand or at once, whose amount
   * somebody chose (https://docs.stripe.com/payouts/reconciliation).
   */
  readonly itemized: "yes" | "not_yet" | "no";
  readonly createdAt: Date;
  /** The day, `YYYY-MM-DD`, it is expected at the bank, or was. */
  readonly arrivesOn: string;
}

export const isPatientMovement = <M extends GatewayMovement>(
  movement: M,
): movement is M & { readonly kind: (typeof movementKinds)[number] } =>
  movementKinds.some((kind) => kind === movement.kind);

export interface MovementsInput {
  readonly from: Date;
  /** Not including this moment. */
  readonly to: Date;
  /** `next` of the page before; null for the first one. */
  readonly after: string | null;
  /** At most so many, 1 to 100. */
  readonly limit: number;
}

export interface PayoutMovementsInput extends Pick<MovementsInput, "after" | "limit"> {
  readonly payoutId: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Null at the end. */
  readonly next: string | null;
}
export type MovementsPage = Page<GatewayMovement>;

export interface GatewayEvent {
  readonly id: string;
  readonly type: string;
  /** Null for an event that concerns no intent. */
  readonly intentId: string | null;
  readonly created: Date;
}

/**
 * Why the gateway refused:
 * - `customer_gone`: it was deleted there, so it has to be made anew;
 * - `card_gone`: it isn't on file any more, so another one is needed;
 * - `token_unusable`: a card entry it doesn't know, or that was used;
 * - `declined`: the bank refused, and no intent was made;
 * - `wrong_state`: an intent that was captured, canceled, or whose hold lapsed; a dispute that can't be answered any more;
 * - `wrong_amount`: below the minimum or above what is there;
 * - `already_refunded`, `disputed`: no refund is possible any more;
 * - `not_found`: the gateway has no such object for this key. The key may be another account's, so a rule takes it for unknown.
 */
export type RefusedCode =
  | "customer_gone"
  | "card_gone"
  | "token_unusable"
  | "declined"
  | "wrong_state"
  | "wrong_amount"
  | "already_refunded"
  | "disputed"
  | "not_found";

/** The gateway refused: this request did nothing. */
export class GatewayRefused extends Error {
  override readonly name = "GatewayRefused";
  readonly code: RefusedCode;

  constructor(code: RefusedCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The request, or an earlier one with its key, may or may not have been carried out; or it can't be carried out for now. */
export class GatewayUnknownOutcome extends Error {
  override readonly name = "GatewayUnknownOutcome";

  constructor(operation: string, cause?: unknown) {
    super(`The outcome of ${operation} is unknown`, { cause });
  }
}

/** The body was not signed by the gateway, or is too old. */
export class WebhookRejected extends Error {
  override readonly name = "WebhookRejected";
}

/** It authorized or captured money, or is about to. */
export const isLive = ({ status }: Intent): boolean =>
  status === "succeeded" || status === "requires_capture" || status === "processing";

/** When the bank gives an authorized amount back: as the gateway said, else by what most banks do. */
export const authorizationEnd = (captureBefore: Date | null | undefined, authorizedAt: Date): Date =>
  captureBefore ?? new Date(authorizedAt.getTime() + authorizationLifetimeMs);

/** Of an order's intents, newest first: the live one, else the newest. */
export const currentIntent = (intents: readonly Intent[]): Intent | null => intents.find(isLive) ?? intents[0] ?? null;
