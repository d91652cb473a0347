import type { ReactNode } from "react";
import { ButtonLink } from "#app/ui/button.tsx";
import type { WayOut } from "./way-out.ts";

/** The main button of a change: what mends her card or her address while that is in its way, none where nothing helps, else `children`. */
export function WayOutButton({
  way,
  noCard,
  children,
}: {
  way: WayOut | null;
  /** It charges a card, and there is none on file. */
  noCard: boolean;
  children: ReactNode;
}) {
  if (noCard || way === "card")
    return (
      <ButtonLink href="/account-settings/billing-details">{noCard ? "Add a card" : "Update your card"}</ButtonLink>
    );
  if (way === "address") return <ButtonLink href="/account-settings/shipping-address">Add your address</ButtonLink>;
  return way !== "none" && children;
}
