import type { CaseStatus } from "#server/cases/public.ts";
import type { VisitStatus } from "#server/onboarding/public.ts";
import type { OrderStatus } from "#server/orders/public.ts";
import { caseStates, orderStates } from "#server/platform/database/states.ts";

/** The clinic has to resolve the mismatched payment first. */
export const paymentMismatch = "The payment doesn't match the order. Please accept or release it first.";

/** Nothing new is approved as if for a new person. */
export const verdictNeeded =
  "Another record may be the same person's. Please say first whether it is, so that nobody is sent the same medicine twice.";

/** The facts a decision on a plan depends on. */
export interface PlanState {
  /** Null: the patient never submitted a visit. */
  readonly caseStatus: CaseStatus | null;
  /** The patient no longer wants it. */
  readonly withdrawn: boolean;
  readonly visit: VisitStatus;
  /** Nobody has said yet whether another record is the same person's. */
  readonly waitsForVerdict: boolean;
  readonly orderStatus: OrderStatus | null;
}

const alreadyDecided: Readonly<Record<CaseStatus, string | null>> = {
  submitted: null,
  accepted: null,
  approved: "This plan has already been approved.",
  declined: "This plan has already been declined.",
  lapsed: "The amount is no longer held on the card. The patient was asked to confirm the order again.",
};

const withdrawnByPatient = "The patient has withdrawn this plan, so there's nothing to decide.";

/** Why a plan cannot be approved now, in a sentence for the clinic; null when it can. */
export function planApprovalObstacle(facts: PlanState): string | null {
  const { caseStatus, withdrawn, visit, waitsForVerdict, orderStatus } = facts;
  if (caseStatus === null) return "This patient hasn't submitted a visit.";
  if (withdrawn) return withdrawnByPatient;
  if (alreadyDecided[caseStatus]) return alreadyDecided[caseStatus];
  if (caseStatus === "submitted") return "Please accept the patient first.";
  if (visit.stopped) return "This visit was stopped for the patient's safety, so nothing can be approved from it.";
  if (visit.identityStatus === "review") return "Please decide on the patient's identity first.";
  if (visit.identityStatus !== "matched") return "The patient's identity isn't confirmed, so nothing can be approved.";
  if (waitsForVerdict) return verdictNeeded;
  if (orderStatus === "mismatch") return paymentMismatch;
  if (!orderStates.payable.has(orderStatus))
    return "The amount is no longer held on the card, so nothing can be approved.";
  return null;
}

/**
 * What follows once the payment of an order is captured or voided: `fill` the order, ask the patient for another card (`ask_card`), or, if
 * nobody had decided yet, end the case (`lapse`). Null: nothing, or not yet.
 */
export function planSettlementStep(
  caseStatus: CaseStatus,
  orderStatus: OrderStatus,
): "fill" | "ask_card" | "lapse" | null {
  const voided = orderStatus === "voided";
  if (caseStates.undecided.has(caseStatus)) return voided ? "lapse" : null;
  if (caseStatus !== "approved") return null;
  if (voided) return "ask_card";
  return orderStates.paid.has(orderStatus) ? "fill" : null;
}

/** Why a plan cannot be declined now; null when it can. A case nobody accepted may be declined: its authorization is voided. */
export function planDeclineObstacle({
  caseStatus,
  withdrawn,
  orderStatus,
}: Pick<PlanState, "caseStatus" | "withdrawn" | "orderStatus">): string | null {
  if (caseStatus === null) return "This patient hasn't submitted a visit.";
  if (withdrawn) return withdrawnByPatient;
  return alreadyDecided[caseStatus] ?? (orderStatus === "mismatch" ? paymentMismatch : null);
}
