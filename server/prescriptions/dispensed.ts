import { sql } from "kysely";
import { dayIn } from "#contract/formats.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Box } from "./timeline.ts";

export interface DispensedBox extends Box {
  readonly orderId: string;
}

/**
 * The boxes of each product a patient was sent, is being sent or is just ordering, whatever way they were ordered. An order that came to
 * nothing is not counted; one that was refunded is, once it had left. `timezone` is the practice's.
 */
export async function dispensedTo(
  db: Database,
  patientId: string,
  timezone: string,
): Promise<ReadonlyMap<string, readonly DispensedBox[]>> {
  const { rows } = await sql<{
    order_id: string;
    product_id: string;
    days: number;
    placed_at: Date;
    shipped_at: Date | null;
    delivered_at: Date | null;
  }>`select l.order_id, l.product_id, l.days_supply * l.quantity as days, o.placed_at, s.shipped_at, s.delivered_at
    from customer_order o join order_line l on l.order_id = o.id left join shipment s on s.order_id = o.id
    where o.patient_id = ${patientId} and o.status not in ('failed', 'voided', 'cancelled')
      and (s.order_id is not null or (o.status <> 'refunded' and l.cancelled_at is null))
    order by o.placed_at, l.line`.execute(db);
  const day = (at: Date | null) => at && dayIn(timezone, at);
  const boxes = rows.map((row) => ({
    productId: row.product_id,
    box: {
      orderId: row.order_id,
      days: row.days,
      orderedOn: dayIn(timezone, row.placed_at),
      shippedOn: day(row.shipped_at),
      deliveredOn: day(row.delivered_at),
    },
  }));
  const byProduct = Map.groupBy(boxes, ({ productId }) => productId);
  return new Map([...byProduct].map(([productId, found]) => [productId, found.map(({ box }) => box)]));
}
