import { describe, expect, test } from "vitest";
import { ApiError, type Failure } from "#app/api/api-error.ts";
import { memoryCookies } from "#app/api/session/cookies.ts";
import { tryTypedCode, withoutCodeParams } from "./code-refusal.ts";

/** What a refused typed code changes in the browser, and what is rethrown. */
async function typed(message: string, code: Failure, status: number) {
  const cookies = memoryCookies({ promocode: "FSASTORE30", sessionPromo: "FSASTORE30" });
  const done: string[] = [];
  const refused = new ApiError(message, { status, code });
  const thrown = await tryTypedCode(() => Promise.reject(refused), {
    cookies,
    signOut: () => done.push("signed out"),
    cleanAddress: () => done.push("address"),
  }).catch((error: unknown) => error);
  expect(thrown).toBe(refused);
  return [done, Object.keys(cookies.all())];
}
const both = ["promocode", "sessionPromo"];

describe("§5 a code typed by hand, refused", () => {
  test.each([
    ["its message", "You've already completed this step", "unexpected_reply", 400],
    ["its code", "No", "step_completed", 409],
  ] as const)("a completed step by %s: the promocode leaves URL and cookie", async (_, message, code, status) => {
    expect(await typed(message, code, status)).toEqual([["address"], ["sessionPromo"]]);
  });

  test.each([
    ["its message", "Unauthorized request", "unexpected_reply", 400],
    ["its code", "No", "api_key_required", 401],
  ] as const)("“Unauthorized request” by %s: the tokens are cleared", async (_, message, code, status) => {
    expect(await typed(message, code, status)).toEqual([["signed out"], both]);
  });

  test.each([
    ["The coupon you entered does not exist, please check the code you entered.", "unexpected_reply", 400],
    ["This code has expired.", "coupon_expired", 409],
    ["Later", "network", 0],
  ] as const)("“%s” is shown where it was typed, and nothing else changes", async (message, code, status) => {
    expect(await typed(message, code, status)).toEqual([[], both]);
  });
});

test("§5 only the codes leave the URL", () => {
  expect(withoutCodeParams("https://x.example/home?promocode=A&promocodeExistingID=B&refcode=C&upsell=cream")).toBe(
    "/home?upsell=cream",
  );
  expect(withoutCodeParams("https://x.example/login?sessionPromo=A&redirectTo=%2Fsupport")).toBe(
    "/login?redirectTo=%2Fsupport",
  );
  expect(withoutCodeParams("https://x.example/checkout?promocode=A&utm_source=b#c")).toBe("/checkout?utm_source=b#c");
  expect(withoutCodeParams("https://x.example/checkout?utm_source=b")).toBeNull();
});
