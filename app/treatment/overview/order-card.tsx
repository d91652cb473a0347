import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import type { Order } from "#contract/orders/orders.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import css from "./home.module.css";
import { paymentText } from "#app/orders/payment-text.ts";
import { OrderLinkList } from "#app/orders/order-list.tsx";
import { OrderTimeline, shipmentOfOrder } from "#app/orders/order-timeline.tsx";
import { CardHead } from "#app/ui/layout/card-head.tsx";
import { isOrderInProgress, orderStatus } from "#app/orders/order-status.ts";

/** The newest order, with its timeline until it is delivered and its payment status; then the other orders in progress. */
export function OrderCard({ order, treatment }: { order: Order; treatment: Treatment }) {
  const others = treatment.orders.filter((each) => each.id !== order.id && isOrderInProgress(each));
  return (
    <Card as="section" gap={5} aria-labelledby="order">
      <CardHead id="order" title={order.number ? `Order ${order.number}` : "Your order"} status={orderStatus(order)} />
      <p className={css["muted"]}>{paymentText(order)}</p>
      {order.timeline.length > 0 && order.status !== "delivered" && (
        <OrderTimeline order={order} shipment={shipmentOfOrder(treatment, order.id)} />
      )}
      <Cluster gap={5} rowGap={0} align="normal">
        <Link standalone href={`/order/${order.id}`}>
          Order details
        </Link>
        {treatment.orders.length > 1 && (
          <Link standalone href="/treatment">
            All {treatment.orders.length} orders
          </Link>
        )}
      </Cluster>
      {others.length > 0 && (
        <div>
          <h3 className={css["also"]}>Also under way</h3>
          <OrderLinkList orders={others} />
        </div>
      )}
    </Card>
  );
}
