import { expect, test } from "vitest";
import { aSubscription, aPrescriptionOrder } from "../testing.ts";
import { orderActions } from "./order-actions-card.tsx";

const subscription = aSubscription({ id: "s", prescriptionorders: [aPrescriptionOrder({ orderid: "1" })] });

test.each([
  ["failed", ["/account-settings/billing-details", "/subscription/s"]],
  ["paid", ["/subscription/s", "/insurance-documents"]],
  ["voided", ["/subscription/s"]],
] as const)("actions for an order that is %s", (status, hrefs) => {
  expect(orderActions({ id: "1", status }, [subscription]).map(({ href }) => href)).toEqual(hrefs);
});

test("another order's subscription gives no actions", () => {
  expect(orderActions({ id: "2", status: "voided" }, [subscription])).toEqual([]);
});

test("the way to the subscription is worded by the server", () => {
  const state = { ...subscription.state, manage: "Order again" };
  const [first] = orderActions({ id: "1", status: "authorized" }, [{ ...subscription, state }]);
  expect(first?.label).toBe("Order again: Item");
});
