import { sql } from "kysely";
import type { Dispensing, VoidReason } from "#contract/care/packed-lines.ts";
import { hasReportedDeath, lockOpenAccount } from "#server/auth/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { type LineRow, linesOf, lockOrder, orderById, type OrderRow } from "#server/orders/public.ts";
import { ordersBeingRefunded } from "#server/payment/public.ts";
import { mergedInto } from "#server/persons/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { type Database, inTransaction } from "#server/platform/database/open.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { fillIn, leftWith, orderFillRows, parcelRows } from "#server/prescriptions/public.ts";
import { newTaskDays, openTask } from "#server/tasks/public.ts";
import { recordVoidedFill } from "#server/treatment/public.ts";
import type { Packer } from "./verification.ts";

/** What a call says of a line that was recorded wrongly. */
export interface VoidingInput {
  readonly pricingid: string;
  readonly parcel: number;
  readonly packedat?: string | null | undefined;
  readonly wrong: VoidReason;
  readonly note: string;
  readonly sendagain?: boolean | undefined;
  readonly lotnumber?: string | undefined;
  readonly expireson?: string | undefined;
}

/**
 * Voids what was recorded as dispensed of a line after it left, and tells the patient not to use it before they've talked with the pharmacist; of a wrong lot the
 * right one takes its place, nothing the patient has changes, and nobody is told. No money moves. The same person's repeat changes nothing. `conflict` where
 * somebody else voided it first; `wrong_state` where the parcel came back, the line never was in it, or it was recorded anew meanwhile, and where another box is
 * asked for that may not leave. `bad_request` for a wrong lot without the right one.
 */
export function voidFill(
  services: Services & Refuses<"wrong_state" | "conflict">,
  orderId: string,
  { input, pharmacist }: { readonly input: VoidingInput; readonly pharmacist: Packer },
): Promise<void> {
  const { refuse } = services;
  const lot = rightLot(input);
  return inTransaction(services, async (tx) => {
    const known = await orderById(tx.db, orderId);
    if (!known) throw new Refusal("not_found");
    await lockPatientOrders(tx.db, known.patient_id);
    const order = await lockOrder(tx.db, orderId);
    if (!order) throw new Refusal("not_found");
    const lines = await linesOf(tx.db, [orderId]);
    const line = lines.find(({ pricing_id }) => pricing_id === input.pricingid);
    const parcels = await parcelRows(tx.db, [orderId]).execute();
    const fills = await orderFillRows(tx.db, [orderId]).execute();
    const parcel = parcels.find((each) => each.parcel === input.parcel);
    if (!line || !parcel || !leftWith(line, parcel, fills))
      throw refuse("wrong_state", { message: "This isn’t in a package of this order that has left." });
    const current = fillIn(line, parcel, fills);
    const before = fills.findLast(
      (fill) => fill.line === line.line && fill.parcel === parcel.parcel && fill.voided_at !== null,
    );
    if (before && (current === undefined || (lot !== null && current.lot_number === lot.lotNumber))) {
      if (before.voided_by === pharmacist.actor && before.void_reason === input.wrong) return;
      throw refuse("conflict", {
        message: `${before.voided_by_name ?? "The pharmacy’s own system"} has voided ${line.name} already. Please look at what it says now.`,
      });
    }
    if (input.packedat !== undefined && (current?.packed_at.toISOString() ?? null) !== input.packedat)
      throw refuse("wrong_state", {
        message: `What is recorded of ${line.name} changed while you looked at it. Please look again.`,
      });
    if (parcel.returned_at !== null)
      throw refuse("wrong_state", {
        message: "This package came back, so nothing of it counts as dispensed. There’s nothing to void.",
      });
    if (lot !== null && current?.lot_number === lot.lotNumber)
      throw refuse("wrong_state", { message: `Lot ${lot.lotNumber} is what is recorded already.` });
    const why = await resendObstacle(tx.db, order, line);
    if (input.sendagain === true && lot === null && why !== null) throw refuse("wrong_state", { message: why });
    const fillId = await recordVoidedFill(
      tx,
      { orderId, patientId: order.patient_id },
      {
        ...{ line: line.line, parcel: parcel.parcel, reason: input.wrong, note: input.note, lot },
        ...{ resends: input.sendagain ?? why === null, actor: pharmacist.actor, actorName: pharmacist.name },
      },
    );
    if (lot !== null) return;
    await warnPatient(tx, order, { fillId, actor: pharmacist.actor });
  });
}

/**
 * Tells the patient not to use it, also by the account that theirs became part of, where no page names the order. Where no mail reaches them the pharmacy has a task to call.
 */
async function warnPatient(
  tx: TxServices,
  { id: orderId, number, patient_id: patientId }: Pick<OrderRow, "id" | "number" | "patient_id">,
  { fillId, actor }: { readonly fillId: string; readonly actor: string },
): Promise<void> {
  const { db, content, clock } = tx;
  const ordernumber = number ?? "";
  const goesOnAs = await mergedInto(db, patientId);
  const reached = goesOnAs ?? patientId;
  const isOpen = await lockOpenAccount(db, reached);
  if (isOpen)
    await notifyAndMail(tx, {
      patientId: reached,
      template: "fill_voided",
      values: { ordernumber, orderid: orderId, phone: content.brand.pharmacy.phone },
      ...(goesOnAs !== null && { href: "/" }),
      dedupeKey: fillId,
    });
  if (isOpen && goesOnAs === null && !(await hasReportedDeath(db, reached))) return;
  const { promises, brand, shipping } = content;
  const today = clinicToday(tx);
  const asked = { role: "pharmacy", memberId: null } as const;
  await openTask(tx, {
    ...{ kind: "task", patientId: reached, orderId: null, conversationId: null, holds: false, actor },
    words: fillPlaceholders(shipping.voidedtask, { ordernumber }),
    ...{ asker: asked, asked },
    days: newTaskDays("task", today, { today, closed: promises.closed, timezone: brand.timezone, now: clock.now() }),
  });
}

