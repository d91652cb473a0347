import { afterAll, beforeAll, expect, test } from "vitest";
import { treatment } from "#contract/treatment/calls.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { addDays, formatDay } from "#server/platform/clock/calendar-days.ts";
import { inCare, mailSubjects, subscriptionOf, prescriptionOrderIn, tokenOf } from "./testing/in-care.ts";

let server: TestServer;
/** Evening at the practice, when it is already the next day in UTC. */
beforeAll(async () => {
  server = await startTestServer();
  const now = server.clock.now();
  server.clock.advance(new Date(now).setUTCHours(26, 0, 0, 0) - now.getTime());
});
afterAll(() => server.close());

const today = () => dayIn(server.services.content.brand.timezone, server.clock.now());

test("decisions §9 the cancellation mail names the day in the practice's time zone", async () => {
  expect(server.clock.now().toISOString().slice(0, 10)).not.toBe(today());
  const rosa = await inCare(server);
  const token = await tokenOf(server, rosa);
  await server.call(treatment.cancel, { params: { id: rosa.id }, body: {} }, { token });
  expect(await mailSubjects(server, rosa)).toContain("Your subscription is canceled");
  const [mail] = (await server.mailbox.list(rosa.email)).filter(
    ({ subject }) => subject === "Your subscription is canceled",
  );
  expect(mail?.text).toContain(`canceled on ${formatDay(today())}.`);
});

test("decisions §9 get next counts from the parcel's arrival day in the practice's time zone", async () => {
  const rosa = await inCare(server);
  // 75 % of the 28 days a patch box lasts.
  expect(prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled").getnextfrom).toBe(addDays(today(), 21));
});
