import type { Selectable } from "kysely";
import type * as z from "zod/mini";
import type { Shipment } from "#contract/entities.ts";
import { transact, type Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Services } from "#server/platform/services.ts";
import { notify } from "#server/notifications/public.ts";
import { orderById, recordProgress } from "#server/store/public.ts";

type Parts = Pick<Services, "clock"> & { readonly db: Database };
type Row = Selectable<Tables["shipment"]>;

/** A parcel as it leaves the pharmacy; `estimatedDelivery` is a day. */
export interface Parcel {
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly trackingUrl: string | null;
  readonly estimatedDelivery: string | null;
}

/** A paid order's parcel has left; again, its tracking is corrected. Any other order is `wrong_state`. True the first time. */
export function recordShipped({ db, clock }: Parts, orderId: string, parcel: Parcel): Promise<boolean> {
  return transact(db, async (tx) => {
    await recordProgress({ db: tx, clock }, orderId, "shipped", `${parcel.carrier} ${parcel.trackingNumber}`);
    const columns = {
      carrier: parcel.carrier,
      tracking_number: parcel.trackingNumber,
      tracking_url: parcel.trackingUrl,
      estimated_delivery: parcel.estimatedDelivery,
    };
    const changed = await tx
      .updateTable("shipment")
      .set(columns)
      .where("order_id", "=", orderId)
      .returning("order_id")
      .executeTakeFirst();
    if (changed) return false;
    await tx
      .insertInto("shipment")
      .values({ order_id: orderId, ...columns, shipped_at: clock.now() })
      .execute();
    return true;
  });
}

/** The parcel has arrived, and her bell says so; again, nothing changes. An order that was not shipped is `wrong_state`. */
export function recordDelivered(parts: Parts & Pick<Services, "content" | "secrets">, orderId: string): Promise<void> {
  const { db, clock } = parts;
  return transact(db, async (tx) => {
    await recordProgress({ db: tx, clock }, orderId, "delivered");
    await tx
      .updateTable("shipment")
      .set({ delivered_at: clock.now() })
      .where("order_id", "=", orderId)
      .where("delivered_at", "is", null)
      .execute();
    const order = await orderById(tx, orderId);
    if (order)
      await notify(
        { ...parts, db: tx },
        {
          patientId: order.patient_id,
          template: "order_delivered",
          values: { ordernumber: order.number ?? "", orderid: orderId },
          dedupeKey: orderId,
        },
      );
  });
}

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
