import { notify } from "#server/notifications/public.ts";
import { linesOf, orderById, recordFulfillment, reopenReturnedOrder } from "#server/orders/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { isToSend, isWhollyVoided, orderFillRows, parcelRows } from "#server/prescriptions/public.ts";
import { planCharges } from "../calendar/plan-charges.ts";

type Deps = Pick<Services, "clock" | "content"> & { readonly db: Database };

/** A parcel as it leaves the pharmacy; `estimatedDelivery` is a day. */
export interface Parcel {
  readonly carrier: string;
  readonly trackingNumber: string;
  readonly trackingUrl: string | null;
  /** No other parcel under way has this number of a carrier's; SQL lets it have no second owner. */
  readonly ownsNumber: boolean;
  readonly estimatedDelivery: string | null;
}

/** A line in a parcel and the lot it was packed from, where known. */
interface ParcelLine {
  readonly line: number;
  readonly lotNumber: string | null;
  readonly expiresOn: string | null;
}

const columnsOf = (parcel: Parcel) => ({
  carrier: parcel.carrier,
  tracking_number: parcel.trackingNumber,
  tracking_url: parcel.trackingUrl,
  owns_number: parcel.ownsNumber,
  estimated_delivery: parcel.estimatedDelivery,
});
const trackingText = ({ carrier, trackingNumber }: Parcel) => `${carrier} ${trackingNumber}`;

/**
 * Records that a parcel of a paid order has left with these lines, and plans the next charges by it. Returns its number in the order. Refuses with
 * `wrong_state` for any other order.
 */
export function recordShipped(
  services: Deps & Refuses<"wrong_state">,
  orderId: string,
  parcel: Parcel,
  lines: readonly ParcelLine[],
): Promise<number> {
  const { clock } = services;
  return inTransaction(services, async (tx) => {
    const patientId = await lockPatientOfOrder(tx.db, orderId);
    await recordFulfillment(tx, orderId, "shipped", trackingText(parcel));
    const before = await parcelRows(tx.db, [orderId]).execute();
    const number = (before.at(-1)?.parcel ?? 0) + 1;
    const now = clock.now();
    await tx.db
      .insertInto("shipment")
      .values({ order_id: orderId, parcel: number, ...columnsOf(parcel), shipped_at: now })
      .execute();
    for (const { line, lotNumber, expiresOn } of lines) {
      const lot = { lot_number: lotNumber, expires_on: expiresOn };
      const packed = await tx.db
        .updateTable("order_fill")
        .set({ ...lot, parcel: number })
        .where("order_id", "=", orderId)
        .where("line", "=", line)
        .where("parcel", "is", null)
        .returning("id")
        .executeTakeFirst();
      if (!packed)
        await tx.db
          .insertInto("order_fill")
          .values({ id: newId(), order_id: orderId, line, ...lot, packed_at: now, parcel: number })
          .execute();
    }
    if (patientId !== undefined) await planCharges(tx, patientId);
    return number;
  });
}

/** Corrects the tracking of a parcel that has not arrived. Refuses with `wrong_state` for an order that is not on its way. */
export function correctShipment(
  services: Pick<Deps, "db" | "clock"> & Refuses<"wrong_state">,
  orderId: string,
  number: number,
  parcel: Parcel,
): Promise<void> {
  return inTransaction(services, async (tx) => {
    await lockPatientOfOrder(tx.db, orderId);
    const order = await orderById(tx.db, orderId);
    if (order?.status !== "shipped") throw tx.refuse("wrong_state");
    await recordFulfillment(tx, orderId, "shipped", trackingText(parcel));
    await tx.db
      .updateTable("shipment")
      .set(columnsOf(parcel))
      .where("order_id", "=", orderId)
      .where("parcel", "=", number)
      .execute();
  });
}

/**
 * Records that the parcels under way have arrived, plans the next charges by it, and notifies the patient in the app. The order is delivered once
 * nothing of it is left to send. A repeat changes nothing. Refuses with `wrong_state` for an order that was not shipped.
 */
