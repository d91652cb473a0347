import { describe, expect, test } from "vitest";
import { ApiError, type Failure } from "#app/api/api-error.ts";
import type { Call } from "#app/api/request.ts";
import { memoryCookies } from "#app/api/session/cookies.ts";
import { growth } from "#contract/growth/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import { applyCodes } from "./apply-codes.ts";

const pending = { onboardingstatus: "PENDING", nonrxmedicationonly: false, couponid: null, stop: null };
const refusing = (message: string, code: Failure, status = 409) => new ApiError(message, { status, code });

/** What happened to the codes, and which calls were made. */
async function guarded(
  cookies: Record<string, string>,
  { record = {}, error }: { record?: object; error?: ApiError } = {},
) {
  const jar = memoryCookies(cookies);
  const done: string[] = [];
  const calls: unknown[] = [];
  const call = (async (endpoint: object, input: unknown) => {
    calls.push([
      endpoint === onboarding.applyCoupon
        ? "visit"
        : endpoint === growth.applyPromoCode
          ? "kept"
          : endpoint === growth.checkReferral
            ? "friend"
            : "?",
      input,
    ]);
    if (error) throw error;
    return { message: "Thank you.", onboarding: { couponid: "FSASTORE30" } };
  }) as unknown as Call;
  await applyCodes({
    call,
    cookies: jar,
    record: { ...pending, ...record } as OnboardingRecord,
    onVisitRepriced: ({ couponid }) => done.push(`applied ${couponid}`),
    onNextChargeRepriced: () => done.push("kept"),
    showNotice: ({ tone, text }) => done.push(`${tone}: ${text}`),
    signOut: () => done.push("signed out"),
    cleanAddress: () => done.push("address"),
  });
  return { left: jar.all(), done, asked: calls };
}
const promocode = { promocode: "FSASTORE30" };

describe("§9 the global guard applies a code automatically", () => {
  test("while the visit is open: once, silently", async () => {
    const { asked: calls, done, left } = await guarded(promocode);
    expect(calls).toEqual([["visit", { body: { couponid: "FSASTORE30" } }]]);
    expect([done, left]).toEqual([["applied FSASTORE30", "address"], promocode]);
  });
  test.each([
    ["with a code on the visit", { couponid: "HSASTORE30" }],
    ["§4 once onboarding is DONE", { onboardingstatus: "DONE" }],
    ["on a visit that was stopped", { stop: { title: "Stop" } }],
    ["for who only orders without prescription", { nonrxmedicationonly: true }],
  ])("not %s: it leaves the URL, and its cookie stays for the store", async (_, record) => {
    expect(await guarded(promocode, { record })).toEqual({ asked: [], done: ["address"], left: promocode });
  });
  test.each(["BFBLOSSOM40", "BFBLOSSOM40FIXED", "BLACKFRIDAY2022", "CYBERMONDAY2022", "BFBLOSSOM10", "bfblossom40"])(
    "§9 not %s, even if the cookie has it",
    async (code) => {
      expect(await guarded({ promocode: code })).toMatchObject({ asked: [], done: ["address"] });
    },
  );
  test("not without a code, and the URL stays as it is", async () => {
    expect(await guarded({})).toEqual({ asked: [], done: [], left: {} });
    expect(await guarded({}, { record: { onboardingstatus: "DONE" } })).toEqual({ asked: [], done: [], left: {} });
  });
});

describe("§5 coupon alerts", () => {
  const missing = "The coupon you entered does not exist, please check the code you entered.";
  test.each([
    ["a missing coupon", missing, "coupon_not_found"],
    ["a code that was used", "This code has already been used.", "coupon_used"],
    ["an expired code", "This code has expired.", "coupon_expired"],
    ["the promocode is removed", "You've already completed this step", "step_completed"],
  ] as const)("%s: shown once, then dropped from cookie and URL", async (_, message, code) => {
    const { done, left } = await guarded(promocode, { error: refusing(message, code) });
    expect([done, left]).toEqual([["address", `warning: ${message}`], {}]);
  });
  test("a refused code takes the session promo along, another promo stays", async () => {
    const error = refusing(missing, "coupon_not_found");
    expect((await guarded({ ...promocode, sessionPromo: "FSASTORE30" }, { error })).left).toEqual({});
    const other = { sessionPromo: "BFBLOSSOM40" };
    expect((await guarded({ ...promocode, ...other }, { error })).left).toEqual(other);
  });
  test.each([
    ["a missing coupon", missing],
    ["a completed step", "You've already completed this step"],
  ])("§5 %s is recognized by its message alone, in URL and cookie", async (_, message) => {
    const { done, left } = await guarded(promocode, { error: refusing(message, "unexpected_reply", 400) });
    expect([done, left]).toEqual([["address", `warning: ${message}`], {}]);
  });
  test.each([
    ["its message", "Unauthorized request", "unexpected_reply", 403],
    ["its message and status", "Unauthorized request", "need_auth", 401],
    ["its code", "No", "api_key_required", 401],
  ] as const)("§5 “Unauthorized request” by %s: the tokens are cleared", async (_, message, code, status) => {
    const { done, left } = await guarded(promocode, { error: refusing(message, code, status) });
    expect([done, left]).toEqual([["signed out"], promocode]);
  });
  test.each(["network", "unavailable", "payment_pending"] as const)(
    "%s: nothing is dropped, it is retried later",
    async (code) => {
      const { done, left } = await guarded(promocode, { error: refusing("Later", code, 0) });
      expect([done, left]).toEqual([[], promocode]);
    },
  );
});

describe("§7 an existing customer's code, after login", () => {
  const existing = { promocodeExistingID: "WINBACK10" };
  test("is applied to the patient's next charge, with a message", async () => {
    const { asked: calls, done, left } = await guarded(existing, { record: { onboardingstatus: "DONE" } });
    expect(calls).toEqual([["kept", { body: { code: "WINBACK10" } }]]);
    expect([done, left]).toEqual([["address", "kept", "success: Thank you."], {}]);
  });
  test("waits until the patient finishes the visit", async () => {
    expect(await guarded(existing)).toMatchObject({ asked: [], left: existing });
  });
  test("that does not apply is reported and dropped", async () => {
    const error = refusing("This code can't be used for this order.", "coupon_not_applicable");
    const { done, left } = await guarded(existing, { record: { onboardingstatus: "DONE" }, error });
    expect([done, left]).toEqual([["address", "warning: This code can't be used for this order."], {}]);
  });
});

describe("a friend's referral link after the visit", () => {
  const link = { referralToken: "NYJQEN4M" };
  const done = { record: { onboardingstatus: "DONE" } };
  test("the patient's own link shows one sentence and leaves cookie and URL", async () => {
    const error = refusing("This is your own code.", "referral_own");
    const { done: what, left, asked: calls } = await guarded(link, { ...done, error });
    expect(calls).toEqual([["friend", { body: { referralcode: "NYJQEN4M" } }]]);
    expect([what, left]).toEqual([["warning: This is your own link. Share it with a friend.", "address"], {}]);
  });
  test("another patient's is dropped silently, but kept while the server cannot be reached", async () => {
    expect(await guarded(link, done)).toMatchObject({ done: ["address"], left: {} });
    const error = refusing("Later", "network", 0);
    expect(await guarded(link, { ...done, error })).toMatchObject({ done: [], left: link });
    expect(await guarded(link)).toMatchObject({ asked: [], left: link });
  });
});
