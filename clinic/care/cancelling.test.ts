import { describe, expect, test } from "vitest";
import { order } from "#clinic/testing/cases.ts";
import type { Order } from "#contract/orders/orders.ts";
import { OrderStatus } from "#contract/orders/orders.ts";
import { cancelEffect, canceledNotice, mayBeCanceled } from "./cancelling.ts";

const allCanceled = order({ status: "paid" }).detail.map((line) => ({ ...line, cancelled: true }));

describe("decisions §11 an order is canceled for a patient who asks for it", () => {
  test("while its money is authorized or paid, and no later", () => {
    const open = OrderStatus.options.filter((status) => mayBeCanceled(order({ status })));
    expect(open).toEqual(["authorized", "paid"]);
    expect(mayBeCanceled(order({ status: "paid", detail: allCanceled }))).toBe(false);
    // Whoever only handles money sees no products.
    expect(mayBeCanceled(order({ status: "paid", detail: [] }))).toBe(true);
  });

  test("what is held is released, and nobody reads that money comes back", () => {
    const notice = [...cancelEffect(order({ status: "authorized" })), canceledNotice(order({ status: "authorized" }))];
    expect(notice.join(" ")).toContain("The hold of $99.00 on Visa ending in 4242 is released.");
    expect(notice.join(" ")).not.toMatch(/goes back/);
  });

  test("what was paid goes back, and a subscription continues", () => {
    const paid: Order = order({ status: "paid" });
    expect(cancelEffect(paid).join(" ")).toMatch(/goes back to Visa ending in 4242.*cancel it as well/);
    expect(canceledNotice(paid)).toMatch(/^Order 10005 is canceled\. What was paid goes back/);
    expect(canceledNotice(order({ status: "paid", number: null }))).toMatch(/^The order is canceled/);
  });
});