export function recordDelivered(
  services: Deps & Pick<Services, "secrets"> & Refuses<"wrong_state">,
  orderId: string,
): Promise<void> {
  const { clock, refuse } = services;
  return inTransaction(services, async (tx) => {
    const patientId = await lockPatientOfOrder(tx.db, orderId);
    const { unsent, fills } = await unsentLines(tx.db, orderId);
    if (unsent.length === 0) await recordFulfillment(tx, orderId, "delivered");
    const arrived = await tx.db
      .updateTable("shipment")
      .set({ delivered_at: clock.now() })
      .where("order_id", "=", orderId)
      .where("delivered_at", "is", null)
      .where("returned_at", "is", null)
      .returning("parcel")
      .execute();
    const parcels = await parcelRows(tx.db, [orderId]).execute();
    const hasArrived = parcels.some(({ delivered_at, returned_at }) => delivered_at !== null && returned_at === null);
    if (unsent.length > 0 && !hasArrived) throw refuse("wrong_state");
    // What came back after it had arrived, or was wrong, arrives a second time, and is told of again.
    const arrivedBefore = parcels.filter(
      (parcel) => parcel.delivered_at !== null && (parcel.returned_at !== null || isWhollyVoided(parcel, fills)),
    );
    const whole = arrivedBefore.length === 0 ? orderId : `${orderId}:again:${arrivedBefore.length}`;
    if (patientId !== undefined) await planCharges(tx, patientId);
    const order = await orderById(tx.db, orderId);
    const newest = arrived.reduce((most, { parcel }) => Math.max(most, parcel), 0);
    if (order && (newest > 0 || unsent.length === 0))
      await notify(tx, {
        patientId: order.patient_id,
        template: unsent.length === 0 ? "order_delivered" : "order_part_delivered",
        values: { ordernumber: order.number ?? "", orderid: orderId },
        dedupeKey: unsent.length === 0 ? whole : `${orderId}:${newest}`,
      });
  });
}

/** Whether a parcel came back just now, had come back before, or none such is under way. */
type ReturnOutcome = "returned" | "returned_before" | "not_under_way";

/**
 * Records that a carrier brought a parcel back: nothing of it counts as medicine the patient has, and its lines wait for the pharmacy again. An order
 * with nothing else on its way or arrived is one that is paid and to be sent. The next charges are planned again. `number` null: the newest under way; one that has
 * arrived comes back only by its number, so that a repeat never takes another one.
 */
export function recordReturned(
  services: Deps,
  orderId: string,
  {
    number,
    reason,
  }: { readonly number: number | null; readonly reason: NonNullable<Tables["shipment"]["return_reason"]> },
): Promise<ReturnOutcome> {
  const { clock } = services;
  return inTransaction(services, async (tx) => {
    const patientId = await lockPatientOfOrder(tx.db, orderId);
    const parcels = await parcelRows(tx.db, [orderId]).execute();
    const underWay = parcels.filter(({ returned_at, delivered_at }) => returned_at === null && delivered_at === null);
    const parcel =
      number === null ? (underWay.at(-1) ?? parcels.at(-1)) : parcels.find((each) => each.parcel === number);
    if (parcel && parcel.returned_at !== null) return "returned_before";
    if (!parcel || (parcel.delivered_at !== null && number === null)) return "not_under_way";
    const now = clock.now();
    await tx.db
      .updateTable("shipment")
      .set({ returned_at: now, return_reason: reason })
      .where("order_id", "=", orderId)
      .where("parcel", "=", parcel.parcel)
      .execute();
    const hasOthers = parcels.some((other) => other !== parcel && other.returned_at === null);
    await reopenReturnedOrder(tx.db, orderId, hasOthers ? "shipped" : "paid", now);
    if (patientId !== undefined) await planCharges(tx, patientId);
    return "returned";
  });
}

/** The lines of an order that are in no parcel yet, whose parcel came back, or that are to replace what was voided; and how all were packed. */
async function unsentLines(db: Tx, orderId: string) {
  const [lines, parcels, fills] = [
    await linesOf(db, [orderId]),
    await parcelRows(db, [orderId]).execute(),
    await orderFillRows(db, [orderId]).execute(),
  ];
  return { unsent: lines.filter((line) => isToSend(line, parcels, fills)), fills };
}

/** Takes the order lock of the patient an order belongs to. Returns that patient's id. */
async function lockPatientOfOrder(tx: Tx, orderId: string): Promise<string | undefined> {
  const order = await orderById(tx, orderId);
  if (order) await lockPatientOrders(tx, order.patient_id);
  return order?.patient_id;
}
