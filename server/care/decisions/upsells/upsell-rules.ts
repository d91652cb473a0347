import type { Rule } from "#content/schema/rules.ts";
import type { OrderStatus } from "#server/orders/public.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { UpsellRequestStatus } from "#server/upsell-requests/public.ts";
import { paymentMismatch } from "../plans/plan-rules.ts";

/** The facts a decision on an upsell request depends on. */
export interface UpsellRequestState {
  readonly status: UpsellRequestStatus;
  readonly orderStatus: OrderStatus | null;
}

export interface UpsellApprovalFacts extends UpsellRequestState {
  /** The visit was stopped, or the patient's current answers would stop it. */
  readonly stopped: boolean;
  readonly flags: readonly { readonly outcome: Rule["outcome"]; readonly isAboutProduct: boolean }[];
  /** The patient's answers put a prescription on hold. */
  readonly onHold: boolean;
  readonly despiteWarning: boolean;
  /** Why it does not combine with what else the patient takes or is about to take; null when it does. */
  readonly combination: string | null;
}

const alreadyDecided: Readonly<Record<UpsellRequestStatus, string | null>> = {
  open: null,
  approved: "This has already been approved.",
  declined: "This has already been declined.",
  lapsed: "The amount is no longer held on the card. The patient was asked to order again.",
  withdrawn: "This was withdrawn, by the patient or because of something she told us since.",
};
const notAuthorized = "The amount is no longer held on the card, so nothing can be approved.";
const warningNotOverridden =
  "One of the patient's answers speaks against this one. Please read its flags. To prescribe it anyway, send despitewarning: true.";

/** Why an upsell request cannot be approved now, in a sentence for the clinic; null when it can. */
export function upsellApprovalObstacle(found: UpsellApprovalFacts): string | null {
  const { status, orderStatus, flags } = found;
  const message = alreadyDecided[status];
  if (message) return message;
  if (orderStatus === "mismatch") return paymentMismatch;
  if (!orderStates.payable.has(orderStatus)) return notAuthorized;
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
  return orderStates.paid.has(orderStatus) ? "fill" : null;
}
