import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import type { ChangeBegins } from "#contract/treatment/changes.ts";
import type { LastingPace } from "#contract/treatment/pace.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { addDays, clinicToday, formatDay, formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  deliverPaid,
  home,
  inCare,
  type InCare,
  passDays,
  prescriptionOrderIn,
  subscriptionOf,
  tokenOf,
} from "#server/treatment/testing/in-care.ts";
import { readWellbeing } from "#server/wellbeing/testing/wellbeing.ts";
import { beginDirections } from "./begin-directions.ts";

const server = serverAtNoon();
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];
const words = { reason: "Sleepy in the morning.", message: "Let's take it a little slower." };
const everyOtherNight = "Take 1 capsule every other night at bedtime.";
const today = () => clinicToday(server.services);
const inDays = (days: number) => addDays(today(), days);

async function prescriptionOf({ id }: InCare, productId = capsule) {
  const record = (await server.call(care.patient, { params: { id } }, { apiKey })).ok;
  const found = record.prescriptions?.find(({ productid, status }) => productid === productId && status === "active");
  if (!found) throw new Error(`Nothing of ${productId} is prescribed`);
  return found;
}

interface Wanted {
  readonly pace?: LastingPace;
  readonly directions?: string;
  readonly begins?: ChangeBegins;
  readonly beginson?: string;
}

const change = async (rosa: InCare, { pace = "half", directions = everyOtherNight, ...start }: Wanted) =>
  server.call(
    care.changeDirections,
    { params: { id: (await prescriptionOf(rosa)).id }, body: { ...words, directions, pace, ...start } },
    { apiKey },
  );
const quote = async (rosa: InCare, query: Omit<Wanted, "directions"> & { readonly pace: LastingPace }) =>
  server.call(care.directionsQuote, { params: { id: (await prescriptionOf(rosa)).id }, query }, { apiKey });
const plannedOn = async (rosa: InCare, productId = capsule) =>
  prescriptionOrderIn(await subscriptionOf(server, rosa, productId), "scheduled").chargeon;

async function messagesTo(rosa: InCare): Promise<readonly string[]> {
  const token = await tokenOf(server, rosa);
  const [conversation] = (await server.call(messages.conversations, {}, { token })).ok.items;
  const { ok } = await server.call(
    messages.messagePages,
    { params: { id: conversation?.id ?? "" }, query: {} },
    { token },
  );
  return ok.items.map(({ message }) => message);
}

/** The label of an order, in one line. */
async function labelOf(orderid: string): Promise<string> {
  const { raw } = await server.call(care.printOrders, { body: { orderids: [orderid], what: "labels" } }, { apiKey });
  return (await readPdf(raw.rawPayload)).textOfPage.join(" ").replaceAll(/\s+/gu, " ");
}

/** How the capsule is used by home, doses and the practice's record. */
async function usedBy(rosa: InCare) {
  const { subscriptions } = await home(server, rosa);
  const doses = (await readWellbeing(server, rosa)).doses.items;
  const { directions, pace, planned } = await prescriptionOf(rosa);
  return {
    home: subscriptions.find(({ item }) => item.productid === capsule)?.item.directions,
    doses: doses.find(({ name }) => name.includes("capsule"))?.directions,
    ...{ record: directions, pace, planned },
  };
}

