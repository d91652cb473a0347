import { describe, expect, it } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { orderTimeline, type TimelineFacts } from "./order-timeline.ts";

const content = await loadContent();
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
  });
});
