import { expect, test } from "vitest";
import { openAttempt, ownerMark } from "./owner.ts";
import { attemptOf, tokenOf } from "./testing.ts";

test("the mark tells patients apart, for one key, and holds neither", () => {
  const hers = ownerMark("key", tokenOf("anna"));
  expect(hers).toMatch(/^[0-9a-f]{1,8}$/);
  expect(ownerMark("key", tokenOf("anna"))).toBe(hers);
  expect(ownerMark("key", tokenOf("berta"))).not.toBe(hers);
  expect(ownerMark("other", tokenOf("anna"))).not.toBe(hers);
  expect(ownerMark("key", null)).not.toBe(hers);
});

test("she looks up a payment of hers, never another patient’s; a visitor any, for it may be hers", () => {
  const [annas, bertas] = [attemptOf("1", "anna"), attemptOf("2", "berta")];
  expect(openAttempt([annas, bertas], tokenOf("berta"))).toBe(bertas);
  expect(openAttempt([annas], tokenOf("berta"))).toBeNull();
  expect(openAttempt([annas, bertas], null)).toBe(annas);
  expect(openAttempt([], null)).toBeNull();
});
