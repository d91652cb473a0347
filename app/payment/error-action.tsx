import { errorMessage, isApiError, isOutcomeUnknown } from "#app/api/api-error.ts";
import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";

/** What the patient can do after a failure: retry · fix the card or the address · review the new amount · nothing here. */
export type ErrorAction = "again" | "card" | "address" | "sum" | "none";

const cardCodes: readonly string[] = [
  "card_declined",
  "insufficient_funds",
  "expired_card",
  "lost_card",
  "no_payment_method",
];

/** How to recover from a failed action. A 409 whose message names an alternative ends the attempt. */
export function errorActionOf(error: unknown): ErrorAction {
  if (!isApiError(error)) return "again";
  if (cardCodes.includes(error.code)) return "card";
  if (error.code === "no_shipping_address") return "address";
  if (error.code === "price_changed") return "sum";
  return isOutcomeUnknown(error) || error.code === "rate_limited" ? "again" : "none";
}

/** The main button of an action: a link to fix the card or address if that blocks it, nothing if nothing helps, else `children`. */
export function ErrorActionButton({
  errorAction,
  noCard,
  children,
}: {
  errorAction: ErrorAction | null;
  /** The action charges a card and none is on file. */
  noCard: boolean;
  children: ReactNode;
}) {
  if (noCard || errorAction === "card")
    return (
      <ButtonLink href="/account-settings/billing-details">{noCard ? "Add a card" : "Update your card"}</ButtonLink>
    );
  if (errorAction === "address")
    return <ButtonLink href="/account-settings/shipping-address">Add your address</ButtonLink>;
  return errorAction !== "none" && children;
}

/** Why the action failed, shown in place; the server's message says what the patient can do instead. */
export function ActionError({ error, noCard }: { error: Error | null; noCard: boolean }) {
  if (error) return <Alert tone="warning">{errorMessage(error)}</Alert>;
  return noCard ? <Alert tone="info">There's no card on file yet. Please add one first.</Alert> : null;
}
