import { describe, expect, test } from "vitest";
import { onHandTexts, supplyEndText, periodText, priceAndPeriodText } from "./subscription-text.ts";
import { aSubscription } from "../testing.ts";

test("a price names its billing period", () => {
  expect(priceAndPeriodText({ price: 89, dayssupply: 28, quantity: 1 })).toBe("$89.00 every 28 days");
  expect(priceAndPeriodText({ price: 240, dayssupply: 168, quantity: 2 })).toBe("$240.00 every 168 days, 2 of them");
  expect(periodText({ dayssupply: 28, quantity: 1 })).toBe("Every 28 days");
  expect(periodText({ dayssupply: 168, quantity: 2 })).toBe("Every 168 days, 2 of them");
});

test("until when a box lasts, once one was delivered", () => {
  expect(supplyEndText({ onhanduntil: "2026-05-08" })).toBe("Your box lasts until Friday, May 8.");
  expect(supplyEndText({ onhanduntil: null })).toBe("");
});

describe("how long the medicine at home lasts", () => {
  const lasting = (name: string, onhanduntil: string | null) => ({
    onhanduntil,
    item: { ...aSubscription().item, name },
  });
  const texts = (...subscriptions: ReturnType<typeof lasting>[]) => onHandTexts(subscriptions).map(({ text }) => text);

  test("what runs out together is one box", () => {
    expect(texts(lasting("Estradiol patch", "2026-08-14"), lasting("Progesterone capsule", "2026-08-14"))).toEqual([
      "Your box lasts until Friday, August 14.",
    ]);
  });

  test("what runs out on different days is named, soonest first", () => {
    expect(texts(lasting("Magnesium", "2026-09-01"), lasting("Estradiol patch", "2026-08-14"))).toEqual([
      "Estradiol patch: enough until Friday, August 14.",
      "Magnesium: enough until Tuesday, September 1.",
    ]);
  });

  test("nothing is said of what has not arrived, is used up or was stopped", () => {
    expect(texts(lasting("Estradiol patch", null))).toEqual([]);
  });
});
