import { describe, expect, test } from "vitest";
import { pathAfterLogin } from "./path-after-login.ts";

const record = { nonrxmedicationonly: false };
const done = { status: "DONE", record } as const;

describe("§4 after login", () => {
  test.each(["", "?redirectTo=/treatment", "?redirectTo=cream_modal", "?fud=1"])(
    "§4 PENDING goes to onboarding (%s)",
    (search) => {
      expect(pathAfterLogin(search, { status: "PENDING", record })).toBe("/");
      expect(pathAfterLogin(search, { status: "PENDING", record: null })).toBe("/");
    },
  );

  test.each([
    ["?redirectTo=%2Ftreatment", "/treatment"],
    ["?redirectTo=%2Forder%2F7%3Ftab%3Ditems", "/order/7?tab=items"],
    ["?redirectTo=cream_modal", "/home?upsell=cream"],
    ["?redirectTo=/cream_modal", "/home?upsell=cream"],
    ["?redirectTo=minoxidil_modal", "/home?upsell=minoxidil"],
    ["?redirectTo=%2Ftreatment&fud=1", "/treatment"],
    ["?fud=abc", "/home?fud=abc"],
    ["?fud=a%26b", "/home?fud=a%26b"],
    ["?fud=", "/home?fud="],
    ["", "/home"],
  ])("§4 DONE with %s goes to %s", (search, to) => expect(pathAfterLogin(search, done)).toBe(to));

  test.each(["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "evil_modal"])(
    "§4 redirectTo=%s is ignored",
    (target) => expect(pathAfterLogin(`?redirectTo=${encodeURIComponent(target)}`, done)).toBe("/home"),
  );

  test("§4 without onboarding data the patient goes to eligibility", () => {
    expect(pathAfterLogin("", { status: "DONE", record: null })).toBe("/eligibility");
  });

  test("§2.2 PENDING but non-Rx-only reaches the page asked for", () => {
    const customer = { status: "PENDING", record: { nonrxmedicationonly: true } } as const;
    expect(pathAfterLogin("?redirectTo=/order/7", customer)).toBe("/order/7");
    expect(pathAfterLogin("", customer)).toBe("/home");
  });
});
