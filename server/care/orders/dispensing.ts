import type { Dispensing } from "#contract/care/packed-lines.ts";
import type { Database } from "#server/platform/database/open.ts";
import { linesOf } from "#server/orders/public.ts";
import { orderFillRows, parcelOf, parcelRows } from "#server/prescriptions/public.ts";

/** What was packed and sent of orders, by order, as the pharmacy sees it; a fixed number of queries. */
export async function dispensingOf(
  db: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Dispensing>> {
  if (orderIds.length === 0) return new Map();
  const [lines, parcels, fills] = await Promise.all([
    linesOf(db, orderIds),
    parcelRows(db, [...orderIds]).execute(),
    orderFillRows(db, [...orderIds]).execute(),
  ]);
  return new Map(
    orderIds.map((id) => [
      id,
      {
        lines: lines
          .filter(({ order_id, cancelled_at }) => order_id === id && cancelled_at === null)
          .map((line) => {
            const parcel = parcelOf(line, parcels, fills)?.parcel ?? null;
            const fill = fills.find(
              (each) => each.order_id === id && each.line === line.line && each.parcel === parcel,
            );
            return {
              pricingid: line.pricing_id,
              packedat: fill?.packed_at.toISOString() ?? null,
              lotnumber: fill?.lot_number ?? null,
              expireson: fill?.expires_on ?? null,
              parcel,
            };
          }),
        parcels: parcels
          .filter(({ order_id }) => order_id === id)
          .map((row) => ({
            parcel: row.parcel,
            carrier: row.carrier,
            trackingnumber: row.tracking_number,
            shippedat: row.shipped_at.toISOString(),
            deliveredat: row.delivered_at?.toISOString() ?? null,
            returnedat: row.returned_at?.toISOString() ?? null,
            returnreason: row.return_reason as Dispensing["parcels"][number]["returnreason"],
          })),
      },
    ]),
  );
}
