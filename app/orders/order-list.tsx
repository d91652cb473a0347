import { DividedList } from "#app/ui/data/divided-list.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { ChevronRightIcon } from "#app/ui/brand/base-icons.tsx";
import type { Order } from "#contract/orders/orders.ts";
import { joinNames } from "#app/formats/names.ts";
import { useDates } from "#app/formats/use-dates.ts";
import { formatDollars } from "#app/formats/money.ts";
import css from "./order-list.module.css";
import { orderStatus } from "./order-status.ts";

/** A row per order with its items and a link to its page. */
export function OrderLinkList({ orders }: { orders: readonly Order[] }) {
  return (
    <DividedList topLine>
      {orders.map((order) => (
        <li key={order.id}>
          <OrderLink order={order} />
        </li>
      ))}
    </DividedList>
  );
}

function OrderLink({ order }: { order: Order }) {
  const { formatDay } = useDates();
  const status = orderStatus(order);
  return (
    <a href={`/order/${order.id}`} className={css["link"]}>
      <Stack as="span" gap={1} align="start" className={css["text"]}>
        <span className={css["name"]}>{order.number ? `Order ${order.number}` : "Order"}</span>
        {order.detail.length > 0 && <span>{joinNames(order.detail.map(({ name }) => name))}</span>}
        <span className={css["muted"]}>
          {formatDay(order.placedat)} · {formatDollars(order.summary.totalamount)}
        </span>
        <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
      </Stack>
      <ChevronRightIcon />
    </a>
  );
}
