import { describe, expect, test } from "vitest";
import { orderPollInterval, treatmentPollInterval } from "./queries.ts";
import { anOrder, aTreatment } from "./testing.ts";

describe("polling without the live connection", () => {
  test("a plan in review is polled every 30 s", () => {
    expect(treatmentPollInterval(aTreatment("in_review"))).toBe(30_000);
  });

  test("a decided plan is polled while one of its orders is in progress", () => {
    const orders = [anOrder({ status: "delivered" }), anOrder({ status: "shipped" })];
    expect(treatmentPollInterval(aTreatment("approved", { orders }))).toBe(60_000);
    expect(orderPollInterval(anOrder({ status: "authorized" }))).toBe(30_000);
  });

  test.each(["delivered", "voided", "refunded", "failed", "cancelled"] as const)(
    "an order that is %s is not polled",
    (status) => {
      expect(orderPollInterval(anOrder({ status }))).toBe(false);
      expect(treatmentPollInterval(aTreatment("declined", { orders: [anOrder({ status })] }))).toBe(false);
    },
  );

  test("nothing is polled before the first response", () => {
    expect(treatmentPollInterval(undefined)).toBe(false);
  });
});
