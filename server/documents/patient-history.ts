import type { Selectable } from "kysely";
import type { VoidReason } from "#contract/care/packed-lines.ts";
import { loadChart, type ChartedPrescription, type ChartedVisit } from "#server/care/public.ts";
import { paidOrdersOf, type PaidOrder } from "#server/orders/public.ts";
import { movementsOf, type Movement } from "#server/payment/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Services } from "#server/platform/services.ts";
import { fillIn, orderFillRows, parcelOf, parcelRows, sentNdcRows } from "#server/prescriptions/public.ts";

/** What a patient bought, what was prescribed, and what was sent. */
export interface PatientHistory {
  readonly orders: readonly PaidOrder[];
  readonly movements: readonly Movement[];
  readonly visits: readonly ChartedVisit[];
  readonly prescriptions: readonly ChartedPrescription[];
  /** The parcel of each line that was sent and did not come back, by `lineKey`. */
  readonly shipments: ReadonlyMap<string, Shipment>;
  /** What was recorded as sent and voided since, with the `lineKey` of its line, in the order it was sent. */
  readonly voided: readonly VoidedShipment[];
}

export interface VoidedShipment extends Shipment {
  readonly id: string;
  readonly lineKey: string;
  readonly voidedAt: Date;
  /** As they were called then; null where a system named nobody. */
  readonly voidedBy: string | null;
  readonly reason: VoidReason;
}

export interface Shipment {
  readonly shippedAt: Date;
  readonly deliveredAt: Date | null;
  readonly carrier: string;
  readonly trackingNumber: string;
  /** Of the boxes of this line that were scanned into it; none where they were typed. */
  readonly ndcs: readonly string[];
  /** Of several lots the one that ends first; null where nobody recorded it. */
  readonly lotNumber: string | null;
  readonly expiresOn: string | null;
  /** Who filled this line and who verified it; null where nobody was named. */
  readonly filledBy: string | null;
  readonly verifiedBy: string | null;
}

/** Of an order's line. */
export const lineKey = ({ order_id, line }: { readonly order_id: string; readonly line: number }): string =>
  `${order_id}:${line}`;

/** Runs a fixed number of queries, however much the patient bought. */
export async function loadPatientHistory(
  services: Pick<Services, "secrets" | "clock" | "content"> & { readonly db: Database },
  patientId: string,
): Promise<PatientHistory> {
  const [orders, movements, chart] = await Promise.all([
    paidOrdersOf(services, patientId),
    movementsOf(services.db, patientId),
    loadChart(services, patientId),
  ]);
  const ids = orders.map(({ id }) => id);
  if (ids.length === 0) return { orders, movements, ...chart, shipments: new Map(), voided: [] };
  const [parcels, fills, boxes] = await Promise.all([
    parcelRows(services.db, ids).execute(),
    orderFillRows(services.db, ids).execute(),
    sentNdcRows(services.db, ids).execute(),
  ]);
  const shipments = new Map(
    orders
      .flatMap(({ lines }) => lines)
      .flatMap((line) => {
        const parcel = parcelOf(line, parcels, fills);
        if (!parcel) return [];
        const own = boxes.filter((box) => lineKey(box) === lineKey(line) && box.parcel === parcel.parcel);
        const fill = fillIn(line, parcel, fills);
        return [[lineKey(line), toShipment(parcel, own, fill)] as const];
      }),
  );
  const voided = fills.flatMap((fill) => {
    const { voided_at: voidedAt, void_reason: reason } = fill;
    const parcel = parcels.find((each) => each.order_id === fill.order_id && each.parcel === fill.parcel);
    if (!parcel || voidedAt === null || reason === null) return [];
    return {
      ...toShipment(parcel, [], fill),
      ...{ id: `${lineKey(fill)}:${voidedAt.toISOString()}`, lineKey: lineKey(fill) },
      ...{ voidedAt, voidedBy: fill.voided_by_name, reason },
    };
  });
  voided.sort((one, other) => one.shippedAt.getTime() - other.shippedAt.getTime());
  return { orders, movements, ...chart, shipments, voided };
}

const toShipment = (
  row: {
    readonly shipped_at: Date;
    readonly delivered_at: Date | null;
    readonly carrier: string;
    readonly tracking_number: string;
  },
  boxes: readonly { readonly ndc: string }[],
  fill:
    | Pick<Selectable<Tables["order_fill"]>, "packer_name" | "verifier_name" | "lot_number" | "expires_on">
    | undefined,
): Shipment => ({
  shippedAt: row.shipped_at,
  deliveredAt: row.delivered_at,
  carrier: row.carrier,
  trackingNumber: row.tracking_number,
  ndcs: boxes.map(({ ndc }) => ndc),
  lotNumber: fill?.lot_number ?? null,
  expiresOn: fill?.expires_on ?? null,
  filledBy: fill?.packer_name ?? null,
  verifiedBy: fill?.verifier_name ?? null,
});

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
