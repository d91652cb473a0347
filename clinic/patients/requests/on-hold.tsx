import { StatusBadge } from "#app/ui/data/badge.tsx";
import { holdText, type RequestToDecide } from "./request.ts";

/** Says that something is on hold, and which. */
export function OnHold({ request }: { request: Pick<RequestToDecide, "kind" | "onhold"> }) {
  const text = holdText(request);
  return (
    text && (
      <p>
        <StatusBadge tone="warning">On hold</StatusBadge> {text}
      </p>
    )
  );
}
