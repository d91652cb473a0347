import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import type { ErrorAction } from "./way-out.ts";

/** The main button of a change: what mends her card or her address while that is in its way, none where nothing helps, else `children`. */
export function ErrorActionButton({
  way: errorAction,
  noCard,
  children,
}: {
  way: ErrorAction | null;
  /** It charges a card, and there is none on file. */
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