describe("decisions §19 directions that begin on a day of the prescriber's", () => {
  test("hold from that day, and until it what was there before: everywhere, and nothing is charged for it", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const former = (await prescriptionOf(rosa)).directions ?? "";
    const day = inDays(8);
    const { ok } = await change(rosa, { beginson: day });
    // 28 days are at home: 8 are used by the label, 20 last for 40.
    expect(ok).toMatchObject({ beginson: day, onhanduntil: inDays(47), nextchargeon: inDays(41) });
    expect([await plannedOn(rosa), await plannedOn(rosa, patch)]).toEqual([inDays(41), inDays(21)]);
    const both = `${former} Starting ${formatDay(day)}: ${everyOtherNight}`;
    const planned = [{ beginson: day, directions: everyOtherNight, pace: "half" }];
    expect(await usedBy(rosa)).toEqual({ home: both, doses: both, record: former, pace: "label", planned });
    expect(await usedBy(ana)).toMatchObject({ home: former, doses: former, record: former, planned: [] });
    await passDays(server, 7);
    expect(await usedBy(rosa)).toMatchObject({ record: former, pace: "label" });
    await passDays(server, 1);
    const after = { home: everyOtherNight, doses: everyOtherNight, record: everyOtherNight, pace: "half", planned: [] };
    expect(await usedBy(rosa), "nothing has to run for them to begin").toEqual(after);
    expect((await subscriptionOf(server, rosa, capsule)).dayssupply).toBe(28);
    for (const _ of [1, 2]) await beginDirections(server.services);
    expect(await usedBy(rosa)).toEqual(after);
    expect((await subscriptionOf(server, rosa, capsule)).dayssupply, "a charge pays for as long as a box lasts").toBe(
      56,
    );
    expect(await plannedOn(rosa)).toBe(inDays(33));
  });

  test("are told now, with the day, and once on it", async () => {
    const rosa = await inCare(server);
    const day = inDays(3);
    await change(rosa, { beginson: day });
    const now = `Starting ${formatDay(day)}, please use Progesterone capsule like this: ${everyOtherNight} Until then, keep using it as before.`;
    const then = `As we planned, starting today, please use Progesterone capsule like this: ${everyOtherNight}`;
    const told = async () => {
      const texts = (await messagesTo(rosa)).join("\n");
      return [texts.split(now).length - 1, texts.split(then).length - 1];
    };
    await beginDirections(server.services);
    expect(await told()).toEqual([1, 0]);
    await passDays(server, 3);
    for (const _ of [1, 2]) await beginDirections(server.services);
    expect(await told()).toEqual([1, 1]);
  });

  test("two phases follow each other; a later word for the same day or after it takes their place, and today's takes that of all", async () => {
    const rosa = await inCare(server);
    const [first, second, third] = [inDays(5), inDays(10), inDays(15)];
    await change(rosa, { beginson: first });
    await change(rosa, { beginson: second, pace: "third", directions: "Every third night." });
    const plannedFrom = async () => (await prescriptionOf(rosa)).planned.map(({ beginson }) => beginson);
    expect(await plannedFrom()).toEqual([first, second]);
    // 5 days by the label, 5 at half, and 20.5 are left.
    expect((await quote(rosa, { pace: "third", beginson: third })).ok).toMatchObject({
      onhandbefore: inDays(70),
      replaces: [],
    });
    expect((await quote(rosa, { pace: "label", beginson: second })).ok.replaces).toEqual([
      { beginson: second, directions: "Every third night.", pace: "third" },
    ]);
    await change(rosa, { beginson: second, pace: "label", directions: "Every night." });
    expect((await prescriptionOf(rosa)).planned).toMatchObject([{ beginson: first }, { directions: "Every night." }]);
    expect(await usedBy(rosa)).toMatchObject({
      home: expect.stringContaining(`Starting ${formatDay(second)}: Every night.`),
    });
    const { directions } = await prescriptionOf(rosa);
    expect((await change(rosa, { pace: "label", directions: directions ?? "" })).status, "that takes them back").toBe(
      200,
    );
    expect([await plannedFrom(), await plannedOn(rosa)]).toEqual([[], inDays(21)]);
    await passDays(server, 11);
    await beginDirections(server.services);
    expect(await usedBy(rosa)).toMatchObject({ record: directions, pace: "label" });
  });

  test("a renewal keeps what is to come; on the day it is renewed from what holds then", async () => {
    const rosa = await inCare(server);
    const day = inDays(30);
    await change(rosa, { beginson: day });
    const renew = async () => {
      await server.services.db
        .updateTable("prescription")
        .set({ refills_left: 0 })
        .where("patient_id", "=", rosa.id)
        .execute();
      await passDays(server, 25);
      const { items } = (await server.call(care.prescriptionRenewals, { query: { patientid: rosa.id } }, { apiKey }))
        .ok;
      for (const { id } of items)
        await server.call(care.approvePrescriptionRenewal, { params: { id }, body: {} }, { apiKey });
      return items.length;
    };
    const before = await prescriptionOf(rosa);
    expect(await renew()).toBe(2);
    const renewed = await prescriptionOf(rosa);
    expect([renewed.id === before.id, renewed.directions]).toEqual([false, before.directions]);
    expect(renewed.planned).toMatchObject([{ beginson: day, directions: everyOtherNight }]);
    await passDays(server, 5);
    expect(await prescriptionOf(rosa)).toMatchObject({ directions: everyOtherNight, pace: "half", planned: [] });
  });
});

