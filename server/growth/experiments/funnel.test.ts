import { describe, expect, test } from "vitest";
import { newcombeDifference, funnelTable, sampleRatio, sampleRatioLine, wilsonInterval } from "./funnel.ts";

/** Values from Newcombe, Statistics in Medicine 17 (1998), tables of both papers, and from Brown, Cai, DasGupta (2001). */
describe("Wilson's interval", () => {
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
    [20, 20, 0.8389, 1],
  ])("%i of %i", (some, all, low, high) => {
    const share = wilsonInterval(some, all);
    expect(share?.share).toBeCloseTo(some / all, 10);
    expect(share?.low).toBeCloseTo(low, 4);
    expect(share?.high).toBeCloseTo(high, 4);
  });
  test("without trials there is none", () => expect(wilsonInterval(0, 0)).toBeNull());
});

describe("Newcombe's interval for a difference", () => {
  test.each([
    [48, 80, 56, 70, 0.0524, 0.3339],
    [3, 10, 9, 10, 0.1705, 0.809],
    [0, 29, 0, 20, -0.117, 0.1611],
  ])("%i of %i, and %i of %i", (a, allA, b, allB, low, high) => {
    const d = newcombeDifference(wilsonInterval(a, allA), wilsonInterval(b, allB));
    expect(d?.share).toBeCloseTo(b / allB - a / allA, 10);
    expect(d?.low).toBeCloseTo(low, 3);
    expect(d?.high).toBeCloseTo(high, 3);
  });
  test("without trials on one side there is none", () =>
    expect(newcombeDifference(wilsonInterval(0, 0), wilsonInterval(1, 2))).toBeNull());
});

describe("whether visitors were assigned by the weights", () => {
  const weighted = (...weights: number[]) => weights.map((weight, index) => [String(index), weight] as const);
  const counted = (...counts: number[]) => new Map(counts.map((count, index) => [String(index), count]));
  // Values from pchisq(chi, df, lower.tail = FALSE).
  test.each([
    [weighted(1, 1), counted(50, 50), 0, 1],
    [weighted(1, 1), counted(60, 40), 4, 0.0455],
    [weighted(1, 1), counted(821, 700), 9.6259, 0.0019],
    [weighted(1, 1, 1), counted(30, 40, 50), 5, 0.0821],
    [weighted(1, 1, 1, 1), counted(40, 20, 20, 20), 12, 0.0074],
    [weighted(1, 1, 1, 1, 1), counted(30, 20, 20, 20, 10), 10, 0.0404],
    [weighted(3, 1), counted(75, 25), 0, 1],
  ])("%j %j", (weights, counts, chi, chance) => {
    const ratio = sampleRatio(weights, counts);
    expect(ratio?.chiSquare).toBeCloseTo(chi, 3);
    expect(ratio?.pValue).toBeCloseTo(chance, 3);
  });
  test("the report says so; without visitors it shows a dash", () => {
    const of = (a: number, b: number) =>
      sampleRatioLine(weighted(1, 1), [
        ["0", { assigned: a, signedUp: 0, finished: 0, paid: 0 }],
        ["1", { assigned: b, signedUp: 0, finished: 0, paid: 0 }],
      ]);
    expect(of(60, 40)).toBe("shared out as weighted: chi-square 4.00, p = 0.0455");
    expect(of(700, 500)).toContain("! do not trust");
    expect(of(0, 0)).toContain("–");
  });
});

test("the table shows counts, shares and differences; a star where zero lies outside the interval", () => {
  const table = funnelTable([
    ["a", { assigned: 80, signedUp: 48, finished: 8, paid: 0 }],
    ["b", { assigned: 70, signedUp: 56, finished: 7, paid: 0 }],
  ]);
  expect(table).toContain("60.0% [49.0%, 70.0%]");
  expect(table).toContain("+20.0 [+5.2, +33.4] *");
  expect(table).toContain("+0.0 [−");
  expect(table.split("\n")).toHaveLength(6);
  expect(funnelTable([["a", { assigned: 0, signedUp: 0, finished: 0, paid: 0 }]])).toContain("–");
});
