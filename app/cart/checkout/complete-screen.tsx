import { Stack } from "#app/ui/layout/stack.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { ParcelSprig } from "#app/ui/brand/illustrations/parcel-sprig.tsx";
import { useCart } from "../widget/cart-context.ts";
import css from "./checkout.module.css";
import { useLeaveWidget } from "../widget/use-leave-widget.ts";

/** The order is paid and the cart empty (spec §2.3). */
export default function CheckoutComplete() {
  const { order } = useCart().state;
  const { leaving, problem, go: leaveFor, linkProps } = useLeaveWidget();
  return (
    <Stack gap={4} className={css["complete"]}>
      <div className={css["picture"]}>
        <ParcelSprig />
      </div>
      <Heading centered>Success!</Heading>
      <p>Your payment has been processed and your order is complete.</p>
      {order?.number && <p className={css["note"]}>Order {order.number}. We have sent you an email about it.</p>}
      {problem && <Alert tone="warning">{problem}</Alert>}
      <Button
        wide
        busy={leaving !== null}
        busyLabel="One moment"
        onClick={() => void leaveFor(order ? `/order/${order.id}` : "/home")}
      >
        View your order
      </Button>
      <p>
        Questions?{" "}
        <a {...linkProps("/support")} className={css["help"]}>
          Help Center
        </a>
      </p>
    </Stack>
  );
}
