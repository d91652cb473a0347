import { defaultShippingAddress } from "#server/addresses/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Services } from "#server/platform/services.ts";
import { isToSend, orderFillRows, parcelRows } from "#server/prescriptions/public.ts";
import { linesOf } from "./orders.ts";
import { sealShipTo } from "./shipping-address.ts";

/**
 * What came back is sent again to the address the patient has now. Only within the state it was ordered for: its tax and its doctor's license are
 * that state's. Any other order keeps the address it was placed with.
 */
export async function redirectReturnedOrders(
  { db, secrets, clock }: Pick<Services, "secrets" | "clock"> & { readonly db: Database },
  patientId: string,
): Promise<void> {
  const returned = await db
    .selectFrom("customer_order")
    .innerJoin("shipment", "shipment.order_id", "customer_order.id")
    .select(["customer_order.id", "customer_order.shipping_state"])
    .distinct()
    .where("patient_id", "=", patientId)
    .where("status", "in", orderStates.toSend.list)
    .where("shipment.returned_at", "is not", null)
    .execute();
  if (returned.length === 0) return;
  const address = await defaultShippingAddress({ db, secrets }, patientId);
  const ids = returned.filter(({ shipping_state }) => shipping_state === address?.state).map(({ id }) => id);
  if (address === null || ids.length === 0) return;
  const [lines, parcels, fills] = [
    await linesOf(db, ids),
    await parcelRows(db, ids).execute(),
    await orderFillRows(db, ids).execute(),
  ];
  for (const id of ids) {
    const isWaiting = lines.some((line) => line.order_id === id && isToSend(line, parcels, fills));
    if (isWaiting)
      await db
        .updateTable("customer_order")
        .set({ shipping_address_sealed: sealShipTo(secrets, id, address), updated_at: clock.now() })
        .where("id", "=", id)
        .execute();
  }
}
