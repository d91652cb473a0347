import { expect, test, vi } from "vitest";
import { remember } from "./remember.ts";

test("computes each result once, and anew when it has too many", () => {
  const compute = vi.fn((key: number) => key * 2);
  const double = remember(2, compute);
  expect([double(1), double(2), double(1), double(2)]).toEqual([2, 4, 2, 4]);
  expect(compute).toHaveBeenCalledTimes(2);
  expect([double(3), double(1), double(3)]).toEqual([6, 2, 6]);
  expect(compute).toHaveBeenCalledTimes(4);
});
