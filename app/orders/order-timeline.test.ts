import { expect, test } from "vitest";
import { shipmentOfOrder } from "./order-timeline.tsx";
import { anOrder, aSubscription, aPrescriptionOrder } from "#app/treatment/testing.ts";

test("an order's shipment is found among the prescription orders, and never another order's", () => {
  const shipment = {
    carrier: "Meadow Post",
    trackingnumber: "1Z",
    trackingurl: null,
    shippedat: "2026-06-03T12:00:00Z",
    estimateddelivery: null,
    deliveredat: null,
  };
  const { id } = anOrder();
  const subscription = aSubscription({
    prescriptionorders: [aPrescriptionOrder({ orderid: id, status: "shipped", shipment })],
  });
  expect(shipmentOfOrder({ subscriptions: [subscription] }, id)).toBe(shipment);
  expect(shipmentOfOrder({ subscriptions: [subscription] }, "another")).toBeNull();
});
