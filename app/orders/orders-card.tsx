import { Card } from "#app/ui/layout/card.tsx";
import type { Order } from "#contract/orders/orders.ts";
import { OrderLinkList } from "./order-list.tsx";
import css from "./order-list.module.css";
import { CardHead } from "#app/ui/data/card-head.tsx";

/** All orders so far, newest first. */
export function OrdersList({ orders }: { orders: readonly Order[] }) {
  return (
    <Card as="section" gap={4} aria-labelledby="orders">
      <CardHead id="orders" title="Your orders" />
      {orders.length === 0 ? (
        <p className={css["muted"]}>No orders yet. You'll find each one here, with every step and its receipt.</p>
      ) : (
        <OrderLinkList orders={orders} />
      )}
    </Card>
  );
}
