import { expect, test } from "vitest";
import { aPrescriptionOrder } from "../testing.ts";
import { prescriptionOrderActions } from "./prescription-order-actions.ts";

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
