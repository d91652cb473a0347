import { Card } from "#app/ui/card.tsx";
import type { Order } from "#contract/entities.ts";
import { OrderRows } from "./order-rows.tsx";
import css from "./orders-list.module.css";
import { SectionHead } from "./section-head.tsx";

/** What was sent to her so far, newest first. */
export function OrdersList({ orders }: { orders: readonly Order[] }) {
  return (
    <Card as="section" className={css["card"]} aria-labelledby="orders">
      <SectionHead id="orders" title="Your orders" />
      {orders.length === 0 ? (
        <p className={css["muted"]}>No orders yet. You will find each one here, with every step and its receipt.</p>
      ) : (
        <OrderRows orders={orders} />
      )}
    </Card>
  );
}
