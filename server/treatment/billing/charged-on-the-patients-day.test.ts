import { describe, expect, test } from "vitest";
import { dayIn } from "#contract/fields/formats.ts";
import { addDays, formatDay, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import { capturedCents, declineCard, home, type InCare, inCare, mailSubjects, passDays } from "../testing/in-care.ts";
import { remindOfCharges } from "./remind-of-charges.ts";
import { runBilling } from "./run-billing.ts";

const server = serverAtNoon();
const hourMs = 3_600_000;
const practice = () => server.services.content.brand.timezone;

/** Sets the clock; the time of day of tests is otherwise noon. */
const at = (moment: Date) => server.clock.advance(moment.getTime() - server.clock.now().getTime());

/** A patient who is told of a charge, and its day. */
async function announced(timezone: string): Promise<{ rosa: InCare; day: string }> {
  const rosa = await inCare(server);
  await server.services.db.updateTable("patient").set({ timezone }).where("id", "=", rosa.id).execute();
  for (
    let days = 0;
    days < 30 && !(await mailSubjects(server, rosa)).includes("Your next order is coming up");
    days += 1
  )
    await passDays(server, 1);
  await remindOfCharges(server.services, rosa.id);
  const day = (await home(server, rosa)).charges[0]?.chargeon ?? "";
  const mail = (await server.mailbox.list(rosa.email)).findLast(
    ({ subject }) => subject === "Your next order is coming up",
  );
  expect(mail?.text).toContain(formatDay(day));
  return { rosa, day };
}
const charged = async (rosa: InCare) => (await capturedCents(server, rosa)).length > 1;

describe("a charge announced for a day is never made before that day has begun where the patient is", () => {
  test.each(["Pacific/Honolulu", "America/Adak", "America/Los_Angeles", "America/Chicago", "America/New_York"])(
    "%s",
    async (zone) => {
      const { rosa, day } = await announced(zone);
      const [startThere, ours] = [startOfDay(zone, day), startOfDay(practice(), day)];
      const begins = new Date(Math.max(startThere.getTime(), ours.getTime()));
      at(new Date(ours.getTime() + 60_000));
      for (; server.clock.now() < begins; server.clock.advance(hourMs)) {
        await runBilling(server.services);
        expect(await charged(rosa), server.clock.now().toISOString()).toBe(false);
      }
      at(new Date(begins.getTime() + 60_000));
      await runBilling(server.services);
      expect(await charged(rosa)).toBe(true);
      const { placed_at } = await server.services.db
        .selectFrom("customer_order")
        .select("placed_at")
        .where("patient_id", "=", rosa.id)
        .where("kind", "=", "renewal")
        .executeTakeFirstOrThrow();
      // What home and receipt call the day it was charged is the day that was announced, there and here.
      expect([dayIn(zone, placed_at), dayIn(practice(), placed_at)]).toEqual([day, day]);
    },
  );

  test.each([
    ["the night clocks go back", "2027-11-06", "2027-11-07"],
    ["the night clocks go forward", "2027-03-13", "2027-03-14"],
    ["the new year", "2027-12-31", "2028-01-01"],
  ])("on %s", async (_, evening, day) => {
    const zone = "America/Los_Angeles";
    const { rosa } = await announced(zone);
    await server.services.db
      .updateTable("prescription_order")
      .set({ charge_on: day, reminded_on: addDays(day, -5) })
      .where("patient_id", "=", rosa.id)
      .where("status", "=", "scheduled")
      .execute();
    const begins = startOfDay(zone, day);
    at(new Date(begins.getTime() - 60_000));
    expect(dayIn(zone, server.clock.now())).toBe(evening);
    await runBilling(server.services);
    expect(await charged(rosa)).toBe(false);
    at(begins);
    await runBilling(server.services);
    expect(await charged(rosa)).toBe(true);
  });

  test("nor together with another charge that is due already", async () => {
    const zone = "Pacific/Honolulu";
    const { rosa, day } = await announced(zone);
    const [due, later] = (await home(server, rosa)).charges[0]?.items ?? [];
    await server.services.db
      .updateTable("prescription_order")
      .set({ charge_on: addDays(day, -1) })
      .where("id", "=", due?.prescriptionorderid ?? "")
      .execute();
    at(new Date(startOfDay(practice(), day).getTime() + 60_000));
    await runBilling(server.services);
    expect(await charged(rosa)).toBe(true);
    const planned = (await home(server, rosa)).subscriptions.flatMap(({ prescriptionorders }) => prescriptionorders);
    expect(planned.find(({ id }) => id === later?.prescriptionorderid)?.status).toBe("scheduled");
  });

  test("so is the day a failed charge is tried again", async () => {
    const zone = "Pacific/Honolulu";
    const { rosa, day } = await announced(zone);
    await declineCard(server, rosa, "insufficient_funds");
    at(new Date(startOfDay(zone, day).getTime() + hourMs));
    await runBilling(server.services);
    const again = (await home(server, rosa)).charges[0]?.chargeon ?? "";
    expect(again).toBe(addDays(day, 3));
    await server.services.db.updateTable("sandbox.payment_method").set({ charge_decline: null }).execute();
    at(new Date(startOfDay(zone, again).getTime() - hourMs));
    expect(dayIn(practice(), server.clock.now())).toBe(again);
    await runBilling(server.services);
    expect(await charged(rosa)).toBe(false);
    at(new Date(startOfDay(zone, again).getTime() + hourMs));
    await runBilling(server.services);
    expect(await charged(rosa)).toBe(true);
  });
});
