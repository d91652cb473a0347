import { expect, test } from "vitest";
import { cleanText, lengthState } from "./composer.tsx";

test("§5 the room left shows near the limit, and the excess beyond it", () => {
  expect(lengthState("x".repeat(4000))).toBeNull();
  expect(lengthState("x".repeat(4999))).toEqual({ hint: "1 character left", over: false });
  expect(lengthState(` ${"x".repeat(5000)} `)).toEqual({ hint: "0 characters left", over: false });
  expect(lengthState("x".repeat(6200))?.hint).toContain("1,200 characters too many");
  expect(cleanText(" a\u0000b\nc\u0007 ")).toBe("ab\nc");
});
