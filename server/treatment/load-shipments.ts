import type { Selectable } from "kysely";
import type * as z from "zod/mini";
import type { Shipment } from "#contract/orders/orders.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Ids } from "#server/platform/database/read-together.ts";
import type { Tables } from "#server/platform/database/tables.ts";

type Row = Selectable<Tables["shipment"]>;

/** The parcels of orders, by order. */
export async function loadShipments(
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, z.output<typeof Shipment>>> {
  return orderIds.length === 0 ? new Map() : presentShipments(await shipmentRows(db, [...orderIds]).execute());
}

export const shipmentRows = (db: Database, orderIds: Ids) =>
  db.selectFrom("shipment").selectAll().where("order_id", "in", orderIds);

export const presentShipments = (rows: readonly Row[]): ReadonlyMap<string, z.output<typeof Shipment>> =>
  new Map(rows.map((row) => [row.order_id, presentShipment(row)]));

const presentShipment = (row: Row): z.output<typeof Shipment> => ({
  carrier: row.carrier,
  trackingnumber: row.tracking_number,
  trackingurl: row.tracking_url,
  shippedat: row.shipped_at.toISOString(),
  estimateddelivery: row.estimated_delivery,
  deliveredat: row.delivered_at?.toISOString() ?? null,
});
