import { daysAtPace } from "#contract/treatment/pace.ts";
import { hasReportedDeath, waitsForReport } from "#server/auth/public.ts";
import { type LineRow, linesOf, lockOrder, orderById, type OrderRow } from "#server/orders/public.ts";
import { ordersBeingRefunded } from "#server/payment/public.ts";
import { waitsForVerdict } from "#server/persons/public.ts";
import { clinicToday, formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import type { Database } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import {
  dispensableProducts,
  lotObstacle,
  orderFillRows,
  pacesOf,
  isToSend,
  parcelRows,
} from "#server/prescriptions/public.ts";
import { holdingQuestions, waitsForAnswer } from "#server/tasks/public.ts";
import { isFullyCancelled } from "#server/treatment/public.ts";
import { productsHeldByWorkItems } from "#server/work-items/public.ts";
import type { NamedLine } from "./match-scans.ts";

export type Fills = Awaited<ReturnType<ReturnType<typeof orderFillRows>["execute"]>>;
type Parcels = Awaited<ReturnType<ReturnType<typeof parcelRows>["execute"]>>;

/** An order as its parcels are decided on. */
export interface OrderToSend {
  readonly order: OrderRow;
  /** Without what was cancelled. */
  readonly lines: readonly LineRow[];
  readonly unsent: readonly LineRow[];
  readonly parcels: Parcels;
  readonly fills: Fills;
}

/** An order to be packed, verified or sent, locked until the transaction ends. `wrong_state` where the patient canceled all of it. */
export async function loadOrderToSend(
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
  const unsent = lines.filter((line) => isToSend(line, parcels, fills));
  return { order, lines, unsent, parcels, fills };
}

/** The lines a call names, in its order. A line that is unknown, cancelled or named twice is `wrong_state`. */
export function linesNamed(
  { refuse }: Refuses<"wrong_state">,
  { lines }: OrderToSend,
  named: readonly Pick<NamedLine, "pricingid">[],
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

/** Refuses lines that have left. */
export function requireNotSent(
  { refuse }: Refuses<"wrong_state">,
  { unsent }: OrderToSend,
  lines: readonly LineRow[],
): void {
  const sentBefore = lines.find((line) => !unsent.includes(line));
  if (sentBefore)
    throw refuse("wrong_state", { message: `${sentBefore.name} has left already. It can’t be packed again.` });
}

/**
 * A pharmacist who asked the prescriber something holds the whole order: the answer may change what belongs in it. So does a report that its patient died, and a
 * refund of all of it that isn't done yet.
 */
export async function requireNotHeld(
  { refuse }: Refuses<"waits_for_clinician" | "wrong_state">,
  db: Database,
  order: Pick<OrderRow, "id" | "number" | "patient_id">,
): Promise<void> {
  if (await hasReportedDeath(db, order.patient_id))
    throw refuse("waits_for_clinician", { message: waitsForReport(order) });
  const question = (await holdingQuestions(db, [order.id])).get(order.id);
  if (question) throw refuse("waits_for_clinician", { message: waitsForAnswer(order) });
  if ((await ordersBeingRefunded(db, [order.id])).has(order.id))
    throw refuse("wrong_state", { message: waitsForRefund(order) });
}

/** Why nothing of an order may leave whose money is going back. */
export const waitsForRefund = ({ number }: Pick<OrderRow, "number">): string =>
  `All of order ${number ?? ""} is being refunded, so nothing of it may leave. If the refund fails, it’s ready to send again.`;

export async function requirePrescriptions(
  { refuse }: Refuses<"prescription_needed" | "waits_for_clinician">,
  tx: TxServices,
  { patient_id }: OrderRow,
  lines: readonly LineRow[],
): Promise<void> {
  const prescribed = await dispensableProducts(tx.db, patient_id);
  const refused = lines.filter((line) => line.prescription && !prescribed.has(line.product_id));
  if (refused.length === 0) return;
  if (await waitsForVerdict(tx.db, patient_id))
    throw refuse("waits_for_clinician", {
      message: "This may not leave yet: another record may be the same person’s, and nobody has said whether it is.",
    });
  const waiting = await productsHeldByWorkItems(tx.db, patient_id);
  const [first] = refused.filter(({ product_id }) => waiting.has(product_id));
  if (first)
    throw refuse("waits_for_clinician", {
      message: `${first.name} may not leave yet: a clinician has to look at what this patient told us first.`,
    });
  throw refuse("prescription_needed");
}

/** A lot lasts for as long as the patient uses the supply by the doctor's directions, which may be longer than its label says. */
export async function requireLots(
  { refuse }: Refuses<"wrong_state">,
  services: Pick<TxServices, "content" | "clock" | "db">,
  { patient_id }: Pick<OrderRow, "patient_id">,
  {
    lines,
    packed,
  }: {
    readonly lines: readonly LineRow[];
    readonly packed: readonly { readonly lotNumber: string | null; readonly expiresOn: string | null }[];
  },
): Promise<void> {
  const shipsOn = clinicToday(services);
  const paces = await pacesOf(services, patient_id, "slowest");
  for (const [index, { name, product_id, days_supply, quantity }] of lines.entries()) {
    const { lotNumber = null, expiresOn = null } = packed[index] ?? {};
    if (expiresOn === null) continue;
    const days = daysAtPace(days_supply * quantity, paces.get(product_id) ?? "label");
    const obstacle = lotObstacle({ expiresOn }, { shipsOn, days });
    if (obstacle === null) continue;
    const lot = `Lot ${lotNumber ?? "without a number"} of ${name}`;
    throw refuse("wrong_state", {
      message:
        obstacle.kind === "expired"
          ? `${lot} expired on ${formatDayWithYear(expiresOn)}. Please use another lot.`
          : `${lot} expires on ${formatDayWithYear(expiresOn)}, before the last day of this supply, ${formatDayWithYear(obstacle.lastDay)}. Please use another lot.`,
    });
  }
}
