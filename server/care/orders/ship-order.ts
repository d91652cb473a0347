import { clinicToday, formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { fillScreeningOf } from "#server/onboarding/public.ts";
import { type LineRow, linesOf, lockOrder, orderById, type OrderRow } from "#server/orders/public.ts";
import { correctShipment, isFullyCancelled, type Parcel, recordShipped } from "#server/treatment/public.ts";
import {
  companionObstacles,
  dispensableProducts,
  loadFillFacts,
  lotObstacle,
  orderFillRows,
  parcelOf,
  parcelRows,
} from "#server/prescriptions/public.ts";
import { productsHeldByWorkItems } from "#server/work-items/public.ts";

/** A line as the pharmacy names it: by its pricing, with the lot it was packed from. */
export interface NamedLine {
  readonly pricingid: string;
  readonly lotnumber?: string | undefined;
  readonly expireson?: string | undefined;
}

type Fills = Awaited<ReturnType<ReturnType<typeof orderFillRows>["execute"]>>;
type Parcels = Awaited<ReturnType<ReturnType<typeof parcelRows>["execute"]>>;

/** An order as its parcels are decided on. */
interface OrderToSend {
  readonly order: OrderRow;
  /** Without what was cancelled. */
  readonly lines: readonly LineRow[];
  readonly unsent: readonly LineRow[];
  readonly parcels: Parcels;
  readonly fills: Fills;
}

/**
 * Records that a parcel of an order has left the pharmacy, with `named` lines or all that are left, and notifies the patient. A repeat corrects the
 * tracking. `prescription_needed` when a doctor has not approved what is in it; `waits_for_clinician` while nobody has looked at what the patient told since; `wrong_state`, with a sentence, when the order is not paid, was
 * cancelled or delivered, when a lot ends too early, or when a medicine would leave without its companion.
 */
export function shipOrder(
  services: Services & Refuses<"prescription_needed" | "waits_for_clinician" | "wrong_state">,
  orderId: string,
  parcel: Parcel,
  named: readonly NamedLine[] | null = null,
): Promise<void> {
  return inTransaction(services, async (tx) => {
    const toSend = await loadOrderToSend(tx, services, orderId);
    const { order, unsent, parcels, fills } = toSend;
    const requested = named && linesNamed(services, toSend, named);
    const earlier = parcelRepeated(toSend, requested, parcel.trackingNumber);
    if (earlier !== null) return correctShipment(tx, orderId, earlier, parcel);
    if (parcels.some(({ tracking_number }) => tracking_number === parcel.trackingNumber))
      throw services.refuse("wrong_state", {
        message:
          "This is the tracking number of a package that came back, or has other items. Please enter the new one.",
      });
    const sent = requested ?? unsent;
    const sentBefore = sent.find((line) => !unsent.includes(line));
    if (sentBefore)
      throw services.refuse("wrong_state", { message: `${sentBefore.name} is already in another package.` });
    await requirePrescriptions(services, tx, order, sent);
    const packed = sent.map((line) => {
      const given = named?.find(({ pricingid }) => pricingid === line.pricing_id);
      const before = fills.find((fill) => fill.line === line.line && fill.parcel === null);
      return {
        line: line.line,
        lotNumber: given?.lotnumber ?? before?.lot_number ?? null,
        expiresOn: given?.lotnumber === undefined ? (before?.expires_on ?? null) : (given.expireson ?? null),
      };
    });
    requireLots(services, tx, sent, packed);
    if (sent.length < unsent.length) await requireCompanions(services, tx, order, sent);
    const number = await recordShipped(tx, orderId, parcel, packed);
    await notifyAndMail(tx, {
      patientId: order.patient_id,
      template: sent.length < unsent.length ? "order_part_shipped" : "order_shipped",
      values: {
        ordernumber: order.number ?? "",
        carrier: parcel.carrier,
        tracking: parcel.trackingNumber,
        orderid: orderId,
      },
      dedupeKey: number === 1 ? orderId : `${orderId}:${number}`,
    });
  });
}

/**
 * Records from which lots lines of an order were packed; a repeat corrects it until they leave. Refuses as `shipOrder`, by today: a lot that would
 * end too early if it left today is not packed at all.
 */
export function packOrder(
  services: Services & Refuses<"prescription_needed" | "waits_for_clinician" | "wrong_state">,
  orderId: string,
  named: readonly NamedLine[],
): Promise<void> {
  return inTransaction(services, async (tx) => {
    const toSend = await loadOrderToSend(tx, services, orderId);
    const { order, unsent } = toSend;
    if (order.status !== "paid" && order.status !== "shipped") throw services.refuse("wrong_state");
    const lines = linesNamed(services, toSend, named);
    const sentBefore = lines.find((line) => !unsent.includes(line));
    if (sentBefore)
      throw services.refuse("wrong_state", {
        message: `${sentBefore.name} has left already. It can’t be packed again.`,
      });
    await requirePrescriptions(services, tx, order, lines);
    const packed = lines.map((line, index) => ({
      line: line.line,
      lotNumber: named[index]?.lotnumber ?? null,
      expiresOn: named[index]?.expireson ?? null,
    }));
    requireLots(services, tx, lines, packed);
    for (const { line, lotNumber, expiresOn } of packed) {
      const columns = { lot_number: lotNumber, expires_on: expiresOn, packed_at: services.clock.now() };
      await tx.db
        .insertInto("order_fill")
        .values({ id: newId(), order_id: orderId, line, ...columns })
        .onConflict((conflict) =>
          conflict.columns(["order_id", "line"]).where("parcel", "is", null).doUpdateSet(columns),
        )
        .execute();
    }
  });
}

async function loadOrderToSend(
  tx: TxServices,
  services: Refuses<"wrong_state">,
  orderId: string,
): Promise<OrderToSend> {
  const known = await orderById(tx.db, orderId);
  if (!known) throw new Refusal("not_found");
  await lockPatientOrders(tx.db, known.patient_id);
  const order = await lockOrder(tx.db, orderId);
  if (!order) throw new Refusal("not_found");
  const lines = (await linesOf(tx.db, [orderId])).filter(({ cancelled_at }) => cancelled_at === null);
  if (lines.length === 0 || (await isFullyCancelled(tx.db, orderId)))
    throw services.refuse("wrong_state", { message: "The patient canceled this order. It is refunded or voided." });
  const parcels = await parcelRows(tx.db, [orderId]).execute();
  const fills = await orderFillRows(tx.db, [orderId]).execute();
  const unsent = lines.filter((line) => parcelOf(line, parcels, fills) === null);
  return { order, lines, unsent, parcels, fills };
}

/** The lines a call names, in its order. A line that is unknown, cancelled or named twice is `wrong_state`. */
function linesNamed(
  { refuse }: Refuses<"wrong_state">,
  { lines }: OrderToSend,
  named: readonly NamedLine[],
): LineRow[] {
  const found = named.map(({ pricingid }) => {
    const line = lines.find(({ pricing_id }) => pricing_id === pricingid);
    if (!line) throw refuse("wrong_state", { message: `This order has no ${pricingid}, or it was canceled.` });
    return line;
  });
  const twice = found.find((line, index) => found.indexOf(line) !== index);
  if (twice) throw refuse("wrong_state", { message: `${twice.name} is there twice.` });
  return found;
}

/** The parcel that a call for these lines (null: all that are left) speaks of once more; null where it speaks of a new one. */
function parcelRepeated(
  { lines, unsent, parcels, fills }: OrderToSend,
  requested: readonly LineRow[] | null,
  tracking: string,
): number | null {
  const underWay = parcels.filter(({ returned_at }) => returned_at === null);
  if (requested === null) {
    const same = underWay.find(({ tracking_number }) => tracking_number === tracking);
    return (same ?? (unsent.length === 0 ? underWay.at(-1) : undefined))?.parcel ?? null;
  }
  const numbers = new Set(requested.map((line) => parcelOf(line, parcels, fills)?.parcel ?? null));
  const [number = null] = numbers;
  if (numbers.size !== 1 || number === null) return null;
  const inIt = lines.filter((line) => parcelOf(line, parcels, fills)?.parcel === number);
  return inIt.length === requested.length ? number : null;
}

async function requirePrescriptions(
  { refuse }: Refuses<"prescription_needed" | "waits_for_clinician">,
  tx: TxServices,
  { patient_id }: OrderRow,
  lines: readonly LineRow[],
): Promise<void> {
  const prescribed = await dispensableProducts(tx.db, patient_id);
  const refused = lines.filter((line) => line.prescription && !prescribed.has(line.product_id));
  if (refused.length === 0) return;
  const waiting = await productsHeldByWorkItems(tx.db, patient_id);
  const [first] = refused.filter(({ product_id }) => waiting.has(product_id));
  if (first)
    throw refuse("waits_for_clinician", {
      message: `${first.name} may not leave yet: a clinician has to look at what this patient told us first.`,
    });
  throw refuse("prescription_needed");
}

function requireLots(
  { refuse }: Refuses<"wrong_state">,
  services: Pick<TxServices, "content" | "clock">,
  lines: readonly LineRow[],
  packed: readonly { readonly lotNumber: string | null; readonly expiresOn: string | null }[],
): void {
  const shipsOn = clinicToday(services);
  for (const [index, { name, days_supply, quantity }] of lines.entries()) {
    const { lotNumber = null, expiresOn = null } = packed[index] ?? {};
    const obstacle = lotObstacle({ expiresOn }, { shipsOn, days: days_supply * quantity });
    if (obstacle === null || expiresOn === null) continue;
    const lot = `Lot ${lotNumber ?? "without a number"} of ${name}`;
    throw refuse("wrong_state", {
      message:
        obstacle.kind === "expired"
          ? `${lot} expired on ${formatDayWithYear(expiresOn)}. Please use another lot.`
          : `${lot} expires on ${formatDayWithYear(expiresOn)}, before the last day of this supply, ${formatDayWithYear(obstacle.lastDay)}. Please use another lot.`,
    });
  }
}

/** By the one rule for fills: what needs a companion medicine leaves with it, or after it. What is at the pharmacy protects nobody. */
async function requireCompanions(
  { refuse }: Refuses<"wrong_state">,
  tx: TxServices,
  { patient_id }: OrderRow,
  sent: readonly LineRow[],
): Promise<void> {
  const facts = await loadFillFacts(tx, patient_id, await fillScreeningOf(tx, patient_id));
  const boxes = new Map(
    [...facts.boxes].map(([productId, own]) => [productId, own.filter(({ shippedOn }) => shippedOn !== null)]),
  );
  const [obstacle] = companionObstacles(
    { ...facts, boxes },
    sent
      .filter(({ prescription }) => prescription)
      .map(({ product_id: productId, quantity, days_supply: packDays }) => ({
        ...{ productId, quantity, packDays, consumesFill: false, boughtSeparately: false },
        followingFills: facts.prescriptions.get(productId)?.refillsLeft ?? 0,
      })),
  );
  const name = obstacle && sent.find(({ product_id }) => product_id === obstacle.productId)?.name;
  if (obstacle)
    throw refuse("wrong_state", {
      message: `${name} may not leave without the progesterone that protects the uterus. Please send them together.`,
    });
}
