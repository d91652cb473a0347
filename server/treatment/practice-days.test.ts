import { afterAll, beforeAll, expect, test } from "vitest";
import { dayIn } from "#contract/fields/formats.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { inCare, subscriptionOf, prescriptionOrderIn } from "./testing/in-care.ts";

let server: TestServer;
/** Evening at the practice, when it is already the next day in UTC. */
beforeAll(async () => {
  server = await startTestServer();
  const now = server.clock.now();
  server.clock.advance(new Date(now).setUTCHours(26, 0, 0, 0) - now.getTime());
});
afterAll(() => server.close());

const today = () => dayIn(server.services.content.brand.timezone, server.clock.now());

test("decisions §9 get next counts from the parcel's arrival day in the practice's time zone", async () => {
  const rosa = await inCare(server);
  // 75 % of the 28 days a patch box lasts.
  expect(prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled").getnextfrom).toBe(addDays(today(), 21));
});
