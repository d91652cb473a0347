import type * as z from "zod/mini";
import { formatCents, toDollars } from "#contract/fields/numbers.ts";
import type { TimelineEntry } from "#contract/orders/orders.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { type Sentence, type SentenceContent, sentence, toText } from "#server/platform/sentences.ts";
import type { OrderStatus } from "../order-status.ts";
import { type ParcelFacts, parcelSteps } from "./parcel-steps.ts";

export type Entry = z.output<typeof TimelineEntry>;
type Event = Entry["event"];
type Step = Exclude<Event, "refund_returned" | "parcel_shipped" | "parcel_delivered" | "parcel_returned">;

/** Something that happened to an order, and when. */
export interface OrderEvent {
  readonly event: string;
  readonly at: Date;
  readonly detail: string | null;
}

/** A refund to the patient's card (`refund`), or one their bank sent back (`returned`). */
export interface OrderRefund {
  readonly kind: "refund" | "returned";
  readonly cents: number;
  readonly at: Date;
}

export interface TimelineFacts {
  readonly status: OrderStatus;
  /** Authorized first, and paid after a physician's review. */
  readonly manualCapture: boolean;
  /** An upsell, which needs no visit. */
  readonly isUpsell: boolean;
  /** Whether it has prescription items. */
  readonly prescription: boolean;
  /** When its last line was cancelled; null while any is still to be sent. */
  readonly cancelledAt: Date | null;
  /** Oldest first. */
  readonly refunds: readonly OrderRefund[];
  /** Left out, nothing has left. */
  readonly sent?: ParcelFacts;
}

/** Label of each step when done and while awaited. */
const labels: Readonly<Record<Step, readonly [done: Sentence, awaited: Sentence]>> = {
  authorized: [sentence("orders.step_authorized"), sentence("orders.step_authorized_awaited")],
  in_review: [sentence("orders.step_in_review"), sentence("orders.step_in_review_awaited")],
  approved: [sentence("orders.step_approved"), sentence("orders.step_approved_awaited")],
  paid: [sentence("orders.step_paid"), sentence("orders.step_paid_awaited")],
  pharmacy: [sentence("orders.step_pharmacy"), sentence("orders.step_pharmacy_awaited")],
  shipped: [sentence("orders.step_shipped"), sentence("orders.step_shipped_awaited")],
  delivered: [sentence("orders.step_delivered"), sentence("orders.step_delivered_awaited")],
  declined: [sentence("orders.step_declined"), sentence("orders.step_declined_awaited")],
  voided: [sentence("orders.step_voided"), sentence("orders.step_voided_awaited")],
  cancelled: [sentence("orders.step_cancelled"), sentence("orders.step_cancelled_awaited")],
  refunded: [sentence("orders.step_refunded"), sentence("orders.step_refunded_awaited")],
};

/** Labels that differ for an upsell. */
const upsellLabels: Readonly<Partial<Record<Step, readonly [done: Sentence, awaited: Sentence]>>> = {
  in_review: [sentence("orders.upsell_in_review"), sentence("orders.upsell_in_review_awaited")],
  declined: [sentence("orders.upsell_declined"), sentence("orders.upsell_declined_awaited")],
};

/** The pharmacy step's labels for an order without prescription items. */
const warehouseLabels = [sentence("orders.step_warehouse"), sentence("orders.step_warehouse_awaited")] as const;

const manualCaptureSteps: readonly Step[] = [
  "authorized",
  "in_review",
  "approved",
  "paid",
  "pharmacy",
  "shipped",
  "delivered",
];
const automaticCaptureSteps: readonly Step[] = ["paid", "pharmacy", "shipped", "delivered"];
const declinedSteps: readonly Step[] = ["authorized", "in_review", "declined", "voided"];

/** Steps of an order declined after it had been paid; its refunds say the rest. */
const refundedDeclineSteps: readonly Step[] = ["authorized", "paid", "in_review", "declined"];

/** The dated timeline of an order: done steps with each refund, the step under way, and the steps to come. */
export function orderTimeline(content: SentenceContent, facts: TimelineFacts, events: readonly OrderEvent[]): Entry[] {
  return facts.refunds.reduce(
    (entries, refund) => insertRefund(content, entries, refund),
    withParcels(content, facts, stepEntries(content, facts, events)),
  );
}

