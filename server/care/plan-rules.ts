import type { Standing } from "#server/onboarding/public.ts";
import type { OrderStatus } from "#server/store/public.ts";
import { paymentDiffers } from "./addition-rules.ts";
import type { CaseStatus } from "./cases.ts";

/** What a decision on a plan looks at. */
export interface PlanState {
  /** Null: she never submitted a visit. */
  readonly caseStatus: CaseStatus | null;
  readonly visit: Standing;
  readonly orderStatus: string | null;
}

const decided: Readonly<Partial<Record<CaseStatus, string>>> = {
  approved: "This plan has been approved already.",
  declined: "This plan has been declined already.",
  lapsed: "The amount is no longer held on her card; she is asked to confirm her order again.",
};

/** Why a plan cannot be approved now, in a sentence for the clinic; null when it can. */
export function approvalObstacle({ caseStatus, visit, orderStatus }: PlanState): string | null {
  if (caseStatus === null) return "This patient has not submitted a visit.";
  if (decided[caseStatus]) return decided[caseStatus];
  if (caseStatus === "submitted") return "Please accept the patient first.";
  if (visit.stopped) return "This visit was stopped for her safety; nothing can be approved from it.";
  if (visit.identityStatus === "review") return "Please decide on her identity first.";
  if (visit.identityStatus !== "matched") return "Her identity is not confirmed; nothing can be approved.";
  if (orderStatus === "mismatch") return paymentDiffers;
  if (orderStatus !== "authorized" && orderStatus !== "paid")
    return "The amount is no longer held on her card; nothing can be approved.";
  return null;
}

/**
 * What follows in the clinic once the money of an order was taken or let go: `fill` the order, ask her for another card (`ask_card`), or,
 * where nobody had decided yet, end the case (`lapse`). Null: nothing, or not yet.
 */
export function afterMoney(caseStatus: CaseStatus, orderStatus: OrderStatus): "fill" | "ask_card" | "lapse" | null {
  const letGo = orderStatus === "voided";
  if (caseStatus === "submitted" || caseStatus === "accepted") return letGo ? "lapse" : null;
  if (caseStatus !== "approved") return null;
  if (letGo) return "ask_card";
  return orderStatus === "paid" || orderStatus === "shipped" || orderStatus === "delivered" ? "fill" : null;
}

/** Why a plan cannot be declined now; null when it can. A patient nobody accepted may be declined: her money is let go. */
export function declineObstacle({
  caseStatus,
  orderStatus,
}: Pick<PlanState, "caseStatus" | "orderStatus">): string | null {
  if (caseStatus === null) return "This patient has not submitted a visit.";
  return decided[caseStatus] ?? (orderStatus === "mismatch" ? paymentDiffers : null);
}
