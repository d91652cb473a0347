import { Link } from "#app/ui/link.tsx";
import { Timeline } from "#app/ui/timeline.tsx";
import type { Order } from "#contract/entities.ts";
import { calendarDay, momentText } from "./dates.ts";
import type { Shipment } from "./shipment.ts";

/** The dated way of an order, from payment to her door; `shipment` leads to the carrier. */
export function OrderTimeline({ order, shipment }: { order: Order; shipment: Shipment | null }) {
  return (
    <Timeline
      label={order.number ? `Order ${order.number}` : "Your order"}
      items={order.timeline.map(({ event, label, at, state, detail }) => ({
        title: label,
        state,
        date: at === null ? expected(event, shipment) : momentText(at),
        detail: event === "shipped" && shipment ? <Parcel shipment={shipment} /> : detail,
      }))}
    />
  );
}

const expected = (event: Order["timeline"][number]["event"], shipment: Shipment | null): string | undefined =>
  event === "delivered" && shipment?.estimateddelivery
    ? `Expected ${calendarDay(shipment.estimateddelivery)}`
    : undefined;

function Parcel({ shipment: { carrier, trackingnumber, trackingurl } }: { shipment: Shipment }) {
  return (
    <>
      <p>
        {carrier}, tracking number {trackingnumber}
      </p>
      {trackingurl && (
        <Link standalone external href={trackingurl}>
          Track with {carrier}
        </Link>
      )}
    </>
  );
}
