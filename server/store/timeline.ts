import type { TimelineEntry } from "#contract/entities.ts";
import type { OrderStatus } from "./order-machine.ts";
import type * as z from "zod/mini";

export type Entry = z.output<typeof TimelineEntry>;
type Event = Entry["event"];

/** What happened to an order and when. */
export interface OrderEvent {
  readonly event: string;
  readonly at: Date;
  readonly detail: string | null;
}

/** What each step says once it is done, and while it is awaited. */
const labels: Readonly<Record<Event, readonly [done: string, awaited: string]>> = {
  authorized: ["Amount held on your card, not charged", "Your bank is confirming the amount"],
  in_review: ["Your doctor reviewed your visit", "Your doctor is reviewing your visit"],
  approved: ["Approved by your doctor", "Approval by your doctor"],
  paid: ["Paid", "Payment"],
  pharmacy: ["At the pharmacy", "Being prepared at the pharmacy"],
  shipped: ["Shipped", "Shipping"],
  delivered: ["Delivered", "Delivery"],
  declined: ["Your doctor did not approve this plan", "Decision by your doctor"],
  voided: ["The hold on your card was released. You were not charged.", "Releasing the hold on your card"],
  cancelled: ["Cancelled", "Cancelling"],
  refunded: ["Refunded to your card", "Refunding to your card"],
};

/** Where an order without prescription items is prepared. */
const warehouse = ["At our warehouse", "Being prepared at our warehouse"] as const;

const reviewed: readonly Event[] = ["authorized", "in_review", "approved", "paid", "pharmacy", "shipped", "delivered"];
const direct: readonly Event[] = ["paid", "pharmacy", "shipped", "delivered"];
const notApproved: readonly Event[] = ["authorized", "in_review", "declined", "voided"];

/**
 * The dated way of an order: what is done, the one step under way, what is to come. `held`: paid after a physician's review;
 * `prescription`: it has prescription items.
 */
export function timelineOf(
  order: { readonly status: OrderStatus; readonly held: boolean; readonly prescription: boolean },
  events: readonly OrderEvent[],
): Entry[] {
  const known = new Map(events.map((event) => [event.event, event]));
  const steps = stepsOf(order, known);
  const over = ["voided", "failed", "cancelled", "refunded", "delivered", "mismatch"].includes(order.status);
  const last = steps.findLastIndex((step) => happened(step, known) !== undefined);
  return steps.map((step, index): Entry => {
    const event = happened(step, known);
    const state = index <= last ? "done" : index === last + 1 && !over ? "current" : "todo";
    return {
      event: step,
      label: (step === "pharmacy" && !order.prescription ? warehouse : labels[step])[state === "done" ? 0 : 1],
      at: event?.at.toISOString() ?? null,
      state,
      detail: event?.detail ?? null,
    };
  });
}

function stepsOf(
  { status, held }: { readonly status: OrderStatus; readonly held: boolean },
  known: ReadonlyMap<string, OrderEvent>,
): readonly Event[] {
  if (status === "failed") return [];
  if (known.has("declined")) return notApproved;
  const way = held ? reviewed : direct;
  const end = (["voided", "cancelled", "refunded"] as const).find((each) => each === status);
  return end ? [...way.filter((step) => happened(step, known)), end] : way;
}

/** A review is over once it was decided. */
const happened = (step: Event, known: ReadonlyMap<string, OrderEvent>): OrderEvent | undefined =>
  step === "in_review" ? (known.get("approved") ?? known.get("declined")) : known.get(step);
