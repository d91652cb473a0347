import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import type { LastingPace as Pace } from "#contract/treatment/pace.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { openSubscriptions } from "#server/treatment/public.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { agreeToChange, changeTreatment, newestChange, stronger, weaker } from "#server/treatment/testing/changes.ts";
import {
  capturedCents,
  home,
  inCare,
  type InCare,
  passDays,
  prescriptionOrderIn,
  subscriptionOf,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";
import { withoutTriggers } from "#server/treatment/testing/rolled-back.ts";

const server = serverAtNoon();
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];
const words = { reason: "Sleepy in the morning.", message: "Let's take it a little slower." };
const everyOtherNight = "Take 1 capsule every other night at bedtime.";

const recordOf = async ({ id }: InCare) => (await server.call(care.patient, { params: { id } }, { apiKey })).ok;
const prescriptionOf = async (patient: InCare, productId = capsule) => {
  const found = (await recordOf(patient)).prescriptions?.find(
    ({ productid, status }) => productid === productId && status !== "ended",
  );
  if (!found) throw new Error(`Nothing of ${productId} is prescribed`);
  return found;
};
const change = async (
  patient: InCare,
  {
    productId = capsule,
    pace = "half",
    directions = everyOtherNight,
    revision,
  }: {
    readonly productId?: string;
    readonly pace?: Pace;
    readonly directions?: string;
    readonly revision?: string;
  } = {},
) =>
  server.call(
    care.changeDirections,
    { params: { id: (await prescriptionOf(patient, productId)).id }, body: { ...words, directions, pace, revision } },
    { apiKey },
  );
const quote = async (patient: InCare, pace: Pace) =>
  (
    await server.call(
      care.directionsQuote,
      { params: { id: (await prescriptionOf(patient)).id }, query: { pace } },
      { apiKey },
    )
  ).ok;
const plannedOn = async (patient: InCare, productId = capsule) =>
  prescriptionOrderIn(await subscriptionOf(server, patient, productId), "scheduled").chargeon;
const today = () => clinicToday(server.services);
const inDays = (days: number) => addDays(today(), days);

