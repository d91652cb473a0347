import type { VoidReason } from "#contract/care/packed-lines.ts";
import { linesOf, reopenReturnedOrder } from "#server/orders/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { TxServices } from "#server/platform/services.ts";
import {
  fillIn,
  giveFillBack,
  leftWith,
  loadDispensedBoxes,
  orderFillRows,
  parcelRows,
} from "#server/prescriptions/public.ts";
import { planCharges } from "../calendar/plan-charges.ts";
import { earliestCharge } from "../charge-days.ts";
import { rescheduledTo, updatePrescriptionOrders } from "../queries.ts";

/** What is voided, and by whom, as they are called now. */
export interface VoidedFill {
  readonly line: number;
  /** The parcel it left in. */
  readonly parcel: number;
  readonly reason: VoidReason;
  readonly note: string;
  /** Its line is to be sent again. */
  readonly resends: boolean;
  readonly actor: string;
  readonly actorName: string | null;
  /** The lot that was in the parcel instead of the one that was recorded; null where something else was wrong. */
  readonly lot: { readonly lotNumber: string; readonly expiresOn: string | null } | null;
}

/**
 * Voids what was recorded as dispensed of an order's line: it counts as nothing the patient has, and the next charges are planned without it. Its line waits at
 * the pharmacy again, in an order that is paid where nothing else of it has left; or it isn't sent any more, and its fill is the prescription's again. With
 * `lot`, what was in the parcel takes its place, and everything counts as before. Returns the id of what was voided. The caller holds the patient's order lock.
 */
export async function recordVoidedFill(
  tx: TxServices,
  { orderId, patientId }: { readonly orderId: string; readonly patientId: string },
  voided: VoidedFill,
): Promise<string> {
  const { db, clock } = tx;
  const now = clock.now();
  const fill = await recordedFill(tx, orderId, voided);
  await db
    .updateTable("order_fill")
    .set({
      ...{ voided_at: now, voided_by: voided.actor, voided_by_name: voided.actorName },
      ...{ void_reason: voided.reason, void_note: voided.note, void_resends: voided.resends || voided.lot !== null },
    })
    .where("id", "=", fill.id)
    .execute();
  if (voided.lot !== null) {
    await recordRightLot(db, fill, { ...voided.lot, note: voided.note, now });
    return fill.id;
  }
  if (voided.resends) {
    const [lines, parcels, fills] = [
      await linesOf(db, [orderId]),
      await parcelRows(db, [orderId]).execute(),
      await orderFillRows(db, [orderId]).execute(),
    ];
    const hasOthers = parcels.some(
      (parcel) => parcel.returned_at === null && lines.some((line) => fillInOrUnrecorded(line, parcel, fills)),
    );
    await reopenReturnedOrder(db, orderId, hasOthers ? "shipped" : "paid", now);
  } else {
    const line = { order_id: orderId, line: voided.line };
    const productId = await giveFillBack(db, line);
    await chargeWhatNobodyHas(tx, patientId, productId);
  }
  await planCharges(tx, patientId);
  return fill.id;
}

type Lines = Awaited<ReturnType<typeof linesOf>>;
type Parcels = Awaited<ReturnType<ReturnType<typeof parcelRows>["execute"]>>;
type Fills = Awaited<ReturnType<ReturnType<typeof orderFillRows>["execute"]>>;

/** Whether a parcel brings a line, recorded or not. */
const fillInOrUnrecorded = (line: Lines[number], parcel: Parcels[number], fills: Fills): boolean =>
  fillIn(line, parcel, fills) !== undefined ||
  (fills.every((fill) => fill.parcel !== parcel.parcel) && leftWith(line, parcel, fills));

/** The row of what left. Of a parcel whose lines nobody recorded, all of them are now: else voiding one would void the others. */
async function recordedFill({ db }: TxServices, orderId: string, { line, parcel }: VoidedFill) {
  const find = () =>
    db
      .selectFrom("order_fill")
      .selectAll()
      .where("order_id", "=", orderId)
      .where("line", "=", line)
      .where("parcel", "=", parcel)
      .where("voided_at", "is", null);
  const found = await find().executeTakeFirst();
  if (found) return found;
  const [sent] = (await parcelRows(db, [orderId]).execute()).filter((each) => each.parcel === parcel);
  const inside = sent ? (await linesOf(db, [orderId])).filter((each) => leftWith(each, sent, [])) : [];
  if (sent)
    for (const each of inside)
      await db
        .insertInto("order_fill")
        .values({ id: newId(), order_id: orderId, line: each.line, packed_at: sent.shipped_at, parcel })
        .execute();
  return find().executeTakeFirstOrThrow();
}

/** What was in the parcel, in place of what was voided: the same boxes, of another lot. */
async function recordRightLot(
  db: Tx,
  fill: Awaited<ReturnType<typeof recordedFill>>,
  {
    lotNumber,
    expiresOn,
    note,
    now,
  }: {
    readonly lotNumber: string;
    readonly expiresOn: string | null;
    readonly note: string;
    readonly now: Date;
  },
): Promise<void> {
  const { packer, verifier } = fill;
  const id = newId();
  const matched = packer === null ? null : "vouched";
  await db
    .insertInto("order_fill")
    .values({
      ...{ id, order_id: fill.order_id, line: fill.line, parcel: fill.parcel, packed_at: now },
      ...{ lot_number: lotNumber, expires_on: expiresOn, matched, uncoded_reason: matched && note },
      ...{ packer, packer_name: fill.packer_name },
      ...{ verifier, verifier_name: fill.verifier_name, verified_at: fill.verified_at },
    })
    .execute();
  const boxes = await db.selectFrom("packed_box").selectAll().where("fill_id", "=", fill.id).orderBy("id").execute();
  // Their serials are those of the boxes whose codes were scanned; these were others.
  const rows = boxes.map(({ gtin, ndc, whole }) => ({
    ...{ id: newId(), fill_id: id, gtin, ndc, whole, serial: null, lot_number: lotNumber, expires_on: expiresOn },
  }));
  if (rows.length > 0) await db.insertInto("packed_box").values(rows).execute();
}

/** Where nothing else of a medicine was ever sent, its next box is due: no day of an earlier one is left to plan it by. What the patient was notified of stays. */
async function chargeWhatNobodyHas(tx: TxServices, patientId: string, productId: string): Promise<void> {
  const boxes = await loadDispensedBoxes(tx.db, patientId, tx.content.brand.timezone);
  if (boxes.has(productId)) return;
  const day = earliestCharge(clinicToday(tx));
  const due = await tx.db
    .selectFrom("prescription_order")
    .innerJoin("subscription", "subscription.id", "prescription_order.subscription_id")
    .select("prescription_order.id")
    .where("subscription.patient_id", "=", patientId)
    .where("subscription.product_id", "=", productId)
    .where("prescription_order.status", "=", "scheduled")
    .where("charge_on", ">", day)
    .where("reminded_on", "is", null)
    .where("moved_from", "is", null)
    .execute();
  const ids = due.map(({ id }) => id);
  if (ids.length > 0) await updatePrescriptionOrders(tx.db, ids, rescheduledTo(day));
}
