import { DividedList } from "#app/ui/data/divided-list.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";
import { CardHead } from "#app/ui/layout/card-head.tsx";
import type { SubscriptionAction } from "../subscriptions/actions/subscription-action.ts";
import css from "./prescription-orders-card.module.css";
import { PrescriptionOrderRow } from "./prescription-order-row.tsx";

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
