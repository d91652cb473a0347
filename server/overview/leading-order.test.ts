import { expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { snapshotOf, worldOf } from "#server/testing/several/treatment-world.ts";
import { leadingOrder } from "./leading-order.ts";

const nothingOrdered = { prescription: "none", refills: 0, planned: null, ordered: null } as const;
const snapshot = snapshotOf(worldOf("magnesium", { status: "active", ...nothingOrdered }, 0));
const shown = (id: string, status: Order["status"], upsell: boolean) =>
  ({ id, status, upsell, placedat: "2026-05-30T12:00:00Z", detail: [], timeline: [] }) as unknown as Order;
const leads = (...orders: readonly Order[]) => leadingOrder(snapshot, null, orders)?.id;

test.each(
  Object.entries({
    ...{ pending: true, authorizing: true, unknown: true, paid: true, shipped: true, delivered: true },
    ...{ refunded: true, authorized: false, voided: false, failed: false, cancelled: false },
  } satisfies Record<Order["status"], boolean>) as [Order["status"], boolean][],
)("home is about an upsell that is %s, the newest order: %s", (status, isAbout) => {
  const before = shown("before", "delivered", false);
  expect(leads(shown("upsell", status, true), before)).toBe(isAbout ? "upsell" : "before");
  expect(leads(shown("upsell", status, false), before)).toBe("upsell");
});
