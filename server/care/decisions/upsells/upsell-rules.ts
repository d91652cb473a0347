import type { OrderStatus, UpsellRequestStatus } from "#server/orders/public.ts";

/** The facts a decision on an upsell request depends on. */
export interface UpsellRequestState {
  readonly status: UpsellRequestStatus;
  readonly orderStatus: OrderStatus | null;
}

export interface UpsellApprovalFacts extends UpsellRequestState {
  /** The visit was stopped, or the patient's current answers would stop it. */
  readonly stopped: boolean;
  readonly flags: readonly { readonly outcome: string; readonly isAboutProduct: boolean }[];
  /** The patient's answers put a prescription on hold. */
  readonly onHold: boolean;
  readonly despiteWarning: boolean;
  /** Why it does not combine with what else the patient takes or is about to take; null when it does. */
  readonly combination: string | null;
}

const alreadyDecided: Readonly<Partial<Record<UpsellRequestStatus, string>>> = {
  approved: "This has already been approved.",
  declined: "This has already been declined.",
  lapsed: "The amount is no longer held on the card. The patient was asked to order again.",
  withdrawn: "This was withdrawn, by the patient or because of something she told us since.",
};
/** The clinic has to resolve the mismatched payment first. */
export const paymentMismatch = "The payment doesn't match the order. Please accept or release it first.";
const notAuthorized = "The amount is no longer held on the card, so nothing can be approved.";
const warningNotOverridden =
  "One of the patient's answers speaks against this one. Please read its flags. To prescribe it anyway, send despitewarning: true.";

/** Why an upsell request cannot be approved now, in a sentence for the clinic; null when it can. */
export function upsellApprovalObstacle(found: UpsellApprovalFacts): string | null {
  const { status, orderStatus, flags } = found;
  const message = alreadyDecided[status];
  if (message) return message;
  if (orderStatus === "mismatch") return paymentMismatch;
  if (orderStatus !== "authorized" && orderStatus !== "paid") return notAuthorized;
  if (found.stopped) return "The visit was stopped for the patient's safety, so nothing can be approved.";
  const productFlags = flags.filter(({ isAboutProduct }) => isAboutProduct);
  if (productFlags.some(({ outcome }) => outcome === "STOP"))
    return "A rule forbids this one for the patient. Please decline it.";
  if (found.combination !== null) return found.combination;
  const warned = found.onHold || productFlags.some(({ outcome }) => outcome === "CLINICIAN");
  return warned && !found.despiteWarning ? warningNotOverridden : null;
}

/** Why an upsell request cannot be declined now; null when it can. */
export const upsellDeclineObstacle = ({ status, orderStatus }: UpsellRequestState): string | null =>
  alreadyDecided[status] ?? (orderStatus === "mismatch" ? paymentMismatch : null);

/**
 * What follows once the payment of an upsell order is captured or voided: `fill` the order, ask the patient for another card (`ask_card`),
 * or, if nobody had decided yet, `lapse`. Null: nothing, or not yet.
 */
export function upsellSettlementStep(
  status: UpsellRequestStatus,
  orderStatus: OrderStatus,
): "fill" | "ask_card" | "lapse" | null {
  const voided = orderStatus === "voided";
  if (status === "open") return voided ? "lapse" : null;
  if (status !== "approved") return null;
  if (voided) return "ask_card";
  return orderStatus === "paid" || orderStatus === "shipped" || orderStatus === "delivered" ? "fill" : null;
}
