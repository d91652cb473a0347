import type { OrderStatus } from "#server/store/public.ts";
import type { AdditionStatus } from "./additions.ts";

/** What a decision on an addition looks at. */
export interface AdditionState {
  readonly status: AdditionStatus;
  readonly orderStatus: OrderStatus | null;
}

export interface Weighed extends AdditionState {
  /** Her visit was stopped, or her answers would stop it now. */
  readonly stopped: boolean;
  readonly flags: readonly { readonly outcome: string; readonly ofProduct: boolean }[];
  /** Something she told speaks against a medicine she has. */
  readonly withheld: boolean;
  readonly despiteWarning: boolean;
  /** Why it does not go with what else she takes or is about to take; null when it does. */
  readonly combination: string | null;
}

const decided: Readonly<Partial<Record<AdditionStatus, string>>> = {
  approved: "This has been approved already.",
  declined: "This has been declined already.",
  lapsed: "The amount is no longer held on her card; she is asked to order again.",
  withdrawn: "This was taken back, by the patient or because of something told since.",
};
/** The clinic has to decide on what was taken first. */
export const paymentDiffers = "Her payment differs from the order; please accept or release it first.";
const noLongerHeld = "The amount is no longer held on her card; nothing can be approved.";
const speaksAgainst =
  "Something she told speaks against this one. Please read its flags. To prescribe it all the same, send despitewarning: true.";

/** Why an addition cannot be approved now, in a sentence for the clinic; null when it can. */
export function additionObstacle(found: Weighed): string | null {
  const { status, orderStatus, flags } = found;
  const message = decided[status];
  if (message) return message;
  if (orderStatus === "mismatch") return paymentDiffers;
  if (orderStatus !== "authorized" && orderStatus !== "paid") return noLongerHeld;
  if (found.stopped) return "Her visit was stopped for her safety; nothing can be approved.";
  const about = flags.filter(({ ofProduct }) => ofProduct);
  if (about.some(({ outcome }) => outcome === "STOP")) return "A rule forbids this one for her. Please decline it.";
  if (found.combination !== null) return found.combination;
  const warned = found.withheld || about.some(({ outcome }) => outcome === "CLINICIAN");
  return warned && !found.despiteWarning ? speaksAgainst : null;
}

/** Why an addition cannot be declined now; null when it can. */
export const declineObstacle = ({ status, orderStatus }: AdditionState): string | null =>
  decided[status] ?? (orderStatus === "mismatch" ? paymentDiffers : null);

/** Why she cannot take an addition back any more, in a sentence for her; null when she can, or did. */
export const withdrawObstacle = (status: AdditionStatus): string | null =>
  status === "open" || status === "withdrawn" ? null : noLongerHers[status];

const noLongerHers: Readonly<Record<"approved" | "declined" | "lapsed", string>> = {
  approved: "Your doctor has approved this already. You can cancel it with your treatment.",
  declined: "Your doctor did not approve this one. You are not charged.",
  lapsed: "Your bank let go of the amount it held. You are not charged.",
};

/**
 * What follows once the money of an addition was taken or let go: `fill` the order, ask her for another card (`ask_card`), or, where
 * nobody had decided yet, `lapse`. Null: nothing, or not yet.
 */
export function afterAddition(status: AdditionStatus, orderStatus: OrderStatus): "fill" | "ask_card" | "lapse" | null {
  const letGo = orderStatus === "voided";
  if (status === "open") return letGo ? "lapse" : null;
  if (status !== "approved") return null;
  if (letGo) return "ask_card";
  return orderStatus === "paid" || orderStatus === "shipped" || orderStatus === "delivered" ? "fill" : null;
}