describe("decisions §19 other directions for the same medicine", () => {
  test("what is at home lasts twice as long, the next charge comes when that runs low, and the other medicine stays as it was", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    await passDays(server, 8);
    const before = { patch: await plannedOn(rosa, patch), captured: await capturedCents(server, rosa) };
    const { ok } = await change(rosa);
    // 20 of 28 days are left, for 40.
    expect(ok).toMatchObject({ onhanduntil: inDays(39), nextchargeon: inDays(33), pace: "half" });
    expect([await plannedOn(rosa), await plannedOn(rosa, patch)]).toEqual([inDays(33), before.patch]);
    expect([await plannedOn(ana), await plannedOn(ana, patch)]).toEqual([inDays(13), inDays(13)]);
    const { subscriptions } = await home(server, rosa);
    const days = subscriptions.map(({ item, dayssupply }) => [item.productid, dayssupply] as const);
    expect(Object.fromEntries(days)).toEqual({ [patch]: 28, [capsule]: 56 });
    expect(await capturedCents(server, rosa)).toEqual(before.captured);
  });

  test("every place that says how it's used says the new way, of this medicine and this patient", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const former = (await prescriptionOf(rosa)).directions;
    await change(rosa);
    expect(await prescriptionOf(rosa)).toMatchObject({ directions: everyOtherNight, pace: "half", dayssupply: 28 });
    expect((await prescriptionOf(rosa, patch)).directions).not.toBe(everyOtherNight);
    expect(await prescriptionOf(ana)).toMatchObject({ directions: former, pace: "label" });
    const own = (await home(server, rosa)).subscriptions.map(({ item }) => [item.productid, item.directions]);
    expect(Object.fromEntries(own)).toMatchObject({ [capsule]: everyOtherNight });
  });

  test("the patient reads the doctor's words, the directions, and how long it lasts; the reason stays with the practice", async () => {
    const rosa = await inCare(server);
    await change(rosa);
    const token = await tokenOf(server, rosa);
    const [conversation] = (await server.call(messages.conversations, {}, { token })).ok.items;
    const { ok } = await server.call(
      messages.messagePages,
      { params: { id: conversation?.id ?? "" }, query: {} },
      { token },
    );
    const texts = ok.items.map(({ message }) => message);
    expect(texts.filter((text) => text.startsWith(words.message))).toEqual([
      expect.stringMatching(
        /slower\.\n\nFrom today on, please use Progesterone capsule like this: Take 1 capsule every other night at bedtime\.\n\nThe Progesterone capsule you have at home will last through \w+, \w+ \d+/,
      ),
    ]);
    expect(texts.join()).not.toContain(words.reason);
  });

  test("a whole cycle later it's charged once, where it would have been charged twice; back at its label it comes as agreed", async () => {
    const rosa = await inCare(server);
    await change(rosa);
    const charged = async () => (await capturedCents(server, rosa)).length;
    const first = await charged();
    await passDays(server, 48);
    await server.jobs.drain();
    const { prescriptionorders } = await subscriptionOf(server, rosa);
    const capsules = (await subscriptionOf(server, rosa, capsule)).prescriptionorders;
    const ordered = (all: typeof capsules) => all.filter(({ status }) => status !== "scheduled").length;
    expect([ordered(prescriptionorders) > ordered(capsules), ordered(capsules)]).toEqual([true, 1]);
    expect(await charged()).toBe(first + ordered(prescriptionorders) - 1);
  });

  test("back at its label it comes as agreed at first, counted from what is left", async () => {
    const rosa = await inCare(server);
    await change(rosa);
    await passDays(server, 20);
    // 18 of 28 days are left: at half the next charge is in 29 days, at the label in 11.
    expect(await plannedOn(rosa)).toBe(inDays(29));
    const { ok } = await change(rosa, { pace: "label", directions: "Take 1 capsule at bedtime." });
    expect([ok.onhanduntil, ok.nextchargeon]).toEqual([inDays(17), inDays(11)]);
    expect((await subscriptionOf(server, rosa, capsule)).dayssupply).toBe(28);
  });

  test("a renewal keeps the pace with the directions; prescribed again after another strength it begins at its label", async () => {
    const rosa = await inCare(server);
    await change(rosa);
    await change(rosa, { productId: patch, directions: "Half a patch." });
    await server.services.db
      .updateTable("prescription")
      .set({ refills_left: 0 })
      .where("patient_id", "=", rosa.id)
      .execute();
    await passDays(server, 45);
    const waiting = (await server.call(care.prescriptionRenewals, { query: { patientid: rosa.id } }, { apiKey })).ok;
    for (const { id } of waiting.items)
      await server.call(care.approvePrescriptionRenewal, { params: { id }, body: {} }, { apiKey });
    expect(waiting.items.map(({ item }) => item.productid).toSorted()).toEqual([patch, capsule]);
    expect([await prescriptionOf(rosa), await prescriptionOf(rosa, patch)]).toMatchObject([
      { directions: everyOtherNight, pace: "half" },
      { directions: "Half a patch.", pace: "half" },
    ]);

    // Used half as fast it costs half as much, so each of these waits for the patient.
    for (const to of [{ pricingid: weaker }, { product: "estradiol_patch_0_025", pricingid: `${patch}_1m` }]) {
      expect((await changeTreatment(server, rosa, to)).status).toBe(201);
      const newest = await newestChange(server, rosa);
      if (newest.status === "waiting") await agreeToChange(server, rosa, newest);
    }
    expect(await prescriptionOf(rosa, patch)).toMatchObject({ pace: "label" });
    expect((await subscriptionOf(server, rosa)).dayssupply).toBe(28);
  });

  test("asked before, it says what the act then does, and changes nothing", async () => {
    const rosa = await inCare(server);
    await passDays(server, 7);
    const { revision } = await recordOf(rosa);
    const quoted = await quote(rosa, "third");
    expect(quoted).toMatchObject({ pace: "label", dayssupply: 84, daysbefore: 28, obstacle: null });
    expect([quoted.onhandbefore, quoted.onhanduntil]).toEqual([inDays(20), inDays(62)]);
    expect((await recordOf(rosa)).revision).toBe(revision);
    expect((await change(rosa, { pace: "third" })).ok.onhanduntil).toBe(quoted.onhanduntil);
    expect(await quote(rosa, "third")).toMatchObject({ directions: everyOtherNight, pace: "third", daysbefore: 84 });
  });

  test("a subscription that is opened later comes as often as its medicine is used", async () => {
    const rosa = await inCare(server, { delivered: false });
    await change(rosa);
    const days = await inTransaction(server.services, async (tx) => {
      await tx.db.deleteFrom("prescription_order").where("patient_id", "=", rosa.id).execute();
      await tx.db.deleteFrom("subscription").where("patient_id", "=", rosa.id).execute();
      await openSubscriptions(tx, { patientId: rosa.id, orderId: rosa.orderId });
      return tx.db
        .selectFrom("subscription")
        .select(["product_id", "days_supply"])
        .where("patient_id", "=", rosa.id)
        .execute();
    });
    expect(Object.fromEntries(days.map((row) => [row.product_id, row.days_supply]))).toEqual({
      ...{ [patch]: 28, [capsule]: 56 },
    });
  });

  test("a subscription that is paused comes as often as its medicine is used once it goes on", async () => {
    const rosa = await inCare(server);
    const token = await tokenOf(server, rosa);
    const { id: subscriptionid } = await subscriptionOf(server, rosa, capsule);
    await server.call(treatment.pause, { params: { id: rosa.id }, body: { subscriptionid, months: 1 } }, { token });
    await change(rosa);
    const { status, dayssupply } = await subscriptionOf(server, rosa, capsule);
    expect([status, dayssupply]).toEqual(["paused", 56]);
  });

  test("a box that ends before it's used up by them isn't sent", async () => {
    const rosa = await inCare(server, { delivered: false });
    const { pricing_id: pricingid } = await server.services.db
      .selectFrom("order_line")
      .select("pricing_id")
      .where("order_id", "=", rosa.orderId)
      .where("product_id", "=", capsule)
      .executeTakeFirstOrThrow();
    const pack = (days: number) =>
      server.call(
        care.packOrder,
        {
          params: { id: rosa.orderId },
          body: { lines: [{ pricingid, lotnumber: "L1", expireson: inDays(days) }] },
        },
        { apiKey },
      );
    expect((await pack(30)).status).toBe(200);
    await change(rosa);
    expect((await pack(54)).problem.message).toContain("before the last day of this supply");
    expect((await pack(55)).status).toBe(200);
  });

  test("a lot lasts until the last day of every pack of its line", async () => {
    const rosa = await inCare(server, { delivered: false });
    await inTransaction(server.services, ({ db }) =>
      withoutTriggers(db, () =>
        db.updateTable("order_line").set({ quantity: 3 }).where("order_id", "=", rosa.orderId).execute(),
      ),
    );
    const line = await server.services.db
      .selectFrom("order_line")
      .select("pricing_id as pricingid")
      .where("order_id", "=", rosa.orderId)
      .where("product_id", "=", capsule)
      .executeTakeFirstOrThrow();
    const pack = (days: number) => {
      const lines = [{ ...line, lotnumber: "L1", expireson: inDays(days) }];
      return server.call(care.packOrder, { params: { id: rosa.orderId }, body: { lines } }, { apiKey });
    };
    expect((await pack(82)).problem.message).toContain("before the last day of this supply");
    expect((await pack(83)).status).toBe(200);
  });

  test("nothing of it at home: no day is named", async () => {
    const rosa = await inCare(server, { delivered: false });
    expect(await quote(rosa, "half")).toMatchObject({ onhandbefore: null, onhanduntil: null });
    expect((await change(rosa)).ok.onhanduntil).toBeNull();
  });
});

