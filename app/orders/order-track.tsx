import { Track, type TrackStop } from "#app/ui/data/track.tsx";
import type { Order } from "#contract/orders/orders.ts";
import type { Shipment } from "./order-timeline.tsx";
import { formatMonthDay, formatMonthDayOf } from "#app/formats/dates.ts";

type Entry = Order["timeline"][number];
type TrackedOrder = Pick<Order, "number" | "status" | "timeline" | "detail">;

/** Orders that move: one that was refused, cancelled or refunded has no way to go. */
const movingStatuses: readonly Order["status"][] = ["authorized", "paid", "shipped", "delivered"];
const endEvents: readonly Entry["event"][] = ["declined", "voided", "cancelled"];

/**
 * The four stops of an order on its way to the patient, read from its timeline: reviewed or paid, being prepared, on its way, delivered. Null
 * where it does not come.
 */
export function trackStops(
  { status, timeline, detail }: Omit<TrackedOrder, "number">,
  shipment: Shipment | null,
): readonly TrackStop[] | null {
  if (!movingStatuses.includes(status) || timeline.some(({ event }) => endEvents.includes(event))) return null;
  const done = (event: Entry["event"]) => timeline.find((entry) => entry.event === event && entry.state === "done");
  const isReviewed = timeline.some(({ event }) => event === "in_review");
  const isPrescribed = detail.some(({ prescription }) => prescription);
  const begun = done(isReviewed ? "approved" : "paid");
  const [shipped, delivered] = [done("shipped"), done("delivered")];
  const reached = delivered ? 4 : shipped ? 2 : begun ? 1 : 0;
  const expected = shipment?.estimateddelivery ? `by ${formatMonthDay(shipment.estimateddelivery)}` : undefined;
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

const dayOf = (entry: Entry | undefined): string | undefined => (entry?.at ? formatMonthDayOf(entry.at) : undefined);

/** Where an order is; renders nothing for one that does not come. */
export function OrderTrack({ order, shipment }: { order: TrackedOrder; shipment: Shipment | null }) {
  const stops = trackStops(order, shipment);
  return stops && <Track label={order.number ? `Order ${order.number}` : "Your order"} stops={stops} />;
}
