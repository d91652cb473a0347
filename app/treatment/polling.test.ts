import { describe, expect, test } from "vitest";
import { orderPollInterval, treatmentPollInterval } from "./polling.ts";
import { anOrder, aTreatment } from "./testing.ts";

describe("looking for news without the live connection", () => {
  test("a plan in review is looked at every 30 s", () => {
    expect(treatmentPollInterval(aTreatment("in_review"))).toBe(30_000);
  });

  test("a decided plan is looked at while an order of it is under way", () => {
    const orders = [anOrder({ status: "delivered" }), anOrder({ status: "shipped" })];
    expect(treatmentPollInterval(aTreatment("approved", { orders }))).toBe(60_000);
    expect(orderPollInterval(anOrder({ status: "authorized" }))).toBe(30_000);
  });

  test.each(["delivered", "voided", "refunded", "failed", "cancelled"] as const)(
    "nothing is expected of an order %s",
    (status) => {
      expect(orderPollInterval(anOrder({ status }))).toBe(false);
      expect(treatmentPollInterval(aTreatment("declined", { orders: [anOrder({ status })] }))).toBe(false);
    },
  );

  test("before the first answer nothing is looked for", () => {
    expect(treatmentPollInterval(undefined)).toBe(false);
  });
});
