import { formatCalendarDay } from "#contract/fields/formats.ts";
import { DividedList } from "#app/ui/data/divided-list.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";
import { CardHead } from "#app/ui/data/card-head.tsx";
import { orderAction, type SubscriptionAction } from "../actions/subscription-action.ts";
import css from "./prescription-orders-card.module.css";
import { Bar } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { StatusBadge, type Status } from "#app/ui/data/badge.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { formatDollars } from "#app/formats/money.ts";
import { prescriptionOrderActions } from "./prescription-order-actions.ts";

/** The next prescription order and all past ones, newest first. */
export function PrescriptionOrdersCard({
  prescriptionOrders,
  refillsleft,
  onAction,
}: {
  prescriptionOrders: readonly PrescriptionOrder[];
  refillsleft: number | null;
  onAction: (action: SubscriptionAction) => void;
}) {
  return (
    <Card as="section" gap={4} aria-labelledby="supplies">
      <CardHead id="supplies" title="Your supplies" />
      {prescriptionOrders.length === 0 ? (
        <p className={css["muted"]}>
          We haven't sent anything yet. You'll find each supply here, with its date and order.
        </p>
      ) : (
        <DividedList topLine>
          {prescriptionOrders.map((order) => (
            <PrescriptionOrderRow key={order.id} order={order} refillsleft={refillsleft} onAction={onAction} />
          ))}
        </DividedList>
      )}
    </Card>
  );
}

/** One prescription order: date, amount, status and possible actions. */
function PrescriptionOrderRow({
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
        {prescriptionOrderActions(order, refillsleft, ["reorder", "unskip", "cancel"]).map(({ kind, label }) => (
          <Button
            key={kind}
            variant={kind === "cancel" ? "quiet" : "secondary"}
            onClick={() => onAction(orderAction(kind, order))}
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

const tones: Readonly<Record<PrescriptionOrder["state"]["kind"], Status["tone"]>> = {
  planned: "neutral",
  on_hold: "neutral",
  in_review: "accent",
  confirming: "accent",
  charging: "accent",
  being_prepared: "accent",
  on_its_way: "accent",
  delivered: "success",
  skipped: "neutral",
  cancelled: "neutral",
  payment_failed: "danger",
};

/** Names a prescription order by the day it is, or was, due. */
const prescriptionOrderName = ({ plannedon }: Pick<PrescriptionOrder, "plannedon">): string =>
  `Supply of ${formatCalendarDay(plannedon)}`;

/** Its state in two words, as the server says it. */
const prescriptionOrderStatus = ({ state: { kind, label } }: Pick<PrescriptionOrder, "state">): Status => ({
  tone: tones[kind],
  label,
});
