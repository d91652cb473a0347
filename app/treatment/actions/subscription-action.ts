import { call } from "#app/api/call.ts";
import { withBankConfirmation } from "#app/payment/bank-confirmation.ts";
import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { linkedActionIn, isActionPossible } from "./linked-action.ts";
import { nextPrescriptionOrder } from "../billing/charges.ts";

/** An action on a subscription, or on one of its prescription orders. */
export type SubscriptionAction =
  | { readonly kind: "getnext" | "reorder" | "unskip" | "cancel"; readonly order: PrescriptionOrder }
  /** `onlyThis`: leaves out the other items of the same parcel. */
  | { readonly kind: "skip"; readonly order: PrescriptionOrder; readonly onlyThis?: boolean }
  /** `day`: empty until one is chosen. */
  | { readonly kind: "move"; readonly order: PrescriptionOrder; readonly day: string }
  | { readonly kind: "restart" }
  | { readonly kind: "pause"; readonly months: number; readonly onlyThis?: boolean }
  | { readonly kind: "resume" };

/** An action on a prescription order as it is first asked about. */
export const orderAction = (kind: PrescriptionOrder["actions"][number], order: PrescriptionOrder): SubscriptionAction =>
  kind === "move" ? { kind, order, day: "" } : { kind, order };

/** The action a link in the pre-charge mail asks for, if it is possible at the moment. */
export function actionByLink(search: string, subscription: Subscription): SubscriptionAction | null {
  const linkedAction = linkedActionIn(search);
  const order = nextPrescriptionOrder(subscription);
  if (linkedAction === null || order === null || !isActionPossible(linkedAction, subscription)) return null;
  return linkedAction === "pause" ? { kind: "pause", months: 1 } : { kind: "skip", order };
}

/** The subscription and its patient; both go into the calls. */
export interface SubscriptionOwner {
  readonly patientid: string;
  readonly subscriptionid: string;
}

/** Carries out the action and resolves with the server's message. `key` is the idempotency key: a repeat with it changes nothing more. */
export async function submitSubscriptionAction(
  action: SubscriptionAction,
  { patientid, subscriptionid }: SubscriptionOwner,
  key: string,
): Promise<string> {
  const options = { key };
  switch (action.kind) {
    case "pause": {
      const body = { months: action.months, subscriptionid, ...(action.onlyThis && { separately: true }) };
      return (await call(treatment.pause, { params: { id: patientid }, body }, options)).message;
    }
    case "resume":
      return (await call(treatment.resume, { params: { id: patientid }, body: { subscriptionid } }, options)).message;
    case "getnext":
      return (await withBankConfirmation(() => call(treatment.getNext, { params: { id: action.order.id } }, options)))
        .message;
    case "reorder":
      return (await withBankConfirmation(() => call(treatment.reorder, { params: { id: action.order.id } }, options)))
        .message;
    case "skip": {
      const input = { params: { id: action.order.id }, body: action.onlyThis ? { separately: true } : {} };
      return (await call(treatment.skip, input, options)).message;
    }
    case "unskip":
      return (await call(treatment.unskip, { params: { id: action.order.id } }, options)).message;
    case "move":
      return (await call(treatment.move, { params: { id: action.order.id }, body: { day: action.day } }, options))
        .message;
    case "restart":
      return (await call(treatment.restart, { params: { id: patientid }, body: { subscriptionid } }, options)).message;
    case "cancel":
      return (await call(treatment.cancelPrescriptionOrder, { params: { id: action.order.id } }, options)).message;
  }
}
