import type { Selectable } from "kysely";
import type * as z from "zod/mini";
import type { Shipment } from "#contract/orders/orders.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { parcelRows } from "#server/prescriptions/public.ts";

type Row = Selectable<Tables["shipment"]>;

/** The newest parcel of each order that did not come back, by order. */
export async function loadShipments(
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, z.output<typeof Shipment>>> {
  return orderIds.length === 0 ? new Map() : presentShipments(await parcelRows(db, [...orderIds]).execute());
}

/** As `loadShipments`, of rows in the order the parcels left. */
export const presentShipments = (rows: readonly Row[]): ReadonlyMap<string, z.output<typeof Shipment>> =>
  new Map(rows.filter(({ returned_at }) => returned_at === null).map((row) => [row.order_id, presentShipment(row)]));

const presentShipment = (row: Row): z.output<typeof Shipment> => ({
  carrier: row.carrier,
  trackingnumber: row.tracking_number,
  trackingurl: row.tracking_url,
  shippedat: row.shipped_at.toISOString(),
  estimateddelivery: row.estimated_delivery,
  deliveredat: row.delivered_at?.toISOString() ?? null,
});
