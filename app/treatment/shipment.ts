import type { PrescriptionOrder } from "#contract/entities.ts";
import type { Treatment } from "#contract/treatment.ts";

export type Shipment = NonNullable<PrescriptionOrder["shipment"]>;

/** The shipment of an order, once it has left the pharmacy. */
export const shipmentOfOrder = (
  { subscriptions }: Pick<Treatment, "subscriptions">,
  orderId: string,
): Shipment | null =>
  subscriptions
    .flatMap(({ prescriptionorders }) => prescriptionorders)
    .find(({ orderid, shipment }) => orderid === orderId && shipment !== null)?.shipment ?? null;
