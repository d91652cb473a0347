import { Card } from "#app/ui/card.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Order } from "#contract/entities.ts";
import type { Treatment } from "#contract/treatment.ts";
import css from "./home.module.css";
import { paymentText } from "./money.ts";
import { OrderTimeline } from "./order-timeline.tsx";
import { SectionHead } from "./section-head.tsx";
import { shipmentOf } from "./situation.ts";
import { orderStatus } from "./status.ts";

/** Her newest order, step by step, and whether she was charged for it. */
export function OrderCard({ order, treatment }: { order: Order; treatment: Treatment }) {
  return (
    <Card as="section" className={css["order"]} aria-labelledby="order">
      <SectionHead
        id="order"
        title={order.number ? `Order ${order.number}` : "Your order"}
        status={orderStatus(order)}
      />
      <p className={css["muted"]}>{paymentText(order)}</p>
      {order.timeline.length > 0 && <OrderTimeline order={order} shipment={shipmentOf(treatment, order.id)} />}
      <div className={css["links"]}>
        <Link standalone href={`/order/${order.id}`}>
          Order details
        </Link>
        {treatment.orders.length > 1 && (
          <Link standalone href="/treatment">
            All {treatment.orders.length} orders
          </Link>
        )}
      </div>
    </Card>
  );
}
