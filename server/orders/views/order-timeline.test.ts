import { describe, expect, it } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import type { OrderStatus } from "../order-status.ts";
import { orderTimeline, type TimelineFacts } from "./order-timeline.ts";

const content = await shippedContent();
const day = (number: number) => new Date(Date.UTC(2026, 4, number));
const paid: TimelineFacts = {
  status: "paid",
  manualCapture: false,
  isUpsell: false,
  prescription: true,
  cancelledAt: null,
  refunds: [],
};
const refund = (number: number, cents: number) => ({ kind: "refund" as const, cents, at: day(number) });
const events = (...known: readonly (readonly [event: string, day: number])[]) =>
  known.map(([event, number]) => ({ event, at: day(number), detail: null }));
const shown = (facts: Partial<TimelineFacts>, known: ReturnType<typeof events>) =>
  orderTimeline(content, { ...paid, ...facts }, known).map(
    ({ event, label, at, state, amount }) => `${event} ${state} ${at?.slice(8, 10) ?? "-"} ${amount ?? "-"} ${label}`,
  );
const atPharmacy = events(["paid", 1], ["pharmacy", 2]);

describe("the timeline of a refunded order", () => {
  it("has each refund with its day and amount, among its other steps", () => {
    const known = [...atPharmacy, ...events(["shipped", 5])];
    expect(shown({ status: "shipped", refunds: [refund(3, 500), refund(6, 1234)] }, known)).toEqual([
      "paid done 01 - Paid",
      "pharmacy done 02 - At the pharmacy",
      "refunded done 03 5 $5.00 refunded to your card",
      "shipped done 05 - Shipped",
      "refunded done 06 12.34 $12.34 refunded to your card",
      "delivered current - - Delivery",
    ]);
  });

  it("says when a bank sent a refund back", () => {
    const refunds = [refund(3, 500), { ...refund(4, 500), kind: "returned" as const }];
    expect(shown({ refunds }, atPharmacy).slice(2, 4)).toEqual([
      "refunded done 03 5 $5.00 refunded to your card",
      "refund_returned done 04 5 Your bank sent $5.00 back to us. We're looking into it.",
    ]);
  });

  it("ends with its refunds when fully refunded", () => {
    const known = [...atPharmacy, ...events(["refunded", 4])];
    expect(shown({ status: "refunded", refunds: [refund(3, 500), refund(4, 700)] }, known)).toEqual([
      "paid done 01 - Paid",
      "pharmacy done 02 - At the pharmacy",
      "refunded done 03 5 $5.00 refunded to your card",
      "refunded done 04 7 $7.00 refunded to your card",
    ]);
    expect(shown({ status: "refunded" }, known).at(-1)).toBe("refunded done 04 - Refunded to your card");
  });

  it("once fully cancelled, awaits the refund and no parcel", () => {
    expect(shown({ cancelledAt: day(3) }, atPharmacy)).toEqual([
      "paid done 01 - Paid",
      "pharmacy done 02 - At the pharmacy",
      "cancelled done 03 - Canceled",
      "refunded current - - Refunding to your card",
    ]);
    const refunded = shown({ status: "refunded", cancelledAt: day(3), refunds: [refund(4, 700)] }, [
      ...atPharmacy,
      ...events(["refunded", 4]),
    ]);
    expect(refunded.slice(2)).toEqual([
      "cancelled done 03 - Canceled",
      "refunded done 04 7 $7.00 refunded to your card",
    ]);
    const voided = { status: "voided", manualCapture: true, cancelledAt: day(3) } as const;
    const names = shown(voided, events(["authorized", 1], ["voided", 3])).map((line) => line.split(" ")[0]);
    expect(names).toEqual(["authorized", "voided"]);
  });
});

