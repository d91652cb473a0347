import { describe, expect, test } from "vitest";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { aSubscription, aPrescriptionOrder } from "../testing.ts";
import type { SubscriptionAction } from "./subscription-action.ts";
import { type QuestionContext, actionQuestion, companionWarning } from "./action-question.ts";

const order = aPrescriptionOrder({
  chargeon: "2027-02-10",
  amount: 84,
  nextafter: "2027-05-05",
  getnext: { names: ["Item"], amount: 88.95, nextchargeon: "2027-04-28" },
  reorder: { names: ["Item"], amount: 84.5 },
});
const context = (action: Partial<Subscription> = {}, more: Partial<QuestionContext> = {}): QuestionContext => ({
  subscription: aSubscription({
    nextchargeon: "2027-02-10",
    prescriptionorders: [order],
    refillsleft: 2,
    pauseuntil: ["2027-03-10", "2027-04-10", "2027-05-10"],
    ...action,
  }),
  card: "Visa ending in 4242",
  ...more,
});
const facts = (action: SubscriptionAction, given = context()) =>
  actionQuestion(action, given).facts.map(({ label, value }) => `${label}: ${value}`);

describe("decisions §20 the question before a move", () => {
  const moved = aPrescriptionOrder({
    chargeon: "2027-02-10",
    move: {
      ...{
        names: ["Item", "Other"],
        first: "2027-02-05",
        whyfirst: "Not before.",
        last: "2027-05-05",
        whylast: "Not after.",
      },
      ...{ enoughuntil: "2027-02-12", gap: "Then you'd be without it." },
    },
  });
  test.each([
    ["", true, null],
    ["2027-02-04", true, null],
    ["2027-02-05", false, null],
    ["2027-02-10", true, null],
    ["2027-02-12", false, null],
    ["2027-02-13", false, "Then you'd be without it."],
    ["2027-05-05", false, "Then you'd be without it."],
    ["2027-05-06", true, null],
  ])("to “%s”: only to another one of the days that are offered, with what it would leave", (day, incomplete, gap) => {
    const question = actionQuestion({ kind: "move", order: moved, day }, context());
    expect([question.incomplete, question.gap]).toEqual([incomplete, gap]);
    expect(question.text).toContain("Item and Other go together");
  });

  test("a cancellation is taken back, or the subscription starts again", () => {
    const restart = (takesback: boolean) =>
      actionQuestion({ kind: "restart" }, context({ restart: { names: ["Item"], chargeon: "2027-02-10", takesback } }));
    expect(restart(true)).toMatchObject({ title: "Keep your subscription after all?", confirm: "Keep it" });
    expect(restart(false)).toMatchObject({ title: "Start your subscription again?", confirm: "Start it again" });
    expect(
      facts({ kind: "restart" }, context({ restart: { names: ["Item"], chargeon: "2027-02-10", takesback: true } })),
    ).toEqual(["Charged today: Nothing", "Next charge: Feb 10, 2027"]);
  });

  test("a pause gets another length than it has", () => {
    const paused = context({ status: "paused", pauseduntil: "2027-03-10" });
    expect(actionQuestion({ kind: "pause", months: 1 }, paused)).toMatchObject({
      title: "Change your pause?",
      incomplete: true,
    });
    expect(actionQuestion({ kind: "pause", months: 2 }, paused)).toMatchObject({
      ...{ confirm: "Pause until April 10, 2027", incomplete: false },
    });
  });
});