describe("decisions §19 directions that begin when the box ends", () => {
  const whenBoxEnds = { begins: "when_box_ends" } as const;

  test("are quoted with the server's day, hold from it everywhere, and the patient reads it", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    await passDays(server, 3);
    const { directions: former } = await prescriptionOf(rosa);
    const day = inDays(25);
    const { beginson, obstacle, onhanduntil, dayssupply } = (await quote(rosa, { pace: "half", ...whenBoxEnds })).ok;
    expect([beginson, obstacle, onhanduntil, dayssupply]).toEqual([day, null, inDays(24), 56]);
    expect((await prescriptionOf(rosa)).planned, "a quote changes nothing").toEqual([]);
    const before = await plannedOn(rosa);
    const { ok } = await change(rosa, { ...whenBoxEnds, beginson: day });
    expect(ok).toMatchObject({ beginson: day, onhanduntil: inDays(24), nextchargeon: before });
    const both = `${former} Starting ${formatDay(day)}: ${everyOtherNight}`;
    const planned = [{ beginson: day, directions: everyOtherNight, pace: "half" }];
    expect(await usedBy(rosa)).toEqual({ home: both, doses: both, record: former, pace: "label", planned });
    expect((await prescriptionOf(ana)).planned).toEqual([]);
    expect((await messagesTo(rosa)).join("\n")).toContain(
      `Starting ${formatDay(day)}, please use Progesterone capsule like this: ${everyOtherNight} Until then, keep using it as before.`,
    );
    const notes = (await server.call(care.visitNotes, { params: { id: rosa.id }, query: {} }, { apiKey })).ok.items;
    expect(notes[0]?.text, "the signed note has the day").toContain(formatDayWithYear(day));
  });

  test("begin on that day whatever comes meanwhile: the next box is labelled with both, and lasts by them", async () => {
    const rosa = await inCare(server);
    const day = (await change(rosa, whenBoxEnds)).ok.beginson ?? "";
    expect(day).toBe(inDays(28));
    const { directions: former } = await prescriptionOf(rosa);
    await passDays(server, 21);
    await server.jobs.drain();
    const { orderid } = prescriptionOrderIn(await subscriptionOf(server, rosa, capsule), "processing");
    expect(await labelOf(orderid ?? "")).toContain(`${former} Starting ${formatDay(day)}: ${everyOtherNight}`);
    await deliverPaid(server, rosa);
    await passDays(server, 3);
    expect((await prescriptionOf(rosa)).planned, "it isn't moved by the box that came").toMatchObject([
      { beginson: day },
    ]);
    expect(await usedBy(rosa)).toMatchObject({ record: former, pace: "label" });
    await passDays(server, 4);
    expect(await usedBy(rosa)).toMatchObject({ home: everyOtherNight, doses: everyOtherNight, pace: "half" });
    await beginDirections(server.services);
    // The second box lasts 56 days from that day.
    expect(await plannedOn(rosa)).toBe(inDays(49));
  });

  test("aren't written where the end isn't known, or isn't the one that was shown", async () => {
    const [waits, rosa] = [await inCare(server, { delivered: false }), await inCare(server)];
    const asked = (await quote(waits, { pace: "half", ...whenBoxEnds })).ok;
    expect([asked.beginson, asked.obstacle]).toEqual([null, expect.stringMatching(/^Nothing of it is at home/)]);
    const shown = { ...whenBoxEnds, beginson: inDays(27) };
    const refused = [await change(waits, whenBoxEnds), await change(rosa, shown)].map(({ problem }) => problem);
    expect(refused.map(({ code, message }) => [code, message])).toEqual([
      ["wrong_state", asked.obstacle],
      [
        "wrong_state",
        `Since you looked, it has changed when the box ends: on ${formatDay(inDays(28))}. Please look at it again.`,
      ],
    ]);
    for (const patient of [waits, rosa]) {
      expect((await prescriptionOf(patient)).planned).toEqual([]);
      expect((await messagesTo(patient)).join("\n")).not.toContain(everyOtherNight);
    }
  });
});

describe("decisions §19 what directions on a day are refused for", () => {
  test("a day that doesn't go with how they begin", async () => {
    const rosa = await inCare(server);
    for (const start of [{ begins: "now", beginson: inDays(5) }, { begins: "on_day" }] as const)
      for (const { problem } of [await change(rosa, start), await quote(rosa, { pace: "half", ...start })])
        expect(problem).toMatchObject({ code: "bad_request", details: { fields: [{ path: "beginson" }] } });
    expect((await change(rosa, { begins: "on_day", beginson: inDays(5) })).ok.beginson).toBe(inDays(5));
    expect((await change(rosa, { begins: "now" })).ok.beginson).toBeNull();
  });

  test.each([
    ["today", 0],
    ["yesterday", -1],
    ["too far ahead", 400],
  ])("%s", async (_, days) => {
    const rosa = await inCare(server);
    for (const refused of [
      await change(rosa, { beginson: inDays(days) }),
      await quote(rosa, { pace: "half", beginson: inDays(days) }),
    ])
      expect(refused.problem).toMatchObject({ code: "bad_request", details: { fields: [{ path: "beginson" }] } });
    expect((await prescriptionOf(rosa)).planned).toEqual([]);
  });

  test("what would hold on that day anyway", async () => {
    const rosa = await inCare(server);
    await change(rosa, { beginson: inDays(5) });
    const { problem } = await change(rosa, { beginson: inDays(9) });
    expect([problem.code, problem.message]).toEqual(["wrong_state", "These are the directions already."]);
  });
});
