import { expect, test } from "vitest";
import { formatPhone, formatSsn, groupDigits } from "./digits.ts";

test("a phone number is grouped 3-3-4 as it grows and never exceeds 12 characters", () => {
  expect(["4", "415", "4155", "415555", "4155550", "4155550123", "415555012399"].map(formatPhone)).toEqual([
    "4",
    "415",
    "415-5",
    "415-555",
    "415-555-0",
    "415-555-0123",
    "415-555-0123",
  ]);
});

test("a pasted phone number loses its formatting and its country code", () => {
  expect(formatPhone("+1 (415) 555-0123")).toBe("415-555-0123");
  expect(formatPhone("call me")).toBe("");
});

test("a social security number is grouped 3-2-4", () => {
  expect(formatSsn("123456789")).toBe("123-45-6789");
  expect(formatSsn("12345")).toBe("123-45");
});

test("digits beyond the last group are dropped", () => {
  expect(groupDigits("123456", [2, 2], " ")).toBe("12 34");
});
