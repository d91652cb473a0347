import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import type { ErrorAction } from "#app/payment/error-action.tsx";

/** The main button of an action: a link to fix the card or address if that blocks it, nothing if nothing helps, else `children`. */
export function ErrorActionButton({
  way: errorAction,
  noCard,
  children,
}: {
  way: ErrorAction | null;
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
