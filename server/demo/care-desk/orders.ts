import type { Order, TimelineEntry } from "#client/src/index.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { carrier, daysToDeliver, daysToShip } from "./decision-rules.ts";
import { type CareDesk, handleEach, type Look, now } from "./desk.ts";
import { welcomePatient } from "./messages.ts";

const dayMs = 24 * 3_600_000;

/** Welcomes who is new in care, and ships what has been paid for a day. */
export const shipOrders: Look = (desk) =>
  handleEach(
    desk,
    desk.clinic.items("orders", { query: { status: "paid" } }),
    async ({ id, order, patient, ready }) => {
      if (!order) return "left";
      const approvedAt = timeOf(order, "approved");
      if (approvedAt !== null && !order.upsell) {
        const welcomed = await welcomePatient(desk, patient, { orderId: id, at: approvedAt + desk.paceMs });
        if (welcomed !== "done") return welcomed;
      }
      if (!ready) return "left";
      const dueAt = (timeOf(order, "paid") ?? now(desk)) + daysToShip * dayMs;
      if (dueAt > now(desk)) return dueAt;
      await desk.clinic.shipOrder({ params: { id }, body: parcel(desk, order) });
      return "done";
    },
  );

/** Delivers what was shipped some days ago. */
export const deliverOrders: Look = (desk) =>
  handleEach(desk, desk.clinic.items("orders", { query: { status: "shipped" } }), async ({ id, order }) => {
    const dueAt = ((order && timeOf(order, "shipped")) ?? now(desk)) + daysToDeliver * dayMs;
    if (dueAt > now(desk)) return dueAt;
    await desk.clinic.deliverOrder({ params: { id } });
    return "done";
  });

/** When a step of an order was done; null if it was not. */
function timeOf({ timeline }: Order, event: TimelineEntry["event"]): number | null {
  const at = timeline.find((entry) => entry.event === event && entry.state === "done")?.at;
  return at === undefined || at === null ? null : Date.parse(at);
}

const parcel = ({ content, clock }: CareDesk, { number, timeline }: Order) => ({
  carrier,
  trackingnumber: `MP${number ?? ""}${timeline.some(({ event }) => event === "parcel_returned") ? "R" : ""}`,
  estimateddelivery: addDays(clinicToday({ content, clock }), daysToDeliver),
});
