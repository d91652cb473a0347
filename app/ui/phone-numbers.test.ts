import { expect, test } from "vitest";
import { phoneNumbersIn } from "./phone-numbers.ts";

test("the numbers of a sentence can be pressed, and nothing of it is lost", () => {
  const sentence = "Call or text 988 at any hour, or 1-800-273-8255. In an emergency, 911";
  const pieces = phoneNumbersIn(sentence);
  expect(pieces.flatMap(({ tel }) => tel ?? [])).toEqual(["988", "18002738255", "911"]);
  expect(pieces.map(({ text }) => text).join("")).toBe(sentence);
});

test("longer numbers are not taken for emergency ones", () => {
  expect(phoneNumbersIn("Order 9112 of 1988")).toEqual([{ text: "Order 9112 of 1988" }]);
});