describe("the steps of an order", () => {
  const review = { manualCapture: true, status: "authorized" } as const;
  const done = (...names: readonly string[]) => events(...names.map((name, index) => [name, index + 1] as const));
  const steps = (facts: Partial<TimelineFacts>, known: ReturnType<typeof events>) =>
    orderTimeline(content, { ...paid, ...facts }, known).map(
      ({ event, state, label }) => `${event} ${state}: ${label}`,
    );
  const later = ["shipped todo: Shipping", "delivered todo: Delivery"];

  it.each<[string, Partial<TimelineFacts>, readonly string[], readonly string[]]>([
    [
      "before the bank answered",
      { ...review, status: "authorizing" },
      [],
      [
        "authorized current: Your bank is confirming the payment",
        "in_review todo: Your doctor is reviewing your visit",
        "approved todo: Approval by your doctor",
        "paid todo: Payment",
        "pharmacy todo: Being prepared at the pharmacy",
        ...later,
      ],
    ],
    [
      "in review",
      review,
      ["authorized"],
      [
        "authorized done: Amount held on your card, not charged",
        "in_review current: Your doctor is reviewing your visit",
        "approved todo: Approval by your doctor",
        "paid todo: Payment",
        "pharmacy todo: Being prepared at the pharmacy",
        ...later,
      ],
    ],
    [
      "approved",
      review,
      ["authorized", "approved"],
      [
        "authorized done: Amount held on your card, not charged",
        "in_review done: Your doctor reviewed your visit",
        "approved done: Approved by your doctor",
        "paid current: Payment",
        "pharmacy todo: Being prepared at the pharmacy",
        ...later,
      ],
    ],
    [
      "of an upsell",
      { ...review, isUpsell: true },
      ["authorized"],
      [
        "authorized done: Amount held on your card, not charged",
        "in_review current: Your doctor is looking at it",
        "approved todo: Approval by your doctor",
        "paid todo: Payment",
        "pharmacy todo: Being prepared at the pharmacy",
        ...later,
      ],
    ],
    [
      "declined",
      review,
      ["authorized", "declined"],
      [
        "authorized done: Amount held on your card, not charged",
        "in_review done: Your doctor reviewed your visit",
        "declined done: Your doctor didn't approve this plan",
        "voided current: Releasing the hold on your card",
      ],
    ],
    [
      "of an upsell that is declined and voided",
      { ...review, status: "voided", isUpsell: true },
      ["authorized", "declined", "voided"],
      [
        "authorized done: Amount held on your card, not charged",
        "in_review done: Your doctor looked at it",
        "declined done: Your doctor didn't approve it",
        "voided done: The hold on your card was released. You weren't charged.",
      ],
    ],
    [
      "declined after it was paid",
      { ...review, status: "refunded" },
      ["authorized", "paid", "declined"],
      [
        "authorized done: Amount held on your card, not charged",
        "paid done: Paid",
        "in_review done: Your doctor reviewed your visit",
        "declined done: Your doctor didn't approve this plan",
      ],
    ],
    [
      "declined after it was paid at once",
      { ...review, status: "refunded" },
      ["paid", "declined"],
      [
        "paid done: Paid",
        "in_review done: Your doctor reviewed your visit",
        "declined done: Your doctor didn't approve this plan",
      ],
    ],
    [
      "voided",
      { ...review, status: "voided" },
      ["authorized", "voided"],
      [
        "authorized done: Amount held on your card, not charged",
        "voided done: The hold on your card was released. You weren't charged.",
      ],
    ],
    ["cancelled", { status: "cancelled" }, [], ["cancelled todo: Canceling"]],
    ["failed", { status: "failed" }, ["authorized"], []],
    [
      "without a prescription",
      { prescription: false },
      ["paid"],
      ["paid done: Paid", "pharmacy current: Being prepared at our warehouse", ...later],
    ],
    [
      "that has arrived",
      { prescription: false, status: "delivered" },
      ["paid", "pharmacy", "shipped", "delivered"],
      ["paid done: Paid", "pharmacy done: At our warehouse", "shipped done: Shipped", "delivered done: Delivered"],
    ],
  ])("%s", (_, facts, known, expected) => expect(steps(facts, done(...known))).toEqual(expected));

  it.each(
    Object.entries({
      ...{ pending: "in_review", authorizing: "in_review", unknown: "in_review", authorized: "in_review" },
      ...{ paid: "in_review", shipped: "in_review", delivered: null, voided: null, failed: null, cancelled: null },
      ...{ refunded: null, mismatch: null },
    } satisfies Record<OrderStatus, string | null>) as [OrderStatus, string | null][],
  )("of one that is %s: the one that is under way, with only the first known", (status, expected) => {
    const entries = orderTimeline(content, { ...paid, ...review, status }, done("authorized"));
    expect(entries.find(({ state }) => state === "current")?.event ?? null).toBe(expected);
  });

  it("have the day and detail of their event", () => {
    const known = [{ event: "shipped", at: day(5), detail: "UPS 1" }, ...atPharmacy];
    const shipped = orderTimeline(content, { ...paid, status: "shipped" }, known).find(
      ({ event }) => event === "shipped",
    );
    expect(shipped).toMatchObject({ at: day(5).toISOString(), detail: "UPS 1", amount: null });
  });

  it("a refund of the moment of a step comes after it, one before the first before all", () => {
    const at = (number: number) =>
      shown({ refunds: [refund(number, 500)] }, atPharmacy).map((each) => each.split(" ")[0]);
    expect(at(2)).toEqual(["paid", "pharmacy", "refunded", "shipped", "delivered"]);
    expect(at(0)).toEqual(["refunded", "paid", "pharmacy", "shipped", "delivered"]);
  });
});
