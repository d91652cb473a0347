import type { Refuses } from "#server/platform/refusal.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { notify } from "#server/notifications/public.ts";
import { lockOrdersOf, orderById, recordFulfillment } from "#server/orders/public.ts";
import { planCharges } from "../billing/plan-charges.ts";

type Deps = Pick<Services, "clock" | "content"> & { readonly db: Database };

/** A parcel as it leaves the pharmacy; `estimatedDelivery` is a day. */
export interface Parcel {
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly trackingUrl: string | null;
  readonly estimatedDelivery: string | null;
}

/**
 * Records that the parcel of a paid order has left and plans the next charges by it. A repeat corrects the tracking. Refuses with
 * `wrong_state` for any other order. Returns true the first time.
 */
export function recordShipped(
  services: Deps & Refuses<"wrong_state">,
  orderId: string,
  parcel: Parcel,
): Promise<boolean> {
  const { db, clock, refuse } = services;
  return inTransaction(db, async (tx) => {
    const patientId = await lockPatientOfOrder(tx, orderId);
    await recordFulfillment(
      { db: tx, clock, refuse },
      orderId,
      "shipped",
      `${parcel.carrier} ${parcel.trackingNumber}`,
    );
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
    if (patientId !== undefined) await planCharges({ ...services, db: tx }, patientId);
    return true;
  });
}

/**
 * Records that the parcel has arrived, plans the next charges by it, and notifies the patient in the app. A repeat changes nothing. Refuses
 * with `wrong_state` for an order that was not shipped.
 */
export function recordDelivered(
  services: Deps & Pick<Services, "secrets"> & Refuses<"wrong_state">,
  orderId: string,
): Promise<void> {
  const { db, clock, refuse } = services;
  return inTransaction(db, async (tx) => {
    const patientId = await lockPatientOfOrder(tx, orderId);
    await recordFulfillment({ db: tx, clock, refuse }, orderId, "delivered");
    await tx
      .updateTable("shipment")
      .set({ delivered_at: clock.now() })
      .where("order_id", "=", orderId)
      .where("delivered_at", "is", null)
      .execute();
    if (patientId !== undefined) await planCharges({ ...services, db: tx }, patientId);
    const order = await orderById(tx, orderId);
    if (order)
      await notify(
        { ...services, db: tx },
        {
          patientId: order.patient_id,
          template: "order_delivered",
          values: { ordernumber: order.number ?? "", orderid: orderId },
          dedupeKey: orderId,
        },
      );
  });
}

/** Takes the order lock of the patient an order belongs to. Returns that patient's id. */
async function lockPatientOfOrder(tx: Tx, orderId: string): Promise<string | undefined> {
  const order = await orderById(tx, orderId);
  if (order) await lockOrdersOf(tx, order.patient_id);
  return order?.patient_id;
}
