import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import type { Pace } from "#contract/treatment/pace.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import { toText } from "#server/platform/sentences.ts";
import {
  companionObstacles,
  type FillFacts,
  fillObstacles,
  isSameMedicine,
  type Medicine,
  type RequestedFill,
} from "./fill-rule.ts";
import type { Box } from "./timeline.ts";

const content = await shippedContent();
/** The obstacles in words. */
const worded = (...args: Parameters<typeof fillObstacles>) =>
  fillObstacles(...args).map(({ message, ...obstacle }) => ({ ...obstacle, message: toText(content, message) }));
const today = "2026-06-01";
const medicine = (productid: string, family: string, ...categories: string[]): Medicine => ({
  ...{ productid, family, categories, name: productid },
  pricings: [{ dayssupply: 28 }, { dayssupply: 84 }],
});
const medicines = [
  medicine("patch", "patch", "systemic_estrogen"),
  medicine("strong patch", "patch", "systemic_estrogen"),
  medicine("tablet", "tablet", "systemic_estrogen"),
  medicine("capsule", "capsule", "progestogen"),
  medicine("cream", "cream", "systemic_estrogen", "progestogen"),
  medicine("serum", "serum", "hair"),
];
const uterus = { ifcategory: "systemic_estrogen", require: "progestogen", ordering: "{{name}} needs progesterone." };
const prescription = { refillsLeft: 3, onHold: false, waits: false, daysSupply: 28 };
const prescribed = (...products: string[]) => new Map(products.map((id) => [id, prescription]));

/** A box of 28 days that arrived `ago` days ago. */
const arrived = (ago: number, days = 28): Box => {
  const day = addDays(today, -ago);
  return { days, orderedOn: day, shippedOn: day, deliveredOn: day };
};
const atPharmacy: Box = { days: 28, orderedOn: today, shippedOn: null, deliveredOn: null };

const facts: FillFacts = {
  today,
  medicines,
  prescriptions: prescribed("patch", "capsule", "serum"),
  boxes: new Map(),
  upcomingFills: [],
  orderableFrom: new Map(),
  subscribed: [],
  companions: [],
  earlyFills: new Set(),
};
const early = (...ids: string[]) => ({ earlyFills: new Set(ids) });
const line = (productId: string, more: Partial<RequestedFill> = {}): RequestedFill => ({
  productId,
  quantity: 1,
  packDays: 28,
  consumesFill: true,
  followingFills: 0,
  boughtSeparately: true,
  ...more,
});
const kinds = (more: Partial<FillFacts>, ...requested: RequestedFill[]) =>
  fillObstacles({ ...facts, ...more }, requested).map(({ index, kind }) => `${index} ${kind}`);

