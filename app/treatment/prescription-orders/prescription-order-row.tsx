import { Bar } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";
import { formatCalendarDay } from "#app/formats/dates.ts";
import { formatDollars } from "#app/formats/money.ts";
import { prescriptionOrderActions } from "./prescription-order-actions.ts";
import type { SubscriptionAction } from "../subscriptions/actions/subscription-action.ts";
import css from "./prescription-orders-card.module.css";
import { prescriptionOrderName, prescriptionOrderStatus } from "./order-text.ts";

/** One prescription order: date, amount, status and possible actions. */
export function PrescriptionOrderRow({
  order,
  refillsleft,
  onAction,
}: {
  order: PrescriptionOrder;
  refillsleft: number | null;
  onAction: (action: SubscriptionAction) => void;
}) {
  const { status, plannedon, waitsfor, orderid, shipment, amount } = order;
  const { tone, label: state } = prescriptionOrderStatus(order);
  return (
    <Stack as="li" gap={1} className={css["row"]}>
      <Bar>
        <h3 className={css["name"]}>{waitsfor === null ? formatCalendarDay(plannedon) : "Your next supply"}</h3>
        <StatusBadge tone={tone}>{state}</StatusBadge>
      </Bar>
      <p className={css["muted"]}>
        {orderid && `${formatDollars(amount)} · `}
        {order.state.text}
      </p>
      <div className={css["actions"]}>
        {prescriptionOrderActions(order, refillsleft, ["reorder", "cancel"]).map(({ kind, label }) => (
          <Button
            key={kind}
            variant={kind === "cancel" ? "quiet" : "secondary"}
            onClick={() => onAction({ kind, order })}
          >
            {label}
          </Button>
        ))}
        {shipment?.trackingurl && status === "shipped" && (
          <Link standalone external href={shipment.trackingurl}>
            Track with {shipment.carrier}
          </Link>
        )}
        {orderid && (
          <Link standalone href={`/order/${orderid}`}>
            See the order<span className="visually-hidden"> of {prescriptionOrderName(order)}</span>
          </Link>
        )}
      </div>
    </Stack>
  );
}
