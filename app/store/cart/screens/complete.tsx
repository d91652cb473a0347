import { useState } from "react";
import { shownText } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { ParcelSprig } from "#app/ui/illustrations/parcel-sprig.tsx";
import { useCart } from "../context.ts";
import css from "./checkout.module.css";

/** The order is paid and the cart empty (spec §2.3). */
export default function Complete() {
  const { state, leave } = useCart();
  const [problem, setProblem] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const { order } = state;
  function go(to: string) {
    setLeaving(true);
    setProblem(null);
    leave(to)
      .catch((error: unknown) => setProblem(shownText(error)))
      .finally(() => setLeaving(false));
  }
  return (
    <div className={css["complete"]}>
      <div className={css["picture"]}>
        <ParcelSprig />
      </div>
      <Heading centered>Success!</Heading>
      <p>Your payment has been processed and your order is complete.</p>
      {order?.number && <p className={css["note"]}>Order {order.number}. We have sent you an email about it.</p>}
      {problem && <Alert kind="warning">{problem}</Alert>}
      <Button wide busy={leaving} busyLabel="One moment" onClick={() => go(order ? `/order/${order.id}` : "/home")}>
        View your order
      </Button>
      <p>
        Questions?{" "}
        <a
          className={css["help"]}
          href="/support"
          target="_top"
          onClick={(event) => {
            event.preventDefault();
            go("/support");
          }}
        >
          Help Center
        </a>
      </p>
    </div>
  );
}
