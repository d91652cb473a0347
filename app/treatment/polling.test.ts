import { describe, expect, test } from "vitest";
import { orderPace, treatmentPace } from "./polling.ts";
import { anOrder, aTreatment } from "./testing.ts";

const minute = 60_000;

describe("looking for news", () => {
  test("a plan in review is looked at every 4 s, then ever more rarely", () => {
    const paces = [0, 2 * minute, 10 * minute].map((unchanged) => treatmentPace(aTreatment("in_review"), unchanged));
    expect(paces).toEqual([4000, 12_000, 30_000]);
  });

  test("a decided plan is looked at while an order of it is under way", () => {
    const orders = [anOrder({ status: "delivered" }), anOrder({ status: "shipped" })];
    expect(treatmentPace(aTreatment("approved", { orders }), 0)).toBe(10_000);
    expect(treatmentPace(aTreatment("approved", { orders }), 10 * minute)).toBe(minute);
  });

  test.each(["delivered", "voided", "refunded", "failed", "cancelled"] as const)(
    "nothing is expected of an order %s",
    (status) => {
      expect(orderPace(anOrder({ status }), 0)).toBe(false);
      expect(treatmentPace(aTreatment("declined", { orders: [anOrder({ status })] }), 0)).toBe(false);
    },
  );

  test("before the first answer nothing is looked for", () => {
    expect(treatmentPace(undefined, 0)).toBe(false);
  });
});
