import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { loadChart, type ChartedPrescription, type ChartedVisit } from "#server/care/public.ts";
import { movementsOf, type Movement } from "#server/payment/public.ts";
import { paidOrdersOf, type PaidOrder } from "#server/orders/public.ts";
import { loadShipments } from "#server/treatment/public.ts";

/** What a patient bought, what was prescribed, and what was sent. */
export interface PatientHistory {
  readonly orders: readonly PaidOrder[];
  readonly movements: readonly Movement[];
  readonly visits: readonly ChartedVisit[];
  readonly prescriptions: readonly ChartedPrescription[];
  readonly shipments: ReadonlyMap<string, Shipment>;
}

export interface Shipment {
  readonly shippedAt: Date;
  readonly deliveredAt: Date | null;
  readonly carrier: string;
  readonly trackingNumber: string;
}

/** Runs a fixed number of queries, however much the patient bought. */
export async function loadPatientHistory(
  services: Pick<Services, "secrets"> & { readonly db: Database },
  patientId: string,
): Promise<PatientHistory> {
  const [orders, movements, chart] = await Promise.all([
    paidOrdersOf(services, patientId),
    movementsOf(services.db, patientId),
    loadChart(services, patientId),
  ]);
  const shipments = await loadShipments(
    services.db,
    orders.map(({ id }) => id),
  );
  const shipmentsByOrder = new Map(
    [...shipments].map(([orderId, shipment]) => [
      orderId,
      {
        shippedAt: new Date(shipment.shippedat),
        deliveredAt: shipment.deliveredat === null ? null : new Date(shipment.deliveredat),
        carrier: shipment.carrier,
        trackingNumber: shipment.trackingnumber,
      },
    ]),
  );
  return { orders, movements, ...chart, shipments: shipmentsByOrder };
}

/**
 * The prescription an order line was filled on: the one written with the order, or the latest of the product before that moment. Undefined
 * for a product that needs none.
 */
export function prescriptionFor(
  prescriptions: readonly ChartedPrescription[],
  line: { readonly orderId: string; readonly productId: string; readonly at: Date },
): ChartedPrescription | undefined {
  const prescriptionsOfProduct = prescriptions.filter(({ productId }) => productId === line.productId);
  return (
    prescriptionsOfProduct.find(({ orderId }) => orderId === line.orderId) ??
    prescriptionsOfProduct.findLast(({ approvedAt }) => approvedAt <= line.at)
  );
}