describe("decisions §19 what other directions are refused for", () => {
  test.each([
    ["the same ones", async (rosa: InCare) => void (await change(rosa)), "These are the directions already."],
    [
      "on hold",
      async (rosa: InCare) => act(care.holdPrescription, rosa),
      "This prescription is on hold. Please take it off hold first.",
    ],
    ["stopped", async (rosa: InCare) => act(care.stopPrescription, rosa), "This prescription has ended."],
  ])("%s", async (_, prepare, message) => {
    const rosa = await inCare(server);
    const { id } = await prescriptionOf(rosa);
    await prepare(rosa);
    const body = { ...words, directions: everyOtherNight, pace: "half" } as const;
    const { problem } = await server.call(care.changeDirections, { params: { id }, body }, { apiKey });
    expect([problem.code, problem.message]).toEqual(["wrong_state", message]);
  });

  test("another medicine takes its place: said before, and refused", async () => {
    const rosa = await inCare(server);
    const { id } = await prescriptionOf(rosa, patch);
    await changeTreatment(server, rosa, { pricingid: stronger });
    const body = { ...words, directions: "Half of it.", pace: "half" } as const;
    const { problem } = await server.call(care.changeDirections, { params: { id }, body }, { apiKey });
    const asked = await server.call(care.directionsQuote, { params: { id }, query: { pace: "half" } }, { apiKey });
    expect([problem.code, problem.message]).toEqual(["wrong_state", asked.ok.obstacle]);
    expect(problem.message).toMatch(/^Another medicine was prescribed instead of it\./);
  });

  test("two doctors at once: the second reads what the first did", async () => {
    const rosa = await inCare(server);
    const { revision } = await recordOf(rosa);
    expect((await change(rosa, { revision })).status).toBe(200);
    const { problem } = await change(rosa, { pace: "third", directions: "Every third night.", revision });
    expect([problem.code, problem.message]).toEqual(["conflict", expect.stringContaining("the prescriptions")]);
    expect(await prescriptionOf(rosa)).toMatchObject({ directions: everyOtherNight, pace: "half" });
  });

  const act = async (endpoint: typeof care.holdPrescription | typeof care.stopPrescription, rosa: InCare) =>
    void (await server.call(
      endpoint,
      { params: { id: (await prescriptionOf(rosa)).id }, body: { reason: "Pain", message: "Please wait." } },
      { apiKey },
    ));
});
