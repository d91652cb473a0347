import { expect, test } from "vitest";
import { PrescriptionOrderStatus } from "#contract/treatment/prescription-orders.ts";
import { aPrescriptionOrder } from "../testing.ts";
import { prescriptionOrderActions } from "./prescription-order-actions.ts";
import { prescriptionOrderStatus, prescriptionOrderStatuses, prescriptionOrderText } from "./order-text.ts";

test("§9 every status of a prescription order has two words and a sentence", () => {
  for (const status of PrescriptionOrderStatus.options) {
    expect(prescriptionOrderStatuses[status].label).not.toBe("");
    expect(prescriptionOrderText(aPrescriptionOrder({ status }))).toMatch(/\.$/);
    expect(prescriptionOrderText(aPrescriptionOrder({ status, chargeon: null }))).toMatch(/\.$/);
  }
});

test("§7 an order on hold for a pending treatment change names no charge day", () => {
  const onHold = aPrescriptionOrder({ waitsfor: "both" });
  expect(prescriptionOrderStatus(onHold).label).toBe("On hold");
  expect(prescriptionOrderText(onHold)).toBe(
    "This is waiting for you and your doctor. You won't be charged before you both agree.",
  );
  expect(prescriptionOrderText(aPrescriptionOrder({ waitsfor: "doctor" }))).toBe(
    "This is waiting for your doctor. You won't be charged before then.",
  );
  expect(prescriptionOrderStatus(aPrescriptionOrder()).label).toBe("Planned");
});

test("a shipment is named with its carrier and delivery day", () => {
  const shipment = {
    carrier: "Meadow Post",
    trackingnumber: "MP1",
    trackingurl: null,
    shippedat: "2026-06-03T12:00:00Z",
    estimateddelivery: "2026-06-06",
    deliveredat: null,
  };
  expect(prescriptionOrderText(aPrescriptionOrder({ status: "shipped", shipment }))).toBe(
    "Meadow Post brings it by June 6, 2026.",
  );
});

test("only actions the server allows have a button; with no refills left it asks for a renewal", () => {
  const order = aPrescriptionOrder({ actions: ["getnext", "skip"] });
  expect(prescriptionOrderActions(order, 2, ["getnext", "reorder", "skip"]).map(({ label }) => label)).toEqual([
    "Get next now",
    "Skip this one",
  ]);
  expect(
    prescriptionOrderActions(aPrescriptionOrder({ actions: ["skip", "cancel"] }), 2, ["skip", "cancel"]),
  ).toHaveLength(1);
  expect(prescriptionOrderActions(aPrescriptionOrder({ actions: ["cancel"] }), 2, ["skip", "cancel"])).toHaveLength(1);
  expect(prescriptionOrderActions(order, 0, ["getnext"]).map(({ label }) => label)).toEqual(["Ask for a renewal"]);
});
