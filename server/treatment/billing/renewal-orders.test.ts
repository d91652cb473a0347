import { describe, expect, test } from "vitest";
import { dayIn } from "#contract/fields/formats.ts";
import { daysBetween } from "#server/platform/clock/calendar-days.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import {
  bill,
  home,
  inCare,
  passDays,
  mailSubjects,
  subscriptionOf,
  prescriptionOrderIn,
  capturedCents,
} from "../testing/in-care.ts";
import { treatmentScenarios } from "../testing/scenarios.ts";
import { runBilling } from "./run-billing.ts";

const server = serverAtNoon();

const dayMs = 86_400_000;
const { outOfFills, openPrescriptionRenewals, approveAll } = treatmentScenarios(() => server);
/** Days from today in the practice's time zone. */
const toGo = (day: string): number =>
  daysBetween(dayIn(server.services.content.brand.timezone, server.clock.now()), day);
const reminder = "Your next order is coming up";

describe("decisions §9 renewals", () => {
  test("the patient is notified five days before, with the amount, the day and links to skip, pause and cancel; then charged once, for all that is due, and sent a receipt", async () => {
    const rosa = await inCare(server);
    const [charge] = (await home(server, rosa)).charges;
    expect(charge).toMatchObject({ retry: false, items: [{}, {}] });
    const sum = charge?.amount ?? 0;
    await passDays(server, toGo(charge?.chargeon ?? "") - 6);
    expect(await mailSubjects(server, rosa)).not.toContain(reminder);
    await passDays(server, 1);
    await server.jobs.drain();
    const mail = (await server.mailbox.list(rosa.email)).find(({ subject }) => subject === reminder);
    expect(mail?.text).toContain(`$${sum.toFixed(2)}`);
    const { id } = await subscriptionOf(server, rosa);
    for (const path of [`/subscription/${id}?do=skip`, `/subscription/${id}?do=pause`, "/cancel-subscription"])
      expect(mail?.text).toContain(path);
    await passDays(server, 4);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    await passDays(server, 1);
    expect((await capturedCents(server, rosa)).slice(1)).toEqual([Math.round(sum * 100)]);
    expect((await mailSubjects(server, rosa)).filter((subject) => subject === reminder)).toHaveLength(1);
    const now = await home(server, rosa);
    expect(await mailSubjects(server, rosa)).toContain(`Receipt for order ${now.orders[0]?.number}`);
    expect(now.orders[0]).toMatchObject({ status: "paid", summary: { totalamount: sum } });
    expect(now.orders[0]?.timeline.map(({ event }) => event)).toEqual(["paid", "pharmacy", "shipped", "delivered"]);
    expect(now.nextstep.text).toContain("The pharmacy is preparing your order.");
    const subscription = await subscriptionOf(server, rosa);
    expect(subscription.refillsleft).toBe(11);
    expect(subscription.prescriptionorders.map(({ status }) => status)).toEqual([
      "scheduled",
      "processing",
      "delivered",
    ]);
  });

  test("sound checkout 11: several schedulers at once charge a period once", async () => {
    const rosa = await inCare(server);
    await passDays(server, 26);
    const [charge] = (await home(server, rosa)).charges;
    server.clock.advance(toGo(charge?.chargeon ?? "") * dayMs);
    await Promise.all(Array.from({ length: 6 }, () => runBilling(server.services)));
    expect(await capturedCents(server, rosa)).toHaveLength(2);
    await Promise.all(Array.from({ length: 3 }, () => runBilling(server.services)));
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("a clock moved by months: the patient is notified first, charged once five days later, and the next charges count from there", async () => {
    const rosa = await inCare(server);
    server.clock.advance(130 * dayMs);
    await bill(server);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    expect(await mailSubjects(server, rosa)).toContain(reminder);
    const [charge] = (await home(server, rosa)).charges;
    expect(toGo(charge?.chargeon ?? "")).toBe(5);
    await passDays(server, 5);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
    const [next] = (await home(server, rosa)).charges;
    // Used from its arrival: the next one is charged 7 days before its 28 are over.
    expect(toGo(next?.chargeon ?? "")).toBe(21);
    await bill(server);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("decisions §7 the agreed price stays when the catalogue price rises, and a lower one applies", async () => {
    const rosa = await inCare(server);
    const before = (await subscriptionOf(server, rosa)).price;
    await server.services.db
      .updateTable("subscription")
      .set({ price_cents: Math.round(before * 100) - 500 })
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", "estradiol_patch_0_05")
      .execute();
    expect(prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled").amount).toBe(before - 5);
    await server.services.db
      .updateTable("subscription")
      .set({ price_cents: Math.round(before * 100) + 900 })
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", "estradiol_patch_0_05")
      .execute();
    expect(prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled").amount).toBe(before);
  });

  test("§7 tax is that of the state it ships to at the time: a prescription drug is taxed in Illinois", async () => {
    const rosa = await inCare(server, { state: "IL" });
    const subscription = await subscriptionOf(server, rosa);
    expect(prescriptionOrderIn(subscription, "scheduled").amount).toBeCloseTo(subscription.price * 1.01, 2);
  });

  test("at a price by a cent above what the reminder said, before tax, it isn't charged: the patient is notified again", async () => {
    const rosa = await inCare(server, { state: "IL" });
    const agreed = Math.round((await subscriptionOf(server, rosa)).price * 100);
    const setPrice = (price_cents: number) =>
      server.services.db
        .updateTable("subscription")
        .set({ price_cents })
        .where("patient_id", "=", rosa.id)
        .where("product_id", "=", "estradiol_patch_0_05")
        .execute();
    await setPrice(agreed - 500);
    await passDays(server, 17);
    expect(await mailSubjects(server, rosa)).toContain(reminder);
    const { id, chargeon } = prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled");
    await setPrice(agreed - 499);
    await passDays(server, toGo(chargeon ?? ""));
    expect(prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled").id).toBe(id);
    await passDays(server, 7);
    expect(prescriptionOrderIn(await subscriptionOf(server, rosa), "scheduled").id).not.toBe(id);
  });

  test("with no refills left nothing is charged: the doctor is asked to renew, and the patient is notified", async () => {
    const rosa = await inCare(server);
    await server.services.db
      .updateTable("prescription")
      .set({ refills_left: 0 })
      .where("patient_id", "=", rosa.id)
      .execute();
    await passDays(server, 40);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    expect(
      (await mailSubjects(server, rosa)).filter((each) => each === "Your next order needs a quick check"),
    ).toHaveLength(1);
    const now = await home(server, rosa);
    // The next step covers it, and no action item repeats it.
    expect(now.nextstep.kind).toBe("renewal");
    expect(now.actionitems.map(({ kind }) => kind)).not.toContain("renew_prescription");
    expect(now.charges).toEqual([]);
    expect(now.nextstep.text).toContain("Your doctor will look at your prescription again");
  });

  test("the doctor is asked a week before the reminder: a decision within it keeps the day", async () => {
    const rosa = await inCare(server);
    await outOfFills(rosa);
    const day = (await subscriptionOf(server, rosa)).nextchargeon;
    await passDays(server, 8);
    expect(await openPrescriptionRenewals(rosa)).toHaveLength(0);
    await passDays(server, 1);
    expect(await openPrescriptionRenewals(rosa)).toHaveLength(2);
    expect((await subscriptionOf(server, rosa)).nextchargeon).toBe(day);
    await passDays(server, 6);
    await approveAll(rosa);
    expect((await subscriptionOf(server, rosa)).nextchargeon).toBe(day);
    await passDays(server, 6);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("an address that cannot be shipped to: nothing is charged, and the patient is asked for another", async () => {
    const rosa = await inCare(server);
    await server.services.db.deleteFrom("shipping_address").where("patient_id", "=", rosa.id).execute();
    await passDays(server, 34);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    expect(await mailSubjects(server, rosa)).toContain("Where should we send your order?");
    expect((await subscriptionOf(server, rosa)).status).toBe("active");
  });
});

describe.each([
  ["into summer time", "2027-02-21T17:00:00Z", "2027-03-14", "2027-03-14T04:50:00Z", "2027-03-14T05:10:00Z"],
  ["out of it", "2027-10-17T17:00:00Z", "2027-11-07", "2027-11-07T03:50:00Z", "2027-11-07T04:10:00Z"],
  ["at the end of February", "2027-02-07T17:00:00Z", "2027-02-28", "2027-02-28T04:50:00Z", "2027-02-28T05:10:00Z"],
  ["on a leap day", "2028-02-08T17:00:00Z", "2028-02-29", "2028-02-29T04:50:00Z", "2028-02-29T05:10:00Z"],
])("the day of a charge %s", (_, begun, day, evening, night) => {
  test(`is ${day} where practice and patient are, from midnight on`, async () => {
    const at = (moment: string) => server.clock.setOffset(Date.parse(moment) - Date.now());
    expect(server.services.content.brand.timezone).toBe("America/New_York");
    at(begun);
    const rosa = await inCare(server);
    const timezone = "America/New_York";
    await server.services.db.updateTable("patient").set({ timezone }).where("id", "=", rosa.id).execute();
    expect((await home(server, rosa)).charges[0]?.chargeon).toBe(day);
    at(new Date(Date.parse(evening) - 4 * dayMs).toISOString());
    await bill(server);
    at(evening);
    await bill(server);
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    at(night);
    await bill(server);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });
});
