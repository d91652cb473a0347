import { expect, test } from "vitest";
import type { RateLimit } from "#server/platform/rate-limit.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { authHandlers } from "./routes.ts";

const handlers = authHandlers(() => Promise.resolve("PENDING"));
type Call = keyof typeof handlers;

/** A request of somebody signed in, of whom the limiter refuses the attempt that is counted as the `last`. */
function requestLimitedAt(last: number) {
  const counted: string[] = [];
  const limiter = {
    rateLimitNetwork: (address: string) => address,
    consume: (name: string, key: string, _limit: RateLimit) => {
      counted.push(`${name} ${key}`);
      return counted.length < last ? Promise.resolve() : Promise.reject(new Refusal("rate_limited"));
    },
  };
  const ctx = {
    ...{ limiter, caller: { patientId: "patient 1", sessionId: "session 1" }, request: { address: "1.2.3.4" } },
    config: { requestsPerMinute: 1200, invitationCodes: [] },
    secrets: { digest: (text: string) => ({ toString: () => `of ${text}` }), derive: () => Buffer.alloc(32) },
    cookies: { get: () => undefined },
  };
  return { counted, ctx };
}

const email = "a@example.com";
const body = { email, password: "marigold", newpassword: "marigold at noon", code: "c", onetimetoken: "t" };

/** What each call is counted as before it does anything, by the address and, where there is one, of whom. */
const counts: Readonly<Record<Exclude<Call, "signOut" | "globalSignOut">, readonly string[]>> = {
  signIn: ["guess-address 1.2.3.4", `guess-account of ${email}`],
  signUp: ["signup-address 1.2.3.4", "guess-address 1.2.3.4", `guess-account of ${email}`],
  signUpNonRx: ["signup-address 1.2.3.4", "guess-address 1.2.3.4", `guess-account of ${email}`],
  refreshToken: ["refresh-address 1.2.3.4"],
  getToken: ["onetimetoken-address 1.2.3.4"],
  getOneTimeToken: ["onetimetoken-address 1.2.3.4", "onetimetoken-account of patient 1"],
  forgotPassword: ["forgot-address 1.2.3.4", `forgot-account of ${email} 1.2.3.4`],
  confirmPassword: ["confirm-address 1.2.3.4", `confirm-account of ${email} 1.2.3.4`],
  checkRecovery: ["confirm-address 1.2.3.4", `confirm-account of ${email} 1.2.3.4`],
  changePassword: ["password-address 1.2.3.4", "password-account of patient 1"],
  checkInvitation: ["invitation-address 1.2.3.4"],
};

test.each(Object.entries(counts) as [keyof typeof counts, readonly string[]][])(
  "%s is counted before anything else happens, and by whom",
  async (call, expected) => {
    const { counted, ctx } = requestLimitedAt(expected.length);
    const handle = handlers[call] as (input: unknown, context: unknown) => Promise<unknown>;
    await expect(handle({ body }, ctx)).rejects.toThrow(Refusal);
    expect(counted).toEqual(expected);
  },
);
