import { formatShortMonthDay } from "#contract/fields/formats.ts";
import { Track, type TrackStop } from "#app/ui/data/track.tsx";
import type { Order } from "#contract/orders/orders.ts";
import type { Shipment } from "./order-timeline.tsx";
import { type Dates, useDates } from "#app/formats/use-dates.ts";

type Entry = Order["timeline"][number];
type TrackedOrder = Pick<Order, "number" | "status" | "timeline" | "detail">;

/** Orders that move: one that was refused, cancelled or refunded has no way to go. */
const movingStatuses: readonly Order["status"][] = ["authorized", "paid", "shipped", "delivered"];
const endEvents: readonly Entry["event"][] = ["declined", "voided", "cancelled"];

/** Whether it comes, or came. */
export const isTracked = ({ status, timeline }: Pick<Order, "status" | "timeline">): boolean =>
  movingStatuses.includes(status) && !timeline.some(({ event }) => endEvents.includes(event));

/**
 * The four stops of an order on its way to the patient, read from its timeline: reviewed or paid, being prepared, on its way, delivered. Null
 * where it does not come.
 */
export function trackStops(
  order: Omit<TrackedOrder, "number">,
  shipment: Shipment | null,
  { formatMonthDayOf }: Pick<Dates, "formatMonthDayOf">,
): readonly TrackStop[] | null {
  if (!isTracked(order)) return null;
  const { timeline, detail } = order;
  const done = (event: Entry["event"]) => timeline.find((entry) => entry.event === event && entry.state === "done");
  const isReviewed = timeline.some(({ event }) => event === "in_review");
  const isPrescribed = detail.some(({ prescription }) => prescription);
  const begun = done(isReviewed ? "approved" : "paid");
  const dayOf = (entry: Entry | undefined) => (entry?.at ? formatMonthDayOf(entry.at) : undefined);
  const [shipped, delivered] = [done("shipped"), done("delivered")];
  const reached = delivered ? 4 : shipped ? 2 : begun ? 1 : 0;
  const expected = shipment?.estimateddelivery ? `by ${formatShortMonthDay(shipment.estimateddelivery)}` : undefined;
  const stops = [
    { label: isReviewed ? "In review" : "Paid", detail: dayOf(begun) },
    { label: isPrescribed ? "At the pharmacy" : "Being packed", detail: dayOf(done("pharmacy")) },
    { label: "On its way", detail: dayOf(shipped) },
    { label: "Delivered", detail: delivered ? dayOf(delivered) : shipped && expected },
  ];
  return stops.map((stop, index) => ({
    ...stop,
    state: index < reached ? "done" : index === reached ? "current" : "todo",
  }));
}

const trackedEvents: readonly Entry["event"][] = [
  "authorized",
  "paid",
  "in_review",
  "approved",
  "pharmacy",
  "shipped",
  "delivered",
];

/** Whether the timeline tells of something the stops don't: a refusal, a cancellation, money back. */
export const hasMoreThanStops = ({ timeline }: Pick<TrackedOrder, "timeline">): boolean =>
  timeline.some(({ event }) => !trackedEvents.includes(event));

/** Where an order is; renders nothing for one that does not come. */
export function OrderTrack({ order, shipment }: { order: TrackedOrder; shipment: Shipment | null }) {
  const stops = trackStops(order, shipment, useDates());
  return stops && <Track label={order.number ? `Order ${order.number}` : "Your order"} stops={stops} />;
}
