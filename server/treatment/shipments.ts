import type { Selectable } from "kysely";
import type * as z from "zod/mini";
import type { Shipment } from "#contract/entities.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";

type Row = Selectable<Tables["shipment"]>;

/** The parcels of orders, by order. */
export async function shipmentsOf(
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, z.output<typeof Shipment>>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("shipment")
    .selectAll()
    .where("order_id", "in", [...orderIds])
    .execute();
  return new Map(rows.map((row) => [row.order_id, presentShipment(row)]));
}

const presentShipment = (row: Row): z.output<typeof Shipment> => ({
  carrier: row.carrier,
  trackingnumber: row.tracking_number,
  trackingurl: row.tracking_url,
  shippedat: row.shipped_at.toISOString(),
  estimateddelivery: row.estimated_delivery,
  deliveredat: row.delivered_at?.toISOString() ?? null,
});
