import { beforeAll, expect, test } from "vitest";
import { followup } from "#contract/followup.ts";
import { growth } from "#contract/growth/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { type CallResult, sharedTestServer, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

interface Sender {
  readonly address: string;
}
type Send = (from: Sender) => Promise<CallResult<unknown>>;

const event: Send = (from) => server.call(onboarding.event, { params: { eventName: "PageSeen" }, body: {} }, from);
const eventOfServer: Send = (from) => server.call(followup.serverEvent, { body: { event: "PageSeen" } }, from);
const report: Send = (from) =>
  server.call(onboarding.networkLog, { body: { error: { message: "Oops", status: 0 } } }, from);
const errorLog: Send = (from) => server.call(onboarding.errorLog, { body: { event: "e", error_log: "x" } }, from);
const vitals =
  (name: "LCP" | "CLS", page: "auth" | "cart", value: number): Send =>
  (from) =>
    server.call(growth.vitals, { body: { items: [{ name, page, value }] } }, from);
const guess: Send = (from) => server.call(growth.checkReferral, { body: { referralcode: "NOSUCHCODE" } }, from);

test.each<[string, number, Send, Send, Sender]>([
  ["events", 120, event, eventOfServer, { address: "198.51.100.41" }],
  ["error reports", 120, report, errorLog, { address: "198.51.100.42" }],
  ["web vitals", 60, vitals("LCP", "auth", 1), vitals("CLS", "cart", 0), { address: "198.51.100.43" }],
  ["guesses of a friend's code", 200, guess, guess, { address: "198.51.100.44" }],
])(
  "decisions §3 %s of one address: more than %i in a window are refused",
  async (_, most, call, sameLimitCall, from) => {
    const statuses = (await Promise.all(Array.from({ length: most }, () => call(from)))).map(({ status }) => status);
    expect(statuses).not.toContain(429);
    const { status, problem, headers } = await sameLimitCall(from);
    expect([status, problem.code]).toEqual([429, "rate_limited"]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(0);
  },
);
