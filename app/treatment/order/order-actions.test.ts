import { expect, test } from "vitest";
import { aSubscription, aPrescriptionOrder } from "../testing.ts";
import { orderActions } from "./order-actions.ts";

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

test("what is in review offers no reorder, and one that ended offers what the server does", () => {
  const labelOf = (change: Parameters<typeof aSubscription>[0], actions: readonly "reorder"[] = []) =>
    orderActions({ id: "1", status: "authorized" }, [
      aSubscription({ ...change, prescriptionorders: [aPrescriptionOrder({ orderid: "1", actions: [...actions] })] }),
    ])[0]?.label;
  expect(labelOf({ status: "pending" })).toBe("See the details: Item");
  expect(labelOf({ status: "active", actions: ["pause", "cancel"] })).toBe("Change, pause or skip: Item");
  expect(labelOf({ status: "cancelled" })).toBe("See the details: Item");
  expect(labelOf({ status: "cancelled" }, ["reorder"])).toBe("Order again: Item");
});
