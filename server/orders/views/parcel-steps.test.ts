import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { orderTimeline, type TimelineFacts } from "./order-timeline.ts";
import { type ParcelFacts, parcelSteps } from "./parcel-steps.ts";

const content = await shippedContent();
const day = (number: number) => new Date(Date.UTC(2026, 4, number));
const line = (number: number, name: string, cancelled: number | null = null) => ({
  ...{ order_id: "o", line: number, name, cancelled_at: cancelled === null ? null : day(cancelled) },
});
const parcel = (number: number, shipped: number, values: { delivered?: number; returned?: number } = {}) => ({
  ...{ order_id: "o", parcel: number, carrier: "UPS", tracking_number: `1Z${number}`, shipped_at: day(shipped) },
  delivered_at: values.delivered === undefined ? null : day(values.delivered),
  returned_at: values.returned === undefined ? null : day(values.returned),
});
const packed = (...pairs: readonly (readonly [line: number, parcel: number])[]) =>
  pairs.map(([of, into]) => ({ order_id: "o", line: of, parcel: into }));
const facts = (values: object): ParcelFacts =>
  ({ lines: [line(1, "Zinc"), line(2, "Iron")], parcels: [], fills: [], ...values }) as unknown as ParcelFacts;
const shown = (status: Parameters<typeof parcelSteps>[1], values: object) =>
  parcelSteps(content, status, facts(values))?.map(
    ({ event, state, at, detail, label }) => `${event} ${state} ${at?.slice(8, 10) ?? "-"} ${detail ?? "-"} ${label}`,
  ) ?? null;

describe("an order's parcels are told where one step can't tell them", () => {
  const both = packed([1, 1], [2, 1]);
  test.each<[string, Parameters<typeof parcelSteps>[1], object, readonly string[] | null]>([
    ["not before one has left", "paid", {}, null],
    ["nor where one brings all", "shipped", { parcels: [parcel(1, 3)], fills: both }, null],
    ["nor where it arrived", "delivered", { parcels: [parcel(1, 3, { delivered: 5 })], fills: both }, null],
    [
      "nor where the rest is cancelled",
      "shipped",
      { lines: [line(1, "Zinc"), line(2, "Iron", 1)], parcels: [parcel(1, 3)], fills: packed([1, 1]) },
      null,
    ],
    [
      "where a part has left",
      "shipped",
      { parcels: [parcel(1, 3)], fills: packed([1, 1]) },
      ["parcel_shipped done 03 UPS 1Z1 Shipped: Zinc", "shipped current - - Still to ship: Iron"],
    ],
    [
      "where a part has left and arrived",
      "shipped",
      { parcels: [parcel(1, 3, { delivered: 5 })], fills: packed([2, 1]) },
      [
        "parcel_shipped done 03 UPS 1Z1 Shipped: Iron",
        "parcel_delivered done 05 - That package was delivered",
        "shipped current - - Still to ship: Zinc",
      ],
    ],
    [
      "where the rest followed, in the order of their days",
      "shipped",
      { parcels: [parcel(1, 3, { delivered: 6 }), parcel(2, 4)], fills: packed([1, 1], [2, 2]) },
      [
        "parcel_shipped done 03 UPS 1Z1 Shipped: Zinc",
        "shipped done 04 UPS 1Z2 Shipped: Iron",
        "parcel_delivered done 06 - That package was delivered",
      ],
    ],
    [
      "where all of it arrived, by the last step",
      "delivered",
      { parcels: [parcel(1, 3, { delivered: 5 }), parcel(2, 4, { delivered: 6 })], fills: packed([1, 1], [2, 2]) },
      [
        "parcel_shipped done 03 UPS 1Z1 Shipped: Zinc",
        "shipped done 04 UPS 1Z2 Shipped: Iron",
        "parcel_delivered done 05 - That package was delivered",
      ],
    ],
    [
      "where it came back",
      "paid",
      { parcels: [parcel(1, 3, { returned: 7 })], fills: both },
      [
        "parcel_shipped done 03 UPS 1Z1 Shipped",
        "parcel_returned done 07 - The carrier brought the package back to us",
        "shipped current - - Shipping again",
      ],
    ],
    [
      "where it was sent again",
      "shipped",
      { parcels: [parcel(1, 3, { returned: 7 }), parcel(2, 8)], fills: packed([1, 1], [2, 1], [1, 2], [2, 2]) },
      [
        "parcel_shipped done 03 UPS 1Z1 Shipped",
        "parcel_returned done 07 - The carrier brought the package back to us",
        "shipped done 08 UPS 1Z2 Shipped again",
      ],
    ],
    [
      "where a refunded one came back",
      "refunded",
      { parcels: [parcel(1, 3, { returned: 7 })], fills: both },
      [
        "parcel_shipped done 03 UPS 1Z1 Shipped",
        "parcel_returned done 07 - The carrier brought the package back to us",
      ],
    ],
  ])("%s", (_, status, values, expected) => expect(shown(status, values)).toEqual(expected));
});

test("while something is left to send, nothing after it has begun", () => {
  const sent = facts({ parcels: [parcel(1, 3)], fills: packed([1, 1]) });
  const order: TimelineFacts = {
    ...{ status: "shipped", manualCapture: false, isUpsell: false, prescription: true, cancelledAt: null, refunds: [] },
  };
  const events = ["paid", "pharmacy", "shipped"].map((event, index) => ({ event, at: day(index + 1), detail: null }));
  const states = (values: Partial<TimelineFacts>) =>
    orderTimeline(content, { ...order, ...values }, events).map(({ event, state }) => `${event} ${state}`);
  expect(states({})).toEqual(["paid done", "pharmacy done", "shipped done", "delivered current"]);
  expect(states({ sent })).toEqual([
    ...["paid done", "pharmacy done", "parcel_shipped done", "shipped current", "delivered todo"],
  ]);
  const whole = facts({ parcels: [parcel(1, 3)], fills: packed([1, 1], [2, 1]) });
  expect(states({ sent: whole })).toEqual(states({}));
});
