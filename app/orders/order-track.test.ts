import { describe, expect, test } from "vitest";
import { aLine, anOrder, timeline } from "#app/treatment/testing.ts";
import { datesIn } from "#app/formats/dates.ts";
import type { Order } from "#contract/orders/orders.ts";
import { hasMoreThanStops, trackStops } from "./order-track.tsx";

type Entry = Order["timeline"][number];
const awaited = (...events: readonly Entry["event"][]): Entry[] =>
  timeline(...events).map((entry) => ({ ...entry, state: "todo", at: null }));
const shipment = {
  carrier: "Meadow Post",
  trackingnumber: "MP1",
  trackingurl: null,
  shippedat: "2026-06-04T12:00:00Z",
  estimateddelivery: "2026-06-07",
  deliveredat: null,
};
const dates = datesIn("America/New_York");
const states = (order: Order) => trackStops(order, null, dates)?.map(({ state }) => state);
const prescribed = [aLine()];

test("the days of a track are those of the patient's zone: delivered at 8 p.m. in Honolulu is not the next day", () => {
  const delivered = anOrder({
    ...{ status: "delivered", detail: prescribed },
    timeline: timeline("paid", "delivered").map((entry) => ({ ...entry, at: "2026-06-04T06:00:00Z" })),
  });
  const lastDay = (zone: string) => trackStops(delivered, shipment, datesIn(zone))?.at(-1)?.detail;
  expect([lastDay("Pacific/Honolulu"), lastDay("America/New_York")]).toEqual(["Jun 3", "Jun 4"]);
});

describe("the track of an order", () => {
  test("a first order: reviewed, at the pharmacy, on its way, delivered", () => {
    const order = anOrder({
      detail: prescribed,
      timeline: [
        ...timeline("authorized"),
        ...awaited("in_review", "approved", "paid", "pharmacy", "shipped", "delivered"),
      ],
    });
    expect(trackStops(order, null, dates)?.map(({ label }) => label)).toEqual([
      "In review",
      "At the pharmacy",
      "On its way",
      "Delivered",
    ]);
    expect(states(order)).toEqual(["current", "todo", "todo", "todo"]);
  });

  test.each<[string, Entry["event"][], Order["status"], string[]]>([
    ["approved, not yet charged", ["in_review", "approved"], "authorized", ["done", "current", "todo", "todo"]],
    ["at the pharmacy", ["in_review", "approved", "paid", "pharmacy"], "paid", ["done", "current", "todo", "todo"]],
    [
      "shipped",
      ["in_review", "approved", "paid", "pharmacy", "shipped"],
      "shipped",
      ["done", "done", "current", "todo"],
    ],
    [
      "delivered",
      ["in_review", "approved", "paid", "pharmacy", "shipped", "delivered"],
      "delivered",
      ["done", "done", "done", "done"],
    ],
  ])("%s", (_, events, status, expected) => {
    expect(states(anOrder({ status, detail: prescribed, timeline: timeline(...events) }))).toEqual(expected);
  });

  test("a later order is paid, not reviewed; one without a prescription is packed", () => {
    const order = anOrder({ status: "paid", timeline: [...timeline("paid"), ...awaited("pharmacy", "shipped")] });
    expect(trackStops(order, null, dates)?.slice(0, 2)).toMatchObject([
      { label: "Paid", state: "done", detail: "Jun 3" },
      { label: "Being packed", state: "current" },
    ]);
  });

  test("a parcel on its way says by when it comes, and once it has come, when", () => {
    const shipped = anOrder({ status: "shipped", timeline: timeline("paid", "shipped") });
    expect(trackStops(shipped, shipment, dates)?.at(-1)).toMatchObject({ detail: "by Jun 7" });
    const delivered = anOrder({ status: "delivered", timeline: timeline("paid", "shipped", "delivered") });
    expect(trackStops(delivered, shipment, dates)?.at(-1)).toMatchObject({ detail: "Jun 3", state: "done" });
  });

  test("no track for an order that does not come", () => {
    for (const status of ["pending", "authorizing", "unknown", "voided", "failed", "cancelled", "refunded"] as const)
      expect(trackStops(anOrder({ status }), null, dates), status).toBeNull();
    expect(states(anOrder({ timeline: timeline("authorized", "in_review", "declined") }))).toBeUndefined();
    expect(states(anOrder({ status: "paid", timeline: timeline("paid", "cancelled") }))).toBeUndefined();
  });
});

test("the steps stand open where they tell of more than the stops: a refusal, a cancellation, money back", () => {
  const entry = (event: Order["timeline"][number]["event"]) => ({
    event,
    label: "",
    at: null,
    state: "done",
    detail: null,
  });
  const of = (...events: Order["timeline"][number]["event"][]) =>
    hasMoreThanStops({ timeline: events.map(entry) as Order["timeline"] });
  expect(of("paid", "in_review", "approved", "pharmacy", "shipped", "delivered")).toBe(false);
  expect([of("paid", "refunded"), of("declined"), of("paid", "cancelled")]).toEqual([true, true, true]);
});
