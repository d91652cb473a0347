import { formatCalendarDay } from "#contract/fields/formats.ts";
import { Link } from "#app/ui/actions/link.tsx";
import { Timeline } from "#app/ui/data/timeline.tsx";
import type { Order } from "#contract/orders/orders.ts";
import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";
import { useDates } from "#app/formats/use-dates.ts";
import type { Treatment } from "#contract/treatment/overview.ts";

export type Shipment = NonNullable<PrescriptionOrder["shipment"]>;

/** The shipment of an order, once it has left the pharmacy. */
export const shipmentOfOrder = (
  { subscriptions }: Pick<Treatment, "subscriptions">,
  orderId: string,
): Shipment | null =>
  subscriptions
    .flatMap(({ prescriptionorders }) => prescriptionorders)
    .find(({ orderid, shipment }) => orderid === orderId && shipment !== null)?.shipment ?? null;

/** The dated steps of an order, from payment to delivery; `shipment` links to the carrier. */
export function OrderTimeline({ order, shipment }: { order: Order; shipment: Shipment | null }) {
  const { formatMoment } = useDates();
  return (
    <Timeline
      label={order.number ? `Order ${order.number}` : "Your order"}
      items={order.timeline.map(({ event, label, at, state, detail }) => ({
        title: label,
        state,
        date: at === null ? expectedDelivery(event, shipment) : formatMoment(at),
        detail: event === "shipped" && shipment ? <ParcelTracking shipment={shipment} /> : detail,
      }))}
    />
  );
}

const expectedDelivery = (event: Order["timeline"][number]["event"], shipment: Shipment | null): string | undefined =>
  event === "delivered" && shipment?.estimateddelivery
    ? `Expected ${formatCalendarDay(shipment.estimateddelivery)}`
    : undefined;

/** Who carries a parcel, and where to follow it. */
export function ParcelTracking({ shipment: { carrier, trackingnumber, trackingurl } }: { shipment: Shipment }) {
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
