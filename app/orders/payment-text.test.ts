import { describe, expect, test } from "vitest";
import { type Order, OrderStatus } from "#contract/orders/orders.ts";
import { paymentText } from "./payment-text.ts";
import { cardOnFileText } from "#app/payment/card/card-number.ts";
import { orderSummaryRows } from "./order-summary-rows.ts";
import { aLine, anOrder, timeline } from "#app/treatment/testing.ts";

describe("what an order says about payment", () => {
  const text = (status: Order["status"], ...events: Order["timeline"][number]["event"][]) =>
    paymentText(anOrder({ status, timeline: timeline(...events) }));

  test("an authorized order is not charged", () => {
    expect(text("authorized")).toBe(
      "$100.00 is held on Visa ending in 4242. You'll only be charged if your doctor approves your plan.",
    );
  });

  test("a declined order says the authorization is being released, then that nothing was charged", () => {
    expect(text("authorized", "declined")).toContain("You won't be charged.");
    expect(text("voided", "declined")).toContain("You weren't charged.");
  });

  test.each(["pending", "failed", "cancelled"] as const)("%s was not charged", (status) => {
    expect(text(status)).toContain("You weren't charged.");
  });

  test.each(["authorizing", "unknown"] as const)("%s: do not pay again", (status) => {
    expect(text(status)).toContain("don't pay again");
  });

  test("§12 a refund is shown, a partial one with its amount", () => {
    expect(paymentText(anOrder({ status: "paid", refunded: 20 }))).toContain("$20.00 of it was refunded.");
    expect(paymentText(anOrder({ status: "refunded", refunded: 100 }))).toMatch(/^\$100\.00 was refunded to Visa/);
    expect(paymentText(anOrder({ status: "cancelled", refunded: 100 }))).toContain("$100.00 was refunded to Visa");
  });

  test("a cancelled paid order says what is being refunded, less what was refunded before", () => {
    const detail = [aLine({ cancelled: true })];
    expect(paymentText(anOrder({ status: "paid", detail, refunded: 30 }))).toMatch(
      /^This order was canceled. We're refunding \$70.00 to Visa ending in 4242\./,
    );
  });

  test("every order status has a sentence", () => {
    for (const status of OrderStatus.options) expect(text(status)).toMatch(/\.$/);
  });

  test("a card of an unknown brand is just called a card", () => {
    expect(cardOnFileText({ brand: "other", last4: "1234" })).toBe("card ending in 1234");
    expect(cardOnFileText(null)).toBe("your card");
  });
});

describe("§7 the summary of an order", () => {
  const summary = {
    subtotal: 231,
    discount: 44.1,
    taxamount: 0.15,
    shipping: 0,
    totalamount: 187.05,
    couponid: "HSASTORE30",
    discountfrom: "HSASTORE30",
  };

  test("lines − discounts + tax + shipping = total, each with its label", () => {
    expect(orderSummaryRows({ summary, refunded: 0 }).map(({ label, value }) => `${label} ${value}`)).toEqual([
      "Order Sub-total $231.00",
      "Discount (HSASTORE30) −$44.10",
      "Tax $0.15",
      "Shipping Free",
      "Grand Total $187.05",
    ]);
  });

  test("without a discount there is no line for it", () => {
    expect(
      orderSummaryRows({ summary: { ...summary, discount: 0, couponid: null, discountfrom: null }, refunded: 0 }).map(
        ({ label }) => label,
      ),
    ).not.toContain("Discount");
  });

  test("the amount refunded comes after the total", () => {
    expect(orderSummaryRows({ summary, refunded: 20 }).at(-1)).toEqual({
      label: "Refunded to you",
      value: "$20.00",
      highlight: true,
    });
  });
});