describe("§9 the question before an action says exactly what it does", () => {
  test("get next: the amount, the card, and what becomes of the planned day", () => {
    expect(facts({ kind: "getnext", order })).toEqual([
      "Feb 10, 2027: Moves to today",
      "Card: Visa ending in 4242",
      "Charged today: $88.95",
      "Next charge: Apr 28, 2027",
    ]);
    const question = actionQuestion({ kind: "getnext", order }, context());
    expect(question.confirm).toBe("Pay $88.95 and send it");
    expect(question.text).toBe(
      "We'll charge you today and send it to you. After that it comes every 84 days, as before. You use up what you have first.",
    );
  });

  test.each(["bank", "practice"] as const)("while a payment is disputed (%s) no date is promised", (waitsfor) => {
    const waiting = aPrescriptionOrder({
      chargeon: null,
      waitsfor,
      state: { kind: "on_hold", label: "On hold", text: "We won't charge you unless you ask us to." },
      getnext: { names: ["Item"], amount: 84, nextchargeon: null },
    });
    const given = context({ status: "paused", prescriptionorders: [waiting] });
    const now = actionQuestion({ kind: "getnext", order: waiting }, given);
    expect([now.text, now.facts.map(({ label }) => label)]).toEqual([
      "We'll charge you today and send it to you.",
      ["Card", "Charged today"],
    ]);
    expect(actionQuestion({ kind: "resume" }, given).text).toMatch(/charge you unless you ask us to/);
  });

  test("get next of two that belong together: both names and the total of both", () => {
    const both = { ...order, getnext: { names: ["Item", "Capsule"], amount: 178, nextchargeon: "2027-04-28" } };
    const question = actionQuestion({ kind: "getnext", order: both }, context({ sharesparcelwith: ["Capsule"] }));
    expect(question.text).toContain("Item and Capsule go together, so they come in one package.");
    expect(question.confirm).toBe("Pay $178.00 and send it");
  });

  test.each([{ kind: "skip", order } as const, { kind: "pause", months: 1 } as const])(
    "$kind says what else it applies to, unless only this one is chosen",
    (action) => {
      const given = context({ sharesparcelwith: ["Capsule"] });
      const both = "Item and Capsule go together, so this covers both.";
      expect(actionQuestion(action, given).text).toContain(both);
      expect(actionQuestion({ ...action, onlyThis: true }, given).text).not.toContain("go together");
      expect(actionQuestion(action, context()).text).not.toContain("go together");
    },
  );

  test("a gap in the medicine is named by what makes it: a skip, a cancellation, each length of a pause", () => {
    const gaps = ["One month.", null, "Three months."];
    const given = context({ pausegaps: gaps });
    const gapOf = (action: SubscriptionAction) => actionQuestion(action, given).gap ?? null;
    expect([1, 2, 3].map((months) => gapOf({ kind: "pause", months }))).toEqual(gaps);
    const withGap = { ...order, gap: "28 days." };
    expect([gapOf({ kind: "skip", order: withGap }), gapOf({ kind: "cancel", order: withGap })]).toEqual(
      Array(2).fill("28 days."),
    );
    expect([
      gapOf({ kind: "skip", order }),
      gapOf({ kind: "getnext", order: withGap }),
      gapOf({ kind: "resume" }),
    ]).toEqual(Array(3).fill(null));
  });

  test("skip: which day is skipped, and the next one", () => {
    expect(facts({ kind: "skip", order })).toEqual([
      "Feb 10, 2027: Nothing charged or sent",
      "Next charge: May 5, 2027",
    ]);
  });

  test("cancel: a planned order costs nothing, a paid one is refunded to the card", () => {
    expect(facts({ kind: "cancel", order })).toEqual([
      "This supply: Nothing charged or sent",
      "Next charge: May 5, 2027",
    ]);
    expect(facts({ kind: "cancel", order: aPrescriptionOrder({ status: "processing", orderid: "1" }) })).toEqual([
      "Your refund: $84.00",
      "To: Visa ending in 4242",
    ]);
  });

  test("reorder: the amount with tax, and the refills left after it", () => {
    expect(facts({ kind: "reorder", order }, context({ status: "cancelled" }))).toEqual([
      "Card: Visa ending in 4242",
      "Charged today: $84.50",
      "Refills left after it: 1",
    ]);
    expect(actionQuestion({ kind: "reorder", order }, context({ status: "paused" })).text).toContain("stays paused");
  });

  test.each(["getnext", "reorder"] as const)("%s with no refill left asks the doctor, and charges nothing", (kind) => {
    const question = actionQuestion({ kind, order }, context({ refillsleft: 0 }));
    expect(question).toMatchObject({ confirm: "Ask my doctor", charges: false });
    expect(question.facts).toEqual([{ label: "Charged today", value: "Nothing" }]);
  });

  test.each([
    [1, "Pause until March 10, 2027"],
    [3, "Pause until May 10, 2027"],
  ])("pause for %i months", (months, confirm) => {
    expect(actionQuestion({ kind: "pause", months }, context()).confirm).toBe(confirm);
  });

  test("ending a pause charges nothing today", () => {
    expect(facts({ kind: "resume" }, context({ pauseduntil: "2027-05-10", resumeon: "2027-03-10" }))).toEqual([
      "Pause until May 10, 2027: Ends today",
      "Charged today: Nothing",
      "Next charge: Mar 10, 2027",
    ]);
  });

  test("only actions that charge at once say so", () => {
    const charging = (["getnext", "reorder", "skip", "cancel"] as const).filter(
      (kind) => actionQuestion({ kind, order }, context()).charges,
    );
    expect(charging).toEqual(["getnext", "reorder"]);
  });
});

test.each<[SubscriptionAction, { alone: boolean; beside: boolean }]>([
  [
    { kind: "pause", months: 1 },
    { alone: true, beside: false },
  ],
  [
    { kind: "pause", months: 1, onlyThis: true },
    { alone: true, beside: true },
  ],
  [
    { kind: "skip", order },
    { alone: true, beside: false },
  ],
  [
    { kind: "skip", order, onlyThis: true },
    { alone: true, beside: true },
  ],
  [
    { kind: "cancel", order },
    { alone: true, beside: true },
  ],
  [
    { kind: "getnext", order },
    { alone: false, beside: false },
  ],
  [
    { kind: "reorder", order },
    { alone: false, beside: false },
  ],
  [{ kind: "resume" }, { alone: false, beside: false }],
])("what needs the medicine is named before less of it comes: %o", (action, named) => {
  const subscription = { warning: "The patch needs it." };
  const isNamed = (sharesParcel: boolean) => companionWarning(action, subscription, sharesParcel) !== null;
  expect({ alone: isNamed(false), beside: isNamed(true) }).toEqual(named);
});
