import { afterAll, beforeAll, expect, test } from "vitest";
import { followup } from "#contract/followup.ts";
import { growth } from "#contract/growth.ts";
import { onboarding } from "#contract/onboarding.ts";
import { type CallResult, startTestServer, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const event = () => server.call(onboarding.event, { params: { eventName: "PageSeen" }, body: {} });
const guess = () => server.call(growth.checkReferral, { body: { referralcode: "NOSUCHCODE" } });
const report = () => server.call(onboarding.networkLog, { body: { error: { message: "Oops", status: 0 } } });

test.each<[string, number, () => Promise<CallResult<unknown>>, () => Promise<CallResult<unknown>>]>([
  ["events", 120, event, () => server.call(followup.serverEvent, { body: { event: "PageSeen" } })],
  ["error reports", 120, report, () => server.call(onboarding.errorLog, { body: { event: "e", error_log: "x" } })],
  [
    "web vitals",
    60,
    () => server.call(growth.vitals, { body: { items: [{ name: "LCP", place: "auth", value: 1 }] } }),
    () => server.call(growth.vitals, { body: { items: [{ name: "CLS", place: "cart", value: 0 }] } }),
  ],
  ["guesses of a friend's code", 200, guess, guess],
])("decisions §3 %s of one address: more than %i in a while are refused", async (_, most, call, likeIt) => {
  const statuses = (await Promise.all(Array.from({ length: most }, call))).map(({ status }) => status);
  expect(statuses).not.toContain(429);
  const { status, problem, headers } = await likeIt();
  expect([status, problem.code]).toEqual([429, "rate_limited"]);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
});
