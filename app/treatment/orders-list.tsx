import { StatusBadge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { ChevronRightIcon } from "#app/ui/icons.tsx";
import type { Order } from "#contract/entities.ts";
import { dayOf } from "./dates.ts";
import { dollars } from "./money.ts";
import css from "./orders-list.module.css";
import { SectionHead } from "./section-head.tsx";
import { orderStatus } from "./status.ts";

/** Her orders, newest first; each leads to its own page. */
export function OrdersList({ orders }: { orders: readonly Order[] }) {
  return (
    <Card as="section" className={css["card"]} aria-labelledby="orders">
      <SectionHead id="orders" title="Your orders" />
      {orders.length === 0 ? (
        <p className={css["muted"]}>No orders yet. You will find each one here, with every step and its receipt.</p>
      ) : (
        <ul className={css["list"]}>
          {orders.map((order) => (
            <li key={order.id} className={css["row"]}>
              <OrderLink order={order} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function OrderLink({ order }: { order: Order }) {
  const status = orderStatus(order);
  return (
    <a href={`/order/${order.id}`} className={css["link"]}>
      <span className={css["text"]}>
        <span className={css["name"]}>{order.number ? `Order ${order.number}` : "Order"}</span>
        <span className={css["muted"]}>
          {dayOf(order.placedat)} · {dollars(order.summary.totalamount)}
        </span>
        <StatusBadge kind={status.kind}>{status.label}</StatusBadge>
      </span>
      <ChevronRightIcon />
    </a>
  );
}
