import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { basisPointsOf, roundHalfEven, allocate } from "./money.ts";

const cents = fc.integer({ min: 0, max: 1_000_000 });

describe("sound checkout 8: one rounding rule", () => {
  it.each([
    [5, 10, 0],
    [15, 10, 2],
    [25, 10, 2],
    [35, 10, 4],
    [14, 10, 1],
    [16, 10, 2],
    [0, 7, 0],
  ])("%i/%i rounds to %i", (numerator, denominator, expected) => {
    expect(roundHalfEven(numerator, denominator)).toBe(expected);
  });

  it("is never off by more than half a cent, and exact halves land on even cents", () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
        const exact = amount * basisPoints;
        const rounded = basisPointsOf(amount, basisPoints);
        expect(Number.isInteger(rounded)).toBe(true);
        expect(2 * Math.abs(rounded * 10_000 - exact)).toBeLessThanOrEqual(10_000);
        if (exact % 10_000 === 5_000) expect(rounded % 2).toBe(0);
      }),
    );
  });

  it("spreads a discount over the lines so that it sums exactly and no line goes below zero", () => {
    fc.assert(
      fc.property(
        fc.array(cents, { minLength: 1, maxLength: 30 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (prices, part) => {
          const sum = prices.reduce((a, b) => a + b, 0);
          const amount = Math.floor(sum * part);
          const shares = allocate(amount, prices);
          expect(shares.reduce((a, b) => a + b, 0)).toBe(amount);
          shares.forEach((share, index) => {
            expect(share).toBeGreaterThanOrEqual(0);
            expect(share).toBeLessThanOrEqual(prices[index] ?? 0);
          });
        },
      ),
    );
  });
});
