import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { addDays, clinicToday, daysBetween, formatDay } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { moveDays } from "../calendar/move-rule.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import { agreeToChange, changeTreatment, newestChange, stronger } from "../testing/changes.ts";
import {
  askedByPhone,
  bill,
  capturedCents,
  deliver,
  home,
  inCare,
  type InCare,
  mailSubjects,
  passDays,
  prescriptionOrderIn,
  subscriptionOf,
  tokenOf,
} from "../testing/in-care.ts";
import { treatmentScenarios } from "../testing/scenarios.ts";

const server = serverAtNoon();
const { putOnHold, pastDue } = treatmentScenarios(() => server);
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];

const as = async (patient: InCare) => ({ token: await tokenOf(server, patient) });
const planned = async (patient: InCare, product = patch) =>
  prescriptionOrderIn(await subscriptionOf(server, patient, product), "scheduled");
const move = async (patient: InCare, day: string) =>
  server.call(treatment.move, { params: { id: (await planned(patient)).id }, body: { day } }, await as(patient));
/** The doctor changes the patch from now on, and the patient agrees, with a card that is declined. */
const changedNow = async (rosa: InCare) => {
  const beginson = addDays(today(), 20);
  await changeTreatment(server, rosa, { pricingid: stronger, begins: "on_day", beginson });
  await agreeToChange(server, rosa, await newestChange(server, rosa));
};
const today = () => clinicToday(server.services);

describe("the days a box can be moved to", () => {
  const box = { days: 28, orderedOn: "2026-05-01", shippedOn: "2026-05-02", deliveredOn: "2026-05-04" };
  const facts = {
    ...{ today: "2026-05-10", hadDay: "2026-05-25", boxes: [box], orderableFrom: null, leadDays: 7, isNeeded: false },
  };
  test.each([
    ["not before three quarters are used", {}, "2026-05-25", "treatment.move_first_used"],
    ["a week earlier", { hadDay: "2026-06-05" }, "2026-05-29", "treatment.move_first_week"],
    ["in time to be told", { today: "2026-05-24" }, "2026-05-29", "treatment.move_first_notice"],
    ["without anything at home, a week earlier", { boxes: [] }, "2026-05-18", "treatment.move_first_week"],
    ["not before the day a doctor set", { orderableFrom: "2026-05-27" }, "2026-05-27", "treatment.move_first_used"],
  ] as const)("the first: %s", (_, change, first, whyFirst) => {
    expect(moveDays({ ...facts, ...change })).toMatchObject({ first, whyFirst });
  });
  test.each([
    ["twelve weeks later", {}, "2026-08-17", "treatment.move_last_weeks"],
    [
      "what something else needs, not beyond what is at home",
      { isNeeded: true },
      "2026-05-25",
      "treatment.move_last_needed",
    ],
    [
      "and up to the last day on which it still comes in time",
      { isNeeded: true, hadDay: "2026-05-20" },
      "2026-05-25",
      "treatment.move_last_needed",
    ],
    [
      "and the day it has, where that is too late already",
      { isNeeded: true, hadDay: "2026-05-28" },
      "2026-05-28",
      "treatment.move_last_needed",
    ],
  ] as const)("the last: %s", (_, change, last, whyLast) => {
    expect(moveDays({ ...facts, ...change })).toMatchObject({ last, whyLast, enoughUntil: "2026-05-25" });
  });
});

