import { expect, test } from "vitest";
import { shipmentOf } from "./shipment.ts";
import { anOrder, aSubscription, aSupply } from "./testing.ts";

test("the parcel of an order is found among the prescription orders, and no other's", () => {
  const shipment = {
    carrier: "Meadow Post",
    trackingnumber: "1Z",
    trackingurl: null,
    shippedat: "2026-06-03T12:00:00Z",
    estimateddelivery: null,
    deliveredat: null,
  };
  const { id } = anOrder();
  const subscription = aSubscription({ prescriptionorders: [aSupply({ orderid: id, status: "shipped", shipment })] });
  expect(shipmentOf({ subscriptions: [subscription] }, id)).toBe(shipment);
  expect(shipmentOf({ subscriptions: [subscription] }, "another")).toBeNull();
});