/** The step "shipped" as what became of each parcel, where there is more to tell. While something is left to send, nothing after it has begun. */
function withParcels(content: SentenceContent, { status, sent }: TimelineFacts, entries: Entry[]): Entry[] {
  const steps = sent ? parcelSteps(content, status, sent) : null;
  const at = entries.findIndex(({ event }) => event === "shipped");
  if (steps === null || at === -1) return entries;
  const isWaiting = steps.some(({ state }) => state === "current");
  return [
    ...entries.slice(0, at),
    ...steps,
    ...entries.slice(at + 1).map((entry) => (isWaiting ? { ...entry, state: "todo" as const } : entry)),
  ];
}

function stepEntries(content: SentenceContent, facts: TimelineFacts, events: readonly OrderEvent[]): Entry[] {
  const { status, cancelledAt } = facts;
  const eventsByName = new Map(events.map((event) => [event.event, event]));
  if (cancelledAt) eventsByName.set("cancelled", { event: "cancelled", at: cancelledAt, detail: null });
  const steps = stepsOf(facts, eventsByName);
  const isOver = orderStates.over.has(status);
  const last = steps.findLastIndex((step) => eventOfStep(step, eventsByName) !== undefined);
  return steps.map((step, index): Entry => {
    const event = eventOfStep(step, eventsByName);
    const state = index <= last ? "done" : index === last + 1 && !isOver ? "current" : "todo";
    return {
      event: step,
      label: toText(content, labelsOf(step, facts)[state === "done" ? 0 : 1]),
      at: event?.at.toISOString() ?? null,
      state,
      detail: event?.detail ?? null,
      amount: null,
    };
  });
}

function labelsOf(step: Step, { prescription, isUpsell }: TimelineFacts): readonly [done: Sentence, awaited: Sentence] {
  if (step === "pharmacy" && !prescription) return warehouseLabels;
  return (isUpsell ? upsellLabels[step] : undefined) ?? labels[step];
}

function stepsOf(
  { status, manualCapture, cancelledAt, refunds }: TimelineFacts,
  eventsByName: ReadonlyMap<string, OrderEvent>,
): readonly Step[] {
  if (status === "failed") return [];
  if (eventsByName.has("declined"))
    return eventsByName.has("paid")
      ? refundedDeclineSteps.filter((step) => eventOfStep(step, eventsByName))
      : declinedSteps;
  const steps = manualCapture ? manualCaptureSteps : automaticCaptureSteps;
  const done = steps.filter((step) => eventOfStep(step, eventsByName));
  const cancelled: readonly Step[] = cancelledAt === null ? [] : ["cancelled"];
  // The refunds say so, one by one.
  if (status === "refunded") return [...done, ...cancelled, ...(refunds.length > 0 ? [] : (["refunded"] as const))];
  if (status === "paid" && cancelledAt !== null) return [...done, "cancelled", "refunded"];
  return status === "voided" || status === "cancelled" ? [...done, status] : steps;
}

const refundSteps = {
  refund: { event: "refunded", label: "orders.refund" },
  returned: { event: "refund_returned", label: "orders.refund_returned" },
} as const satisfies Record<OrderRefund["kind"], { event: Event; label: string }>;

/** Inserts a refund among the done steps by its date. */
function insertRefund(content: SentenceContent, entries: Entry[], { kind, cents, at }: OrderRefund): Entry[] {
  const refundedAt = at.toISOString();
  const before = entries.findLastIndex(
    (entry) => entry.state === "done" && entry.at !== null && entry.at <= refundedAt,
  );
  const amount = formatCents(cents);
  const entry: Entry = {
    event: refundSteps[kind].event,
    label: toText(content, sentence(refundSteps[kind].label, { amount })),
    at: refundedAt,
    state: "done",
    detail: null,
    amount: toDollars(cents),
  };
  return entries.toSpliced(before + 1, 0, entry);
}

/** The review is over once it is decided. */
const eventOfStep = (step: Step, eventsByName: ReadonlyMap<string, OrderEvent>): OrderEvent | undefined =>
  step === "in_review" ? (eventsByName.get("approved") ?? eventsByName.get("declined")) : eventsByName.get(step);
