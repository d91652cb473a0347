import { expect, test } from "vitest";
import { everyDays, priceEvery } from "./period.ts";

test("a price is shown with the days of its box", () => {
  expect(everyDays(28)).toBe("every 28 days");
  expect(priceEvery({ price: 53, dayssupply: 28 })).toBe("$53.00 every 28 days");
  expect(priceEvery({ price: 168.5, dayssupply: 84 })).toBe("$168.50 every 84 days");
});