/** The lot that was in the package, where the wrong one was recorded. */
function rightLot({ wrong, lotnumber, expireson }: VoidingInput) {
  if (wrong !== "lot") return null;
  const message = "Please enter the lot that was in the package.";
  if (lotnumber === undefined) throw new Refusal("bad_request", { message, fields: [{ path: "lotnumber", message }] });
  return { lotNumber: lotnumber, expiresOn: expireson ?? null };
}

/** Why nothing is sent in place of what is voided; null where the right box may leave. Whether it's prescribed today is asked when it's packed. */
async function resendObstacle(
  db: Database,
  order: Pick<OrderRow, "id" | "status">,
  line: Pick<LineRow, "line" | "cancelled_at">,
): Promise<string | null> {
  const isFollowed = (await followedLines(db, [order.id])).has(`${order.id}:${line.line}`);
  const hasDied = (await ordersOfTheDead(db, [order.id])).has(order.id);
  const isRefunded = order.status === "refunded" || (await ordersBeingRefunded(db, [order.id])).has(order.id);
  return obstacleOf({ isFollowed, hasDied, isRefunded }, line);
}

function obstacleOf(
  {
    isFollowed,
    hasDied,
    isRefunded,
  }: { readonly isFollowed: boolean; readonly hasDied: boolean; readonly isRefunded: boolean },
  { cancelled_at }: Pick<LineRow, "cancelled_at">,
): string | null {
  if (hasDied) return "The patient has died, so nothing is sent in its place.";
  if (isRefunded || cancelled_at !== null)
    return "Its money was given back or is going back, so nothing is sent in its place.";
  return isFollowed
    ? "A later package of this medicine has left, so another one would be more than is prescribed. A prescriber can allow an early fill."
    : null;
}

/** What voiding each line of an order can do that has left, by its line. */
export async function voidingOffers(
  db: Database,
  orders: readonly Pick<OrderRow, "id" | "status">[],
): Promise<(line: LineRow, parcel: number | null) => Dispensing["lines"][number]["voiding"]> {
  const ids = orders.map(({ id }) => id);
  const [followed, ofTheDead, refunding] = await Promise.all([
    ids.length === 0 ? new Set<string>() : followedLines(db, ids),
    ordersOfTheDead(db, ids),
    ordersBeingRefunded(db, ids),
  ]);
  return (line, parcel) => {
    const order = orders.find(({ id }) => id === line.order_id);
    if (!order || parcel === null) return null;
    const facts = {
      isFollowed: followed.has(`${line.order_id}:${line.line}`),
      hasDied: ofTheDead.has(line.order_id),
      isRefunded: order.status === "refunded" || refunding.has(line.order_id),
    };
    const why = obstacleOf(facts, line);
    return { maysendagain: why === null, why };
  };
}

/** Those of these orders whose patient's death was confirmed. */
async function ordersOfTheDead(db: Database, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (orderIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("customer_order")
    .innerJoin("patient", "patient.id", "customer_order.patient_id")
    .select("customer_order.id")
    .where("customer_order.id", "in", [...orderIds])
    .where("death_confirmed_at", "is not", null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Lines of orders of whose medicine a later order of the same person has left, and neither came back nor was voided; as `order:line`. */
async function followedLines(db: Database, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string }>`
    select own.order_id || ':' || own.line as key from order_line own
      join customer_order its on its.id = own.order_id
    where own.order_id = any(${[...orderIds]}::uuid[]) and exists (
      select from customer_order later
        join order_line next on next.order_id = later.id and next.product_id = own.product_id and next.cancelled_at is null
        join shipment on shipment.order_id = later.id and shipment.returned_at is null
      where later.placed_at > its.placed_at and later.id <> its.id
        and (later.patient_id = its.patient_id or later.patient_id in (
          select case retired_id when its.patient_id then surviving_id else retired_id end from record_merge
          where its.patient_id in (retired_id, surviving_id) and merged_at is not null and undone_at is null))
        and (exists (
            select from order_fill where order_fill.order_id = later.id and order_fill.line = next.line
              and order_fill.parcel = shipment.parcel and order_fill.voided_at is null)
          or not exists (
            select from order_fill where order_fill.order_id = later.id and order_fill.parcel = shipment.parcel)))`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}

/** What was voided of orders, newest first. */
export const voidedLines = (
  lines: readonly LineRow[],
  fills: Awaited<ReturnType<ReturnType<typeof orderFillRows>["execute"]>>,
): Dispensing["voided"] =>
  fills
    .flatMap((fill) => {
      const line = lines.find((each) => each.order_id === fill.order_id && each.line === fill.line);
      const { voided_at: at, void_reason: wrong, voided_by: actor, parcel } = fill;
      if (!line || at === null || wrong === null || actor === null || parcel === null) return [];
      return {
        ...{ pricingid: line.pricing_id, parcel, lotnumber: fill.lot_number, expireson: fill.expires_on },
        ...{ at: at.toISOString(), by: { actor, name: fill.voided_by_name }, wrong, note: fill.void_note ?? "" },
      };
    })
    .toSorted((one, other) => other.at.localeCompare(one.at));
