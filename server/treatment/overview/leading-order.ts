import type { Order } from "#contract/entities.ts";
import { dayIn } from "#contract/formats.ts";
import type { Book } from "../book.ts";
import type { CareFacts } from "./next-step.ts";
import type { Named } from "./present-next-step.ts";

type Leading = NonNullable<CareFacts["order"]> & NonNullable<Named["order"]>;

/**
 * The order home speaks of: one whose payment is open, else the prescription order that is under way, else anything else under way, else the
 * last prescription order, else the newest. `orders` as shown, newest first. What was added and waits for a doctor, or came to nothing, is
 * none of them: it changes nothing of the rest.
 */
export function leadingOrder(book: Book, planOrderId: string | null, orders: readonly Order[]): Leading | null {
  const own = orders.filter(
    ({ added, status }) => !added || !["authorized", "voided", "failed", "cancelled"].includes(status),
  );
  const latest = latestPrescriptionOrder(book, planOrderId);
  const ofPlan = latest === null ? undefined : orders.find(({ id }) => id === latest.id);
  const open = own.find(({ status }) => status === "authorizing" || status === "unknown");
  const underWay = [ofPlan, ...own].find((order) => order !== undefined && isUnderWay(order));
  const found = open ?? underWay ?? ofPlan;
  // Older than the orders that are shown.
  if (!found && latest !== null)
    return {
      ...latest,
      prescription: true,
      again: latest.id !== planOrderId,
      shipment: book.shipments.get(latest.id) ?? null,
    };
  const order = found ?? own[0];
  if (!order) return null;
  const { id, status, placedat, detail } = order;
  const sent = status === "shipped" || book.orders.has(id);
  return {
    id,
    status: latest?.id === id ? latest.status : status,
    cancelled: detail.length > 0 && detail.every(({ cancelled }) => cancelled),
    prescription: detail.some(({ prescription }) => prescription),
    again: id !== planOrderId,
    paidOn: latest?.id === id ? latest.paidOn : dayIn(book.timezone, new Date(placedat)),
    shipment: (sent ? book.shipments.get(id) : undefined) ?? null,
  };
}

const isUnderWay = ({ status }: Order): boolean => status === "authorized" || status === "paid" || status === "shipped";

/** The order that brings or brought the last supply, that gives its money back, or that the plan waits for. */
function latestPrescriptionOrder(
  book: Book,
  planOrderId: string | null,
): Pick<Leading, "id" | "status" | "cancelled" | "paidOn"> | null {
  const supply = book.supplies
    .filter(({ order_id, status }) => order_id !== null && (status === "ordered" || status === "cancelled"))
    .toSorted(
      (a, b) =>
        b.charge_on.localeCompare(a.charge_on) ||
        Number(b.status === "ordered") - Number(a.status === "ordered") ||
        b.period - a.period,
    )[0];
  const id = supply?.order_id ?? planOrderId;
  const status = id === null ? undefined : book.orders.get(id);
  if (id === null || status === undefined) return null;
  return { id, status, cancelled: supply?.status === "cancelled", paidOn: supply?.charge_on ?? book.today };
}