describe("decisions §20 the next box on a day", () => {
  test("later, with what shares its parcel; charged on that day, announced five days ahead", async () => {
    const rosa = await inCare(server);
    const { chargeon, move: offered, actions } = await planned(rosa);
    expect(actions).toContain("move");
    const day = addDays(chargeon ?? "", 10);
    expect(offered).toMatchObject({
      names: [expect.any(String), expect.any(String)],
      last: addDays(chargeon ?? "", 84),
    });
    expect(offered?.gap).toContain(formatDay(offered?.enoughuntil ?? ""));
    const { ok } = await move(rosa, day);
    expect(ok.message).toContain("go together");
    expect(ok.message).toContain(formatDay(day));
    for (const product of [patch, capsule]) expect((await planned(rosa, product)).chargeon).toBe(day);
    expect(await mailSubjects(server, rosa)).toContain("Your next order has a new day");
    await passDays(server, daysBetween(today(), day) - 6);
    expect(await mailSubjects(server, rosa)).not.toContain("Your next order is coming up");
    await passDays(server, 5);
    expect(await mailSubjects(server, rosa)).toContain("Your next order is coming up");
    expect(await capturedCents(server, rosa)).toHaveLength(1);
    await passDays(server, 1);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("earlier, where enough is used; it stays there when charges are planned again, and the one after follows the box", async () => {
    const rosa = await inCare(server);
    await server.call(treatment.skip, { params: { id: (await planned(rosa)).id }, body: {} }, await as(rosa));
    const { chargeon, move: offered } = await planned(rosa);
    expect(offered).toMatchObject({
      first: addDays(chargeon ?? "", -7),
      whyfirst: expect.stringContaining("one week"),
    });
    await move(rosa, offered?.first ?? "");
    await passDays(server, 3);
    expect((await planned(rosa)).chargeon).toBe(offered?.first);
    await passDays(server, daysBetween(today(), offered?.first ?? ""));
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("however often it's moved, the days are counted from the one it had, and it can be moved back", async () => {
    const rosa = await inCare(server);
    const { chargeon, move: offered } = await planned(rosa);
    await move(rosa, offered?.last ?? "");
    expect((await planned(rosa)).move).toMatchObject({ first: offered?.first, last: offered?.last });
    const beyond = await move(rosa, addDays(offered?.last ?? "", 1));
    expect([beyond.status, beyond.problem.code, beyond.problem.message]).toEqual([
      409,
      "wrong_state",
      offered?.whylast,
    ]);
    const before = await move(rosa, addDays(offered?.first ?? "", -1));
    expect([before.status, before.problem.message]).toEqual([409, offered?.whyfirst]);
    await move(rosa, chargeon ?? "");
    expect((await planned(rosa)).chargeon).toBe(chargeon);
    const rows = await server.services.db
      .selectFrom("prescription_order")
      .select("moved_from")
      .where("patient_id", "=", rosa.id)
      .execute();
    expect(rows.every(({ moved_from }) => moved_from === null)).toBe(true);
  });

  test("once announced, it is announced again on its new day", async () => {
    const rosa = await inCare(server);
    const { chargeon } = await planned(rosa);
    await passDays(server, daysBetween(today(), chargeon ?? "") - 2);
    await bill(server);
    const day = addDays(chargeon ?? "", 4);
    expect((await planned(rosa)).move).toMatchObject({
      first: addDays(today(), 5),
      whyfirst: expect.stringContaining("5 days"),
    });
    await move(rosa, day);
    await passDays(server, 6);
    const announced = (await mailSubjects(server, rosa)).filter((each) => each === "Your next order is coming up");
    expect(announced).toHaveLength(2);
    expect(await capturedCents(server, rosa)).toHaveLength(2);
  });

  test("twice, and from two tabs: one mail", async () => {
    const rosa = await inCare(server);
    const day = addDays((await planned(rosa)).chargeon ?? "", 3);
    const both = await Promise.all([move(rosa, day), move(rosa, day)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const told = (await mailSubjects(server, rosa)).filter((each) => each === "Your next order has a new day");
    expect(told).toHaveLength(1);
  });

  test("a box that arrives late moves it no sooner than most of it is used", async () => {
    const rosa = await inCare(server, { delivered: false, patch: "3m", capsule: "3m" });
    const { chargeon, move: offered } = await planned(rosa);
    const first = addDays(chargeon ?? "", -7);
    expect(offered?.first).toBe(first);
    await move(rosa, first);
    server.clock.advance(10 * 86_400_000);
    await deliver(server, rosa.orderId);
    expect((await planned(rosa)).chargeon).toBe(addDays(today(), 63));
  });

  test.each([
    [
      "paused",
      (rosa: InCare) =>
        as(rosa).then((who) => server.call(treatment.pause, { params: { id: rosa.id }, body: { months: 1 } }, who)),
      "End the pause|end the pause",
    ],
    ["on hold", (rosa: InCare) => putOnHold(rosa), "Your doctor will look at your prescription first"],
    ["to begin on a day of the doctor's", changedNow, "Your doctor chose the day"],
  ] as const)("not while it is %s", async (_, change, text) => {
    const rosa = await inCare(server);
    await change(rosa);
    const all = (await home(server, rosa)).subscriptions.flatMap(({ item, prescriptionorders }) =>
      item.productid === capsule ? [] : prescriptionorders,
    );
    expect(all.every(({ move: offered, actions }) => offered === null && !actions.includes("move"))).toBe(true);
    const { id } = all[0] ?? { id: "" };
    const { status, problem } = await server.call(
      treatment.move,
      { params: { id }, body: { day: addDays(today(), 30) } },
      await as(rosa),
    );
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect(problem.message).toMatch(new RegExp(text));
  });

  test("not while the card is past due, nor what was sent", async () => {
    const rosa = await pastDue();
    for (const { id, move: offered } of (await subscriptionOf(server, rosa)).prescriptionorders) {
      expect(offered).toBeNull();
      const input = { params: { id }, body: { day: addDays(today(), 30) } };
      expect((await server.call(treatment.move, input, await as(rosa))).status).toBe(409);
    }
  });

  test("another patient's and an unknown one aren't found", async () => {
    const { id } = await planned(await inCare(server));
    const { token } = await server.newPatient();
    for (const wrong of [id, newId()]) {
      const input = { params: { id: wrong }, body: { day: "2026-12-01" } };
      expect((await server.call(treatment.move, input, { token })).status).toBe(404);
    }
  });
});

describe("decisions §20 the practice does the same for a caller", () => {
  const asked = { ...askedByPhone, callerproved: "birthday_and_address", note: "She asked for it." } as const;
  const requests = async ({ id }: InCare) =>
    (await server.call(care.patient, { params: { id } }, { apiKey })).ok.requests ?? [];

  test("each move by the same rule, kept with how the patient asked and proved who they are, and told in a mail", async () => {
    const rosa = await inCare(server);
    const subscription = await subscriptionOf(server, rosa);
    const { id: prescriptionorderid, move: offered } = await planned(rosa);
    const order = { id: rosa.id, prescriptionorderid };
    const own = { id: rosa.id, subscriptionid: subscription.id };
    const day = addDays(offered?.first ?? "", 2);
    const steps = [
      () => server.call(care.movePrescriptionOrder, { params: order, body: { asked, day } }, { apiKey }),
      () => server.call(care.skipPrescriptionOrder, { params: order, body: { asked } }, { apiKey }),
      () => server.call(care.takeSkipBack, { params: order, body: { asked } }, { apiKey }),
      () => server.call(care.cancelSubscription, { params: own, body: { asked } }, { apiKey }),
      () => server.call(care.restartSubscription, { params: own, body: { asked } }, { apiKey }),
    ];
    for (const step of steps) expect((await step()).status).toBe(200);
    expect(
      (await requests(rosa)).map(({ action, callerproved, note, subscriptionid }) => [
        action,
        callerproved,
        note,
        subscriptionid,
      ]),
    ).toEqual(
      ["restart", "cancel", "unskip", "skip", "move"].map((action) => [
        action,
        "birthday_and_address",
        "She asked for it.",
        subscription.id,
      ]),
    );
    const told = await mailSubjects(server, rosa);
    expect(told.filter((subject) => subject === "We did what you asked")).toHaveLength(steps.length);
    expect((await planned(rosa)).chargeon).toBe(day);
    expect((await subscriptionOf(server, rosa, capsule)).nextchargeon).toBe(day);
  });

  test("what the rule refuses the patient it refuses the practice, and nothing is kept of it", async () => {
    const rosa = await inCare(server);
    const { id: prescriptionorderid, move: offered } = await planned(rosa);
    const order = { id: rosa.id, prescriptionorderid };
    const day = addDays(offered?.last ?? "", 1);
    const late = await server.call(care.movePrescriptionOrder, { params: order, body: { asked, day } }, { apiKey });
    expect([late.status, late.problem.message]).toEqual([409, offered?.whylast]);
    const back = await server.call(care.takeSkipBack, { params: order, body: { asked } }, { apiKey });
    expect(back.status).toBe(409);
    const { id: subscriptionid } = await subscriptionOf(server, rosa);
    const again = await server.call(
      care.restartSubscription,
      { params: { id: rosa.id, subscriptionid }, body: { asked } },
      { apiKey },
    );
    expect(again.status).toBe(409);
    expect(await requests(rosa)).toEqual([]);
  });

  test("another patient's order isn't found", async () => {
    const [rosa, ana] = [await inCare(server), await inCare(server)];
    const params = { id: ana.id, prescriptionorderid: (await planned(rosa)).id };
    expect((await server.call(care.skipPrescriptionOrder, { params, body: { asked } }, { apiKey })).status).toBe(404);
  });
});
