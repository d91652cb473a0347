import { dayIn } from "#contract/fields/formats.ts";
import type { Order } from "#contract/orders/orders.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { TreatmentSnapshot } from "#server/treatment/public.ts";
import type { CareFacts } from "./next-step.ts";
import type { NextStepNames } from "./present-next-step.ts";

type LeadingOrder = NonNullable<CareFacts["order"]> & NonNullable<NextStepNames["order"]>;

/**
 * The order the home screen is about: one whose payment is open, else the prescription order in progress, else any other order in progress,
 * else the last prescription order, else the newest. `orders` as shown, newest first. An upsell that awaits a doctor or came to nothing is
 * ignored: it changes nothing about the rest.
 */
export function leadingOrder(
  snapshot: TreatmentSnapshot,
  planOrderId: string | null,
  orders: readonly Order[],
): LeadingOrder | null {
  const candidates = orders.filter(({ upsell, status }) => !upsell || !orderStates.idleUpsell.has(status));
  const latest = latestPrescriptionOrder(snapshot, planOrderId);
  const ofPlan = latest === null ? undefined : orders.find(({ id }) => id === latest.id);
  const open = candidates.find(({ status }) => orderStates.charging.has(status));
  const underWay = [ofPlan, ...candidates].find((order) => order !== undefined && isUnderWay(order));
  const found = open ?? underWay ?? ofPlan;
  // Older than the orders that are shown.
  if (!found && latest !== null)
    return {
      ...latest,
      prescription: true,
      notFirst: latest.id !== planOrderId,
      shipment: snapshot.shipments.get(latest.id) ?? null,
    };
  const order = found ?? candidates[0];
  if (!order) return null;
  const { id, status, placedat, detail } = order;
  const sent = status === "shipped" || snapshot.orders.has(id);
  return {
    id,
    status: latest?.id === id ? latest.status : status,
    cancelled: detail.length > 0 && detail.every(({ cancelled }) => cancelled),
    prescription: detail.some(({ prescription }) => prescription),
    notFirst: id !== planOrderId,
    paidOn: latest?.id === id ? latest.paidOn : dayIn(snapshot.practiceTimezone, new Date(placedat)),
    shipment: (sent ? snapshot.shipments.get(id) : undefined) ?? null,
    ...leftToSend(order),
  };
}

/** What its timeline says of parcels: the step "shipped" is done once everything is on its way. */
function leftToSend({ timeline }: Order): Pick<LeadingOrder, "leftToSend"> {
  const isDone = (event: Order["timeline"][number]["event"]) =>
    timeline.some((entry) => entry.event === event && entry.state === "done");
  if (isDone("shipped")) return {};
  if (isDone("parcel_returned")) return { leftToSend: "came_back" };
  return isDone("parcel_shipped") ? { leftToSend: "part" } : {};
}

const isUnderWay = ({ status }: Order): boolean => orderStates.unsent.has(status);

/** The order of the last prescription order (also one that is being refunded), or the order the plan awaits. */
function latestPrescriptionOrder(
  snapshot: TreatmentSnapshot,
  planOrderId: string | null,
): Pick<LeadingOrder, "id" | "status" | "cancelled" | "paidOn"> | null {
  const prescriptionOrder = snapshot.prescriptionOrders
    .filter(({ order_id, status }) => order_id !== null && (status === "ordered" || status === "cancelled"))
    .toSorted(
      (a, b) =>
        b.charge_on.localeCompare(a.charge_on) ||
        Number(b.status === "ordered") - Number(a.status === "ordered") ||
        b.period - a.period,
    )[0];
  const id = prescriptionOrder?.order_id ?? planOrderId;
  const status = id === null ? undefined : snapshot.orders.get(id);
  if (id === null || status === undefined) return null;
  return {
    id,
    status,
    cancelled: prescriptionOrder?.status === "cancelled",
    paidOn: prescriptionOrder?.charge_on ?? snapshot.today,
  };
}
