import { expect, test } from "vitest";
import { PrescriptionOrderStatus } from "#contract/entities.ts";
import { aSupply } from "../testing.ts";
import { supplyActions } from "./actions.ts";
import { supplyState, supplyStatus, supplyText } from "./supply-text.ts";

test("§9 every state of a supply has two words and a sentence", () => {
  for (const status of PrescriptionOrderStatus.options) {
    expect(supplyStatus[status].label).not.toBe("");
    expect(supplyText(aSupply({ status }))).toMatch(/\.$/);
    expect(supplyText(aSupply({ status, chargeon: null }))).toMatch(/\.$/);
  }
});

test("§7 a change that waits: a supply that is held names no day it is charged on", () => {
  const held = aSupply({ waitsfor: "both" });
  expect(supplyState(held).label).toBe("On hold");
  expect(supplyText(held)).toBe("It waits for you and your doctor. Nothing is charged before you both agree.");
  expect(supplyText(aSupply({ waitsfor: "doctor" }))).toBe("It waits for your doctor. Nothing is charged before.");
  expect(supplyState(aSupply()).label).toBe("Planned");
});

test("a parcel is named with its carrier and its day", () => {
  const shipment = {
    carrier: "Meadow Post",
    trackingnumber: "MP1",
    trackingurl: null,
    shippedat: "2026-06-03T12:00:00Z",
    estimateddelivery: "2026-06-06",
    deliveredat: null,
  };
  expect(supplyText(aSupply({ status: "shipped", shipment }))).toBe("Meadow Post brings it by June 6, 2026.");
});

test("only what the server offers has a button; with no refill left it asks for a renewal", () => {
  const supply = aSupply({ actions: ["getnext", "skip"] });
  expect(supplyActions(supply, 2, ["getnext", "reorder", "skip"]).map(({ label }) => label)).toEqual([
    "Get next now",
    "Skip this one",
  ]);
  expect(supplyActions(aSupply({ actions: ["skip", "cancel"] }), 2, ["skip", "cancel"])).toHaveLength(1);
  expect(supplyActions(aSupply({ actions: ["cancel"] }), 2, ["skip", "cancel"])).toHaveLength(1);
  expect(supplyActions(supply, 0, ["getnext"]).map(({ label }) => label)).toEqual(["Ask for a renewal"]);
});
