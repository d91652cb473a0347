import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { useCart } from "../widget/cart-context.ts";
import type { CartObstacle } from "./obstacles.ts";
import { useLeaveWidget } from "../widget/use-leave-widget.ts";

/** Links that help, by the server's `fix`. */
const fixLinks = {
  start_visit: { href: "/eligibility", label: "Start your visit" },
  open_treatment: { href: "/treatment", label: "See your treatment" },
  message_doctor: { href: "/messages/doctor", label: "Message your doctor" },
};

/** Why a line cannot be ordered, in the server's words, and what the patient can do about it here. */
export default function LineObstacle({ obstacle: { pricingid, message, fix } }: { obstacle: CartObstacle }) {
  const { widget } = useCart();
  const { leaving, problem, go: leaveFor } = useLeaveWidget();
  return (
    <Alert
      tone="warning"
      actions={
        <>
          {fix?.kind === "quantity" && (
            <Button variant="secondary" onClick={() => widget.setQuantity(pricingid, fix.quantity)}>
              Change to {fix.quantity}
            </Button>
          )}
          {fix?.kind === "add" && (
            <Button variant="secondary" onClick={() => widget.add(fix.productid, fix.pricingid)}>
              Add {fix.name}
            </Button>
          )}
          {fix && fix.kind !== "quantity" && fix.kind !== "add" && (
            <Button
              variant="secondary"
              busy={leaving !== null}
              busyLabel="One moment"
              onClick={() => void leaveFor(fixLinks[fix.kind].href)}
            >
              {fixLinks[fix.kind].label}
            </Button>
          )}
          <Button variant="quiet" onClick={() => widget.setQuantity(pricingid, 0)}>
            Remove
          </Button>
        </>
      }
    >
      {message}
      {problem && <p>{problem}</p>}
    </Alert>
  );
}
