import { expect, test } from "vitest";
import { findOpenAttempt, patientFingerprint } from "./open-attempts.ts";
import { testAttempt, testToken } from "./testing.ts";

test("the fingerprint tells patients apart, for one key, and contains neither id nor key", () => {
  const fingerprint = patientFingerprint("key", testToken("anna"));
  expect(fingerprint).toMatch(/^[0-9a-f]{1,8}$/);
  expect(patientFingerprint("key", testToken("anna"))).toBe(fingerprint);
  expect(patientFingerprint("key", testToken("berta"))).not.toBe(fingerprint);
  expect(patientFingerprint("other", testToken("anna"))).not.toBe(fingerprint);
  expect(patientFingerprint("key", null)).not.toBe(fingerprint);
});

test("a patient looks up only their own payment, never another patient’s; a visitor any, for it may be theirs", () => {
  const [annas, bertas] = [testAttempt("1", "anna"), testAttempt("2", "berta")];
  expect(findOpenAttempt([annas, bertas], testToken("berta"))).toBe(bertas);
  expect(findOpenAttempt([annas], testToken("berta"))).toBeNull();
  expect(findOpenAttempt([annas, bertas], null)).toBe(annas);
  expect(findOpenAttempt([], null)).toBeNull();
});
