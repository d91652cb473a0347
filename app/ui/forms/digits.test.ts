import { expect, test } from "vitest";
import { formatPhone, formatSsn, groupDigits } from "./digits.ts";

test("a phone number is grouped 3-3-4 as it grows", () => {
  expect(["4", "415", "4155", "415555", "4155550", "4155550123"].map(formatPhone)).toEqual([
    "4",
    "415",
    "415-5",
    "415-555",
    "415-555-0",
    "415-555-0123",
  ]);
});

test("a pasted phone number loses its formatting and its country code", () => {
  expect(formatPhone("+1 (415) 555-0123")).toBe("415-555-0123");
  for (const typed of [
    "1-415-555-0123",
    "415.555.0123",
    "14155550123",
    "４１５ ５５５ ０１２３",
    "\u202a415-555-0123\u202c",
  ])
    expect(formatPhone(typed)).toBe("415-555-0123");
});

test.each(["+52 55 8765 4321", "+65 8765 4321", "415555012399", "415-555-0123 x12", "call me", "+1"])(
  "what isn't a US number keeps every digit, to be refused: %s",
  (typed) => expect(formatPhone(typed)).toBe(typed),
);

test("a social security number is grouped 3-2-4", () => {
  expect(formatSsn("123456789")).toBe("123-45-6789");
  expect(formatSsn("12345")).toBe("123-45");
  expect(formatSsn("123-45-67890")).toBe("123-45-67890");
});

test("digits beyond the last group are dropped", () => {
  expect(groupDigits("123456", [2, 2], " ")).toBe("12 34");
});
