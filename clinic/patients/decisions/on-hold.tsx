import { StatusBadge } from "#app/ui/data/badge.tsx";
import { onHoldText, type RenewalOrUpsell } from "./renewal-or-upsell.ts";

/** Says that something is on hold, and which. */
export function OnHold({ item }: { item: Pick<RenewalOrUpsell, "kind" | "onhold"> }) {
  const text = onHoldText(item);
  return (
    text && (
      <p>
        <StatusBadge tone="warning">On hold</StatusBadge> {text}
      </p>
    )
  );
}
