import { expect, test } from "vitest";
import { parseQuantity } from "./quantity-stepper.tsx";

const limits = { value: 2, min: 0, max: 12 };

test.each([
  ["3", 3, ""],
  [" 12 ", 12, ""],
  ["0", 0, ""],
  ["99", 12, "You can order up to 12 at once, so we set it to 12."],
  ["-3", 2, "Please type a whole number. We left it at 2."],
  ["1.5", 2, "Please type a whole number. We left it at 2."],
  ["two", 2, "Please type a whole number. We left it at 2."],
])("%j becomes %i, with the reason where that is not what was typed", (typed, quantity, problem) =>
  expect(parseQuantity(typed, limits)).toEqual({ quantity, problem }),
);

test("one below the minimum becomes the minimum", () =>
  expect(parseQuantity("0", { value: 2, min: 1, max: 12 })).toEqual({
    quantity: 1,
    problem: "The smallest number is 1, so we set it to 1.",
  }));