describe("decisions §9 a fill of a prescription", () => {
  const withBoxes = (...boxes: Box[]): Partial<FillFacts> => ({ boxes: new Map([["serum", boxes]]) });
  const withPrescription = (change: Partial<typeof prescription>): Partial<FillFacts> => ({
    prescriptions: new Map([["serum", { ...prescription, ...change }]]),
  });
  const beginsOn = (day: string | null): Partial<FillFacts> => ({ orderableFrom: new Map([["serum", day]]) });
  test.each<[string, Partial<FillFacts>, Partial<RequestedFill>, string | null]>([
    ["the first", {}, {}, null],
    ["without a prescription", { prescriptions: new Map() }, {}, "not_prescribed"],
    ["on hold, whatever else", withPrescription({ onHold: true, refillsLeft: 0 }), {}, "on_hold"],
    ["while somebody has to look first", withPrescription({ waits: true, refillsLeft: 0 }), {}, "waits_for_clinician"],
    ["on hold and looked at", withPrescription({ onHold: true, waits: true }), {}, "on_hold"],
    ["a doctor decides, while somebody has to look", withPrescription({ waits: true }), { consumesFill: false }, null],
    ["a doctor decides, while it is on hold", withPrescription({ onHold: true }), { consumesFill: false }, null],
    ["the last one", withPrescription({ refillsLeft: 1 }), {}, null],
    ["a day before a doctor lets it begin", beginsOn("2026-06-02"), {}, "too_early"],
    ["on the day a doctor lets it begin", beginsOn(today), {}, null],
    ["one that may begin on any day", beginsOn(null), {}, null],
    ["without a fill left", withPrescription({ refillsLeft: 0 }), {}, "no_refills"],
    ["two at a time", {}, { quantity: 2 }, "quantity_above_prescribed"],
    ["a larger size than prescribed", {}, { packDays: 84 }, "quantity_above_prescribed"],
    ["three small ones for a prescribed large one", withPrescription({ daysSupply: 84 }), { quantity: 3 }, null],
    ["four of them", withPrescription({ daysSupply: 84 }), { quantity: 4 }, "quantity_above_prescribed"],
    [
      "a large one for a fill nobody wrote the days of",
      withPrescription({ daysSupply: null as never }),
      { packDays: 84 },
      "quantity_above_prescribed",
    ],
    [
      "the same, brought by its subscription",
      withPrescription({ daysSupply: null as never }),
      { packDays: 84, boughtSeparately: false },
      null,
    ],
    ["a day before three quarters are used", withBoxes(arrived(20)), {}, "too_early"],
    ["when three quarters are used", withBoxes(arrived(21)), {}, null],
    ["while one is at the pharmacy", withBoxes(arrived(60), atPharmacy), {}, "too_early"],
    ["one early fill follows another", withBoxes(arrived(21), arrived(0)), {}, "too_early"],
    ["an early fill, the day after it arrived", { ...withBoxes(arrived(1)), ...early("serum") }, {}, null],
    ["an early fill of another product", { ...withBoxes(arrived(1)), ...early("patch") }, {}, "too_early"],
    [
      "an early fill without a fill left",
      { ...withPrescription({ refillsLeft: 0 }), ...early("serum") },
      {},
      "no_refills",
    ],
    ["an early fill, two at once", early("serum"), { quantity: 2 }, "quantity_above_prescribed"],
    ["an early fill before a doctor lets it begin", { ...beginsOn("2026-06-02"), ...early("serum") }, {}, "too_early"],
    ["of what a subscription brings", { subscribed: ["serum"] }, {}, "on_subscription"],
    ["the subscription's own", { subscribed: ["serum"] }, { boughtSeparately: false }, null],
    ["one a doctor decides on", { prescriptions: new Map() }, { consumesFill: false, packDays: 84 }, null],
    ["one a doctor decides on, too early", withBoxes(arrived(3)), { consumesFill: false }, "too_early"],
    ["two a doctor decides on", {}, { consumesFill: false, quantity: 2 }, "quantity_above_prescribed"],
  ])("%s", (_, more, requested, expected) => {
    expect(kinds(more, line("serum", requested))).toEqual(expected === null ? [] : [`0 ${expected}`]);
  });

  test("the refusal gives the first possible day or the possible quantity", () => {
    expect(worded({ ...facts, ...withBoxes(arrived(1)) }, [line("serum")])).toEqual([
      {
        ...{ index: 0, productId: "serum", kind: "too_early", from: "2026-06-21" },
        message:
          "It's too early for more serum. You can order it starting Sunday, June 21, when you've used most of what you have.",
      },
    ]);
    expect(worded(facts, [line("serum", { quantity: 12 })])[0]).toMatchObject({
      quantity: 1,
      message: "Your prescription covers 28 days of serum at a time. Please lower the quantity to 1.",
    });
  });

  test("the refusal says the day a doctor lets it begin, and why no quantity is possible", () => {
    expect(worded({ ...facts, ...beginsOn("2026-06-02") }, [line("serum")])).toEqual([
      {
        ...{ index: 0, productId: "serum", kind: "too_early", from: "2026-06-02" },
        message: expect.stringMatching(/serum.*June 2/),
      },
    ]);
    const none = { index: 0, productId: "serum", kind: "quantity_above_prescribed" };
    const tooLarge = worded(facts, [line("serum", { packDays: 84 })]);
    expect(tooLarge).toEqual([{ ...none, message: expect.stringMatching(/28 days of serum.*smaller size/) }]);
    const second = worded(facts, [line("serum"), line("serum")]);
    expect(second).toEqual([{ ...none, index: 1, message: expect.stringMatching(/28 days of serum.*just one/) }]);
  });

  test.each([
    ["systemic_estrogen", true],
    ["progestogen", true],
    ["vaginal_estrogen", true],
    ["hair", false],
  ])("two products of the category %s are the same medicine: %s", (category, same) => {
    const [one, other] = [medicine("one", "one", category), medicine("other", "other", "something", category)];
    expect([isSameMedicine(one, other), isSameMedicine(other, one)]).toEqual([same, same]);
    expect(isSameMedicine(one, { ...other, family: "one", categories: [] })).toBe(true);
  });

  test("another strength, and another product of the same hormone, is more of the same", () => {
    const prescriptions = prescribed("patch", "strong patch", "tablet");
    for (const other of ["strong patch", "tablet"]) {
      expect(kinds({ prescriptions, boxes: new Map([["patch", [arrived(1)]]]) }, line(other))).toEqual(["0 too_early"]);
      expect(kinds({ prescriptions, subscribed: ["patch"] }, line(other))).toEqual(["0 on_subscription"]);
    }
  });

  test("one product in two sizes is refused as one too many", () => {
    const both = [line("serum"), line("serum", { packDays: 84 })];
    expect(kinds({ prescriptions: new Map([["serum", { ...prescription, daysSupply: 84 }]]) }, ...both)).toEqual([
      "1 quantity_above_prescribed",
    ]);
  });

  test.each([
    ["both are used up enough", 21, 21, []],
    ["one hormone is not", 21, 20, ["0 too_early"]],
    ["the other one is not", 20, 21, ["0 too_early"]],
  ])("a product of two hormones, with boxes of each in use at the same time: %s", (_, patch, capsule, expected) => {
    const boxes = new Map([
      ["patch", [arrived(patch)]],
      ["capsule", [arrived(capsule)]],
    ]);
    expect(kinds({ boxes, prescriptions: prescribed("cream") }, line("cream"))).toEqual(expected);
  });

  test("a product no longer in the catalogue still counts", () => {
    const boxes = new Map([["old", [arrived(1)]]]);
    const requested = line("old", { boughtSeparately: false });
    expect(worded({ ...facts, boxes, prescriptions: prescribed("old") }, [requested])).toMatchObject([
      { kind: "too_early", message: expect.stringMatching(/^It's too early for more this\./) },
    ]);
  });
});

describe("decisions §9 with a uterus, estrogen comes with its progestogen", () => {
  const withUterus = (more: Partial<FillFacts> = {}): Partial<FillFacts> => ({ companions: [uterus], ...more });
  const capsules = (...boxes: Box[]) => withUterus({ boxes: new Map([["capsule", boxes]]) });
  const missing = ["0 progestogen_needed"];
  /** Used at other paces from long ago, with these capsules at home. */
  const slower = (paces: Readonly<Record<string, Pace>>, ...boxes: Box[]) =>
    withUterus({
      prescriptions: new Map(
        ["patch", "capsule"].map((id) => [id, { ...prescription, daysSupply: 56, pace: paces[id] ?? "label" }]),
      ),
      boxes: new Map([
        [
          "capsule",
          boxes.map((box) => ({ ...box, paces: [{ from: "2026-01-01", pace: paces["capsule"] ?? "label" }] })),
        ],
      ]),
    });
  test.each<[string, Partial<FillFacts>, readonly RequestedFill[], readonly string[]]>([
    ["no uterus", {}, [line("patch")], []],
    ["alone", withUterus(), [line("patch")], missing],
    ["in one order", withUterus(), [line("patch"), line("capsule")], []],
    ["whatever their order", withUterus(), [line("capsule"), line("patch")], []],
    [
      "with one that cannot be filled",
      withUterus({ prescriptions: prescribed("patch") }),
      [line("patch"), line("capsule")],
      ["0 progestogen_needed", "1 not_prescribed"],
    ],
    ["on hand long enough", capsules(arrived(7)), [line("patch")], []],
    ["on hand a day less", capsules(arrived(8)), [line("patch")], missing],
    [
      "for longer than the progestogen",
      withUterus({
        prescriptions: new Map([
          ["patch", { ...prescription, daysSupply: 84 }],
          ["capsule", prescription],
        ]),
      }),
      [line("patch", { packDays: 84 }), line("capsule")],
      missing,
    ],
    [
      "a subscription brings the rest",
      withUterus(),
      [
        line("patch", { packDays: 84, consumesFill: false, followingFills: 3 }),
        line("capsule", { consumesFill: false, followingFills: 11 }),
      ],
      [],
    ],
    ["a progestogen used half as fast: twice as long", slower({ capsule: "half" }, arrived(35)), [line("patch")], []],
    ["the same a day less", slower({ capsule: "half" }, arrived(36)), [line("patch")], missing],
    [
      "one of it covers a supply of two",
      slower({ capsule: "half" }),
      [line("patch", { packDays: 56, consumesFill: false }), line("capsule")],
      [],
    ],
    [
      "an estrogen used half as fast needs it twice as long",
      slower({ patch: "half" }),
      [line("patch"), line("capsule")],
      missing,
    ],
    ["both used half as fast", slower({ patch: "half", capsule: "half" }), [line("patch"), line("capsule")], []],
    [
      "a subscription brings the rest of what lasts twice as long",
      slower({ patch: "half" }),
      [line("patch"), line("capsule", { followingFills: 1 })],
      [],
    ],
    ["both in one product", withUterus({ prescriptions: prescribed("cream") }), [line("cream")], []],
    ["progestogen alone", withUterus(), [line("capsule")], []],
  ])("%s", (_, more, requested, expected) => {
    expect(kinds(more, ...requested)).toEqual(expected);
  });

  test("a renewal that comes in time counts, one that was skipped does not", () => {
    const upcomingFills = (chargeOn: string) =>
      withUterus({
        upcomingFills: [{ productId: "capsule", chargeOn, days: 84 }],
        boxes: new Map([["capsule", [arrived(25)]]]),
      });
    expect(kinds(upcomingFills("2026-06-11"), line("patch"))).toEqual([]);
    expect(kinds(upcomingFills("2026-06-12"), line("patch"))).toEqual(missing);
  });

  test("a renewal that is being ordered is counted once", () => {
    const upcomingFills = [{ productId: "capsule", chargeOn: today, days: 56 }];
    const patches = line("patch", { packDays: 84, consumesFill: false });
    expect(kinds(withUterus({ upcomingFills }), patches, line("capsule", { followingFills: 1 }))).toEqual(missing);
    expect(kinds(withUterus({ upcomingFills }), patches, line("capsule", { followingFills: 2 }))).toEqual([]);
  });

  test("estrogen at home has to be covered too", () => {
    const boxes = new Map([
      ["patch", [arrived(21)]],
      ["capsule", [arrived(28)]],
    ]);
    expect(kinds(withUterus({ boxes }), line("patch"), line("capsule"))).toEqual([]);
    const prescriptions = new Map(["patch", "capsule"].map((id) => [id, { ...prescription, daysSupply: 84 }]));
    const both = [line("patch", { packDays: 84 }), line("capsule", { packDays: 84 })];
    const withLeft = (left: Box[]) => withUterus({ prescriptions, boxes: new Map([["patch", left]]) });
    expect(kinds(withLeft([]), ...both)).toEqual([]);
    expect(kinds(withLeft([arrived(63, 84)]), ...both)).toEqual(missing);
  });

  test.each([
    // The capsule at hand and ordered lasts 28 days; its next fills would come on days 28 and 56.
    ["before its second fill", 28, missing],
    ["between its second and third", 56, missing],
    ["once they all have come", 57, []],
  ])("where care ends, fills that follow count only before that day: %s", (_, days, expected) => {
    const order = [line("patch", { packDays: 84, consumesFill: false }), line("capsule", { followingFills: 2 })];
    expect(kinds(withUterus(), ...order)).toEqual([]);
    expect(kinds(withUterus({ careEndsOn: addDays(today, days) }), ...order)).toEqual(expected);
  });

  test("a renewal of something else covers nothing", () => {
    const upcomingFills = [{ productId: "serum", chargeOn: today, days: 84 }];
    expect(kinds(withUterus({ upcomingFills }), line("patch"))).toEqual(missing);
  });

  test("a parcel may not leave without it, whatever else the rule says of its lines", () => {
    const parcel = (...sent: RequestedFill[]) =>
      companionObstacles({ ...facts, companions: [uterus], prescriptions: new Map() }, sent).map(
        ({ index, productId, kind }) => `${index} ${productId} ${kind}`,
      );
    expect(parcel(line("serum"), line("patch"))).toEqual(["1 patch progestogen_needed"]);
    expect(parcel(line("patch"), line("capsule"))).toEqual([]);
    expect(parcel()).toEqual([]);
  });

  test("capsules that nobody prescribes any longer cover as long as they last", () => {
    expect(kinds({ ...capsules(arrived(0)), prescriptions: prescribed("patch") }, line("patch"))).toEqual([]);
  });

  test("capsules on hold cover nothing", () => {
    const prescriptions = new Map([
      ["patch", prescription],
      ["capsule", { ...prescription, onHold: true }],
    ]);
    expect(kinds({ ...capsules(arrived(0)), prescriptions }, line("patch"))).toEqual(missing);
  });

  test("the refusal names the product and what it needs", () => {
    expect(worded({ ...facts, companions: [uterus] }, [line("patch")])[0]).toMatchObject({
      message: "patch needs progesterone.",
      neededCategory: "progestogen",
    });
  });
});

describe("decisions §9, §19 the first fill of a change that begins now", () => {
  const changed = { prescriptions: prescribed("strong patch", "capsule"), boxes: new Map([["patch", [arrived(3)]]]) };
  const first = line("strong patch", { beginsOnArrival: true, boughtSeparately: false });

  test("isn't held against what is left of the one before; any other fill is", () => {
    expect(kinds(changed, first)).toEqual([]);
    expect(kinds(changed, { ...first, beginsOnArrival: false })).toEqual(["0 too_early"]);
  });

  test("is one fill: neither two at a time, nor one without a refill, on hold, or of more than prescribed", () => {
    expect(kinds(changed, { ...first, quantity: 2 })).toEqual(["0 quantity_above_prescribed"]);
    expect(kinds(changed, first, first)).toEqual(["1 quantity_above_prescribed"]);
    expect(kinds({ ...changed, prescriptions: new Map() }, first)).toEqual(["0 not_prescribed"]);
    const held = new Map([["strong patch", { ...prescription, onHold: true }]]);
    expect(kinds({ ...changed, prescriptions: held }, first)).toEqual(["0 on_hold"]);
  });

  test("needs its progestogen for as long as it lasts, not for what it replaces as well", () => {
    const withCapsules = (left: number) => ({
      ...changed,
      companions: [uterus],
      boxes: new Map([
        ["patch", [arrived(1, 84)]],
        ["capsule", [arrived(28 - left)]],
      ]),
    });
    expect(kinds(withCapsules(21), first)).toEqual([]);
    expect(kinds(withCapsules(20), first)).toEqual(["0 progestogen_needed"]);
    for (const beginsOn of [today, addDays(today, -5)]) {
      expect(kinds(withCapsules(21), { ...first, beginsOn })).toEqual([]);
      expect(kinds(withCapsules(20), { ...first, beginsOn })).toEqual(["0 progestogen_needed"]);
    }
    // What it replaces is used until the day it begins on, and needs them as well.
    const inFive = { ...first, beginsOn: addDays(today, 5) };
    expect(kinds(withCapsules(26), inFive)).toEqual([]);
    expect(kinds(withCapsules(25), inFive)).toEqual(["0 progestogen_needed"]);
  });
});

describe("decisions §19 two records of one person count as one", () => {
  const linked = (...boxes: Box[]): Partial<FillFacts> => ({ linkedBoxes: new Map([["serum", boxes]]) });
  const own = (...boxes: Box[]): Partial<FillFacts> => ({ boxes: new Map([["serum", boxes]]) });
  test.each<[string, Partial<FillFacts>, Partial<RequestedFill>, string | null]>([
    ["nothing is left of it there", linked(arrived(40)), {}, null],
    ["it arrived there today", linked(arrived(0)), {}, "linked_supply"],
    ["three quarters of it are used there", linked(arrived(21)), {}, null],
    ["a day before", linked(arrived(20)), {}, "linked_supply"],
    ["it is at the pharmacy there", linked(atPharmacy), {}, "linked_supply"],
    ["a doctor decides", linked(arrived(0)), { consumesFill: false }, "linked_supply"],
    [
      "most of one is used here, and another is there",
      { ...own(arrived(25)), ...linked(arrived(10)) },
      {},
      "linked_supply",
    ],
    ["too early by what is here alone", { ...own(arrived(3)), ...linked(arrived(3)) }, {}, "too_early"],
    ["a prescriber lets it come early", { ...linked(arrived(0)), ...early("serum") }, {}, null],
    ["another strength is begun on arrival", linked(arrived(0)), { beginsOnArrival: true }, null],
    ["another medicine is there", { linkedBoxes: new Map([["patch", [arrived(0)]]]) }, {}, null],
  ])("%s", (_, more, change, kind) => {
    expect(kinds(more, line("serum", change))).toEqual(kind === null ? [] : [`0 ${kind}`]);
  });

  test("more of the same hormone there counts, whatever its form", () => {
    const there = { linkedBoxes: new Map([["tablet", [arrived(1)]]]) };
    expect(kinds(there, line("patch"))).toEqual(["0 linked_supply"]);
  });

  test("the patient reads no day, which would tell of the other account; the practice knows it", () => {
    const [obstacle] = worded({ ...facts, ...linked(arrived(20)) }, [line("serum")]);
    expect(obstacle).toMatchObject({ kind: "linked_supply", linkedFrom: "2026-06-02" });
    expect(obstacle).not.toHaveProperty("from");
    expect(obstacle?.message).toMatch(/^We're checking a few details before we send serum\./);
    expect(obstacle?.message).not.toMatch(/\d|account|record|June/);
  });
});
