import type { TimelineEntry } from "#contract/entities.ts";
import { dollarsText, toDollars } from "#contract/shapes.ts";
import type { OrderStatus } from "./order-machine.ts";
import type * as z from "zod/mini";

export type Entry = z.output<typeof TimelineEntry>;
type Event = Entry["event"];
type Step = Exclude<Event, "refund_returned">;

/** What happened to an order and when. */
export interface OrderEvent {
  readonly event: string;
  readonly at: Date;
  readonly detail: string | null;
}

/** Money of an order that went back to her card, or that her bank sent back from there. */
export interface OrderRefund {
  readonly kind: "refund" | "returned";
  readonly cents: number;
  readonly at: Date;
}

export interface TimelineFacts {
  readonly status: OrderStatus;
  /** Paid after a physician's review. */
  readonly held: boolean;
  /** Something added to a treatment, which needs no visit. */
  readonly added: boolean;
  /** It has prescription items. */
  readonly prescription: boolean;
  /** Since when nothing of it is sent any more; null while something is. */
  readonly cancelledAt: Date | null;
  /** Oldest first. */
  readonly refunds: readonly OrderRefund[];
}

/** What each step says once it is done, and while it is awaited. */
const labels: Readonly<Record<Step, readonly [done: string, awaited: string]>> = {
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

/** What they say instead of something added to a treatment. */
const addedLabels: Readonly<Partial<Record<Step, readonly [done: string, awaited: string]>>> = {
  in_review: ["Your doctor looked at it", "Your doctor is looking at it"],
  declined: ["Your doctor did not approve it", "Decision by your doctor"],
};

/** Where an order without prescription items is prepared. */
const warehouse = ["At our warehouse", "Being prepared at our warehouse"] as const;

const reviewed: readonly Step[] = ["authorized", "in_review", "approved", "paid", "pharmacy", "shipped", "delivered"];
const direct: readonly Step[] = ["paid", "pharmacy", "shipped", "delivered"];
const notApproved: readonly Step[] = ["authorized", "in_review", "declined", "voided"];

/** Not approved after it had been paid; its refunds say the rest. */
const givenBack: readonly Step[] = ["authorized", "paid", "in_review", "declined"];

/** The dated way of an order: what is done, with each refund, the one step under way, what is to come. */
export function timelineOf(facts: TimelineFacts, events: readonly OrderEvent[]): Entry[] {
  return facts.refunds.reduce(withRefund, stepEntries(facts, events));
}

function stepEntries(facts: TimelineFacts, events: readonly OrderEvent[]): Entry[] {
  const { status, cancelledAt } = facts;
  const known = new Map(events.map((event) => [event.event, event]));
  if (cancelledAt) known.set("cancelled", { event: "cancelled", at: cancelledAt, detail: null });
  const steps = stepsOf(facts, known);
  const over = ["voided", "failed", "cancelled", "refunded", "delivered", "mismatch"].includes(status);
  const last = steps.findLastIndex((step) => happened(step, known) !== undefined);
  return steps.map((step, index): Entry => {
    const event = happened(step, known);
    const state = index <= last ? "done" : index === last + 1 && !over ? "current" : "todo";
    return {
      event: step,
      label: wordsOf(step, facts)[state === "done" ? 0 : 1],
      at: event?.at.toISOString() ?? null,
      state,
      detail: event?.detail ?? null,
      amount: null,
    };
  });
}

function wordsOf(step: Step, { prescription, added }: TimelineFacts): readonly [done: string, awaited: string] {
  if (step === "pharmacy" && !prescription) return warehouse;
  return (added ? addedLabels[step] : undefined) ?? labels[step];
}

function stepsOf(
  { status, held, cancelledAt, refunds }: TimelineFacts,
  known: ReadonlyMap<string, OrderEvent>,
): readonly Step[] {
  if (status === "failed") return [];
  if (known.has("declined")) return known.has("paid") ? givenBack.filter((step) => happened(step, known)) : notApproved;
  const way = held ? reviewed : direct;
  const done = way.filter((step) => happened(step, known));
  const cancelled: readonly Step[] = cancelledAt === null ? [] : ["cancelled"];
  // Its refunds say so, one by one.
  if (status === "refunded") return [...done, ...cancelled, ...(refunds.length > 0 ? [] : (["refunded"] as const))];
  if (status === "paid" && cancelledAt !== null) return [...done, "cancelled", "refunded"];
  const end = (["voided", "cancelled"] as const).find((each) => each === status);
  return end ? [...done, end] : way;
}

/** Puts a refund where its day is among what is done. */
function withRefund(entries: Entry[], { kind, cents, at }: OrderRefund): Entry[] {
  const moment = at.toISOString();
  const before = entries.findLastIndex((entry) => entry.state === "done" && entry.at !== null && entry.at <= moment);
  const amount = dollarsText(cents);
  const entry: Entry = {
    event: kind === "refund" ? "refunded" : "refund_returned",
    label:
      kind === "refund"
        ? `${amount} went back to your card`
        : `Your bank sent ${amount} back to us. We are looking into it.`,
    at: moment,
    state: "done",
    detail: null,
    amount: toDollars(cents),
  };
  return entries.toSpliced(before + 1, 0, entry);
}

/** A review is over once it was decided. */
const happened = (step: Step, known: ReadonlyMap<string, OrderEvent>): OrderEvent | undefined =>
  step === "in_review" ? (known.get("approved") ?? known.get("declined")) : known.get(step);
