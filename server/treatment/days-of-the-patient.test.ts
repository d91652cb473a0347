import { describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { formatDay, formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { serverAtNoon } from "./testing/at-noon.ts";
import { changeTreatment, newestChange, weaker } from "./testing/changes.ts";
import { inCare, mailSubjects, subscriptionOf, prescriptionOrderIn, tokenOf } from "./testing/in-care.ts";
import { treatmentScenarios } from "./testing/scenarios.ts";

const server = serverAtNoon();
const { at } = treatmentScenarios(() => server);

/** 11 p.m. on Monday and 3 a.m. on Tuesday at the practice, in New York. */
const [lateMonday, earlyTuesday] = ["2027-02-02T04:00:00Z", "2027-02-02T08:00:00Z"];
const [monday, tuesday] = ["2027-02-01", "2027-02-02"];

const cases = [
  ["Pacific/Honolulu", lateMonday, monday],
  ["Pacific/Honolulu", earlyTuesday, monday],
  ["America/New_York", lateMonday, monday],
  ["America/New_York", earlyTuesday, tuesday],
  // On a journey.
  ["Europe/Paris", lateMonday, tuesday],
] as const;

/** Somebody in care since yesterday, or since this very moment. */
async function patientIn(timezone: string, moment: string, since: "yesterday" | "now" = "yesterday") {
  if (since === "now") at(moment);
  const rosa = await inCare(server);
  at(moment);
  const token = await tokenOf(server, rosa);
  await server.call(account.updateTimezone, { body: { timezone } }, { token });
  return { rosa, token };
}

describe("decisions §9 a day about a patient is the day where they are", () => {
  test.each(cases)("canceled in %s at %s: the mail and the page say %s", async (zone, moment, day) => {
    const { rosa, token } = await patientIn(zone, moment);
    await server.call(treatment.cancel, { params: { id: rosa.id }, body: {} }, { token });
    expect(await mailSubjects(server, rosa)).toContain("Your subscription is canceled");
    const mail = (await server.mailbox.list(rosa.email)).find(
      ({ subject }) => subject === "Your subscription is canceled",
    );
    expect(mail?.text).toContain(`canceled on ${formatDay(day)}.`);
    expect((await subscriptionOf(server, rosa)).statustext).toContain(formatDayWithYear(day));
  });

  test.each(cases)("delivered in %s at %s: on %s", async (zone, moment, day) => {
    const { rosa } = await patientIn(zone, moment);
    await server.services.db
      .updateTable("shipment")
      .set({ delivered_at: new Date(moment) })
      .where("order_id", "in", (q) => q.selectFrom("customer_order").select("id").where("patient_id", "=", rosa.id))
      .execute();
    const order = prescriptionOrderIn(await subscriptionOf(server, rosa), "delivered");
    expect(order.state.text).toContain(formatDayWithYear(day));
  });

  test.each(cases)("charged at once in %s at %s: on %s", async (zone, moment, day) => {
    const { rosa, token } = await patientIn(zone, moment);
    const { id } = prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled");
    await server.call(treatment.getNext, { params: { id } }, { token });
    const placed = (await subscriptionOf(server, rosa)).prescriptionorders.find((each) => each.id === id);
    expect(placed).toMatchObject({ chargeon: day });
  });

  test.each(cases)(
    "a change made in %s at %s says when it is first charged, by the calendar charges go by",
    async (zone, moment) => {
      const { rosa } = await patientIn(zone, moment, "now");
      await changeTreatment(server, rosa, { pricingid: weaker });
      const { nextchargeon } = await subscriptionOf(server, rosa, "estradiol_patch_0_025");
      expect(nextchargeon).not.toBeNull();
      expect(await newestChange(server, rosa)).toMatchObject({ status: "agreed", chargeon: nextchargeon });
    },
  );

  test.each(cases)(
    "in %s at %s a change made two days before a charge comes with that charge",
    async (zone, moment) => {
      const { rosa } = await patientIn(zone, moment);
      await changeTreatment(server, rosa, { pricingid: weaker });
      const { id } = prescriptionOrderIn(await subscriptionOf(server, rosa, "estradiol_patch_0_025"), "scheduled");
      server.clock.advance(2 * 86_400_000);
      expect(
        (await server.call(treatment.getNext, { params: { id } }, { token: await tokenOf(server, rosa) })).status,
      ).toBe(200);
      expect(await newestChange(server, rosa)).toMatchObject({ chargeon: null });
    },
  );
});
