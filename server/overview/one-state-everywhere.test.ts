import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { PrescriptionOrderState, PrescriptionOrderStatus } from "#contract/treatment/prescription-orders.ts";
import { SubscriptionStatus } from "#contract/treatment/subscriptions.ts";
import { orderStatuses } from "#server/orders/order-status.ts";
import { type Sentence, toText } from "#server/platform/sentences.ts";
import {
  type OrderStateFacts,
  orderStateLabels,
  prescriptionOrderState,
} from "#server/treatment/snapshot/order-state.ts";
import { progressOf } from "#server/treatment/snapshot/prescription-order-actions.ts";
import { subscriptionState, type SubscriptionStateFacts } from "#server/treatment/subscriptions/subscription-state.ts";
import { type CareFacts, decideNextStep } from "./next-step.ts";

/* Home, the plan, a subscription's page and its list of orders each say where something is: over all states, they may not say different things. */

const content = await shippedContent();
const now = new Date("2026-05-08T15:00:00Z");
const shipment = {
  carrier: "Meadow Post",
  trackingnumber: "MP-1",
  trackingurl: null,
  shippedat: "2026-06-03T12:00:00Z",
  estimateddelivery: "2026-06-06",
  deliveredat: "2026-06-05T02:00:00Z",
};
const waits = [null, "doctor", "both", "bank", "practice"] as const;

/** Every state of an order that pays for a prescription order, and of what has none yet. */
function* orderFacts(): Generator<OrderStateFacts> {
  for (const order of [null, ...orderStatuses])
    for (const approved of [false, true])
      for (const waitsfor of order === null ? waits : [null])
        for (const chargeon of [null, "2027-02-10"])
          for (const parcel of [null, { ...shipment, deliveredat: null }, shipment])
            for (const status of order === null
              ? (["scheduled", "payment_failed", "skipped", "cancelled"] as const)
              : [progressOf({ status: "ordered", failed_on: null }, order)])
              yield { status, order, approved, waitsfor, chargeon, shipment: parcel, timezone: "America/New_York" };
}

const inWords = (facts: OrderStateFacts) => {
  const { kind, text } = prescriptionOrderState(facts);
  return { kind, label: toText(content, orderStateLabels[kind]), text: toText(content, text) };
};

describe("§9 every state of a prescription order is one kind, two words and a sentence", () => {
  test("each kind is reached, each status is said, and nothing is left to fill in", () => {
    const kinds = new Set<string>();
    const statuses = new Set<string>();
    for (const facts of orderFacts()) {
      const { kind, label, text } = inWords(facts);
      kinds.add(kind);
      statuses.add(facts.status);
      expect(label).toMatch(/^[A-Z][a-z]+(?: [a-z]+)*$/);
      expect(text).toMatch(/^[A-Z].*\.$/);
      expect(text).not.toMatch(/\{\{|undefined|null/);
    }
    expect([...kinds].toSorted()).toEqual([...PrescriptionOrderState.shape.kind.options].toSorted());
    expect([...statuses].toSorted()).toEqual([...PrescriptionOrderStatus.options].toSorted());
  });

  test("nothing is said that its state doesn't hold", () => {
    for (const facts of orderFacts()) {
      const { text } = inWords(facts);
      const { order, approved, waitsfor, status } = facts;
      if (/pharmacy is getting it ready/.test(text)) expect(order).toBe("paid");
      if (/looking at it/.test(text)) expect([order, approved]).toEqual(["authorized", false]);
      if (/charging your card now/.test(text)) expect(approved).toBe(true);
      if (/bringing it/.test(text)) expect(status).toBe("shipped");
      if (/arrived/.test(text)) expect(status).toBe("delivered");
      if (/We'll charge you/.test(text)) expect([status, waitsfor]).toEqual(["scheduled", null]);
      if (/again on/.test(text)) expect(status).toBe("payment_failed");
    }
  });

  test.each([
    [
      "in review",
      { status: "processing", order: "authorized" },
      "Your doctor is looking at it. You won't be charged before that's done.",
    ],
    ["paid", { status: "processing", order: "paid" }, "The pharmacy is getting it ready."],
    ["planned", { status: "scheduled" }, "We'll charge you and send it on February 10, 2027."],
    ["on its way", { status: "shipped", order: "shipped" }, "Meadow Post is bringing it to you by June 6, 2026."],
    ["delivered late in the evening", { status: "delivered", order: "delivered" }, "It arrived on June 4, 2026."],
    ["waiting for the practice", { status: "scheduled", waitsfor: "practice" }, "please contact us."],
  ] as const)("%s", (_, change, text) => {
    const facts = {
      order: null,
      approved: false,
      waitsfor: null,
      chargeon: "2027-02-10",
      shipment,
      timezone: "America/New_York",
    };
    expect(inWords({ ...facts, ...change }).text).toContain(text);
  });
});

describe("home and the order say the same of a plan's first order", () => {
  const home: CareFacts = {
    safety: null,
    plan: { status: "approved", submittedAt: now, decidedAt: now, lapsed: false, doctor: { name: "Dr. Ruth Okafor" } },
    visit: { status: "DONE", identityStatus: "matched", isStarted: true, photosMissing: false },
    nonRxOnly: false,
    paymentFailed: false,
    order: null,
    subscriptions: [],
    doctorAsks: false,
    changeAwaitsPatient: false,
    followupAwaitsPatient: false,
    firstBoxArrived: false,
    doseDue: false,
    inUseUntil: null,
    upsellAwaitsDoctor: false,
    chargesStoppedBy: null,
    careEndsOn: null,
    breaks: [],
    nextCharge: null,
    retryOn: null,
    closed: [],
    pharmacyDays: 2,
    transitDays: 3,
    timezone: "America/New_York",
    patientTimezone: "America/New_York",
    now,
  };
  const sameKinds: Readonly<Record<string, readonly string[]>> = {
    in_review: ["doctor_review"],
    confirming: ["confirming_payment", "doctor_review"],
    charging: ["charging"],
    being_prepared: ["approved"],
    on_its_way: ["shipped_until", "shipped"],
    delivered: ["arrived", "settled"],
    cancelled: ["refunded", "payment_failed", "settled", "not_charged"],
    payment_failed: ["payment_failed"],
  };
  const plans = [
    ["in_review", ["pending", "authorizing", "unknown", "authorized", "mismatch"]],
    [
      "approved",
      [
        "pending",
        "authorizing",
        "unknown",
        "authorized",
        "mismatch",
        "paid",
        "shipped",
        "delivered",
        "refunded",
        "failed",
        "voided",
      ],
    ],
  ] as const;
  const all = plans.flatMap(([plan, orders]) => orders.map((order) => [plan, order] as const));

  test.each(all)("%s, its order %s", (plan, order) => {
    const lead = decideNextStep({
      ...home,
      plan: { ...home.plan, status: plan },
      order: {
        ...{ status: order, cancelled: false, prescription: true, notFirst: false, paidOn: "2026-05-08" },
        shipment: { carrier: "Meadow Post", estimateddelivery: "2026-06-06" },
      },
    });
    const status = progressOf({ status: "ordered", failed_on: null }, order);
    const facts = {
      status,
      order,
      approved: plan === "approved",
      waitsfor: null,
      chargeon: null,
      shipment,
      timezone: "America/New_York",
    };
    const { kind } = prescriptionOrderState(facts);
    expect(sameKinds[kind]).toContain(lead.kind);
  });
});

describe("§4 every state of a subscription is one sentence in a list, and two words, a title and sentences on its page", () => {
  const kinds = PrescriptionOrderState.shape.kind.options;
  const plain: SubscriptionStateFacts = {
    status: "active",
    newest: null,
    next: null,
    nextChargeOn: null,
    startsOn: null,
    inTreatment: true,
    isHeldBack: false,
    isDiscontinued: false,
    chargesStoppedBy: null,
    onHold: false,
    rest: null,
    refillsLeft: null,
    actions: [],
    canReorder: false,
    pausedUntil: null,
    cancelledOn: null,
    sum: "$94.00",
    isOnItsWay: false,
  };
  const textsOf = (change: Partial<SubscriptionStateFacts>) => {
    const { label, title, lines, inShort, refills, manage } = subscriptionState({ ...plain, ...change });
    const text = (each: Sentence | null) => (each === null ? "" : toText(content, each));
    return {
      page: [label, title, ...lines].map(text),
      row: text(inShort),
      refills: text(refills),
      manage: text(manage),
    };
  };

  /** Every state a subscription's page and its row of the plan can be in. */
  function* subscriptionFacts(): Generator<SubscriptionStateFacts> {
    const flags = [false, true];
    const days = [null, "2027-02-10"];
    for (const status of SubscriptionStatus.options)
      for (const newest of [null, ...kinds])
        for (const chargesStoppedBy of [null, "bank", "practice"] as const)
          for (const day of days)
            for (const startsOn of days)
              for (const isHeldBack of flags)
                for (const isDiscontinued of flags)
                  for (const inTreatment of flags) {
                    const rests = isHeldBack || isDiscontinued || chargesStoppedBy !== null;
                    const isCharged = (status === "active" || status === "past_due") && !rests;
                    yield {
                      ...plain,
                      ...{ status, newest, chargesStoppedBy, startsOn, isHeldBack, isDiscontinued, inTreatment },
                      ...{ nextChargeOn: isCharged ? day : null, pausedUntil: day, cancelledOn: day },
                      isOnItsWay: newest === "on_its_way",
                      onHold: isHeldBack,
                      refillsLeft: startsOn === null ? 0 : 2,
                      actions: inTreatment ? ["pause", "cancel"] : ["cancel"],
                      canReorder: inTreatment,
                    };
                  }
  }

  const charge = /Next charge|First charge|We'll charge you|charging your card/;
  const rules: Readonly<Record<string, (facts: SubscriptionStateFacts, row: string, page: string) => boolean>> = {
    "the row and the page name the same day of the next charge": ({ status }, row, page) =>
      status === "active" &&
      /charge on February 10, 2027/.test(row) !== page.includes("Next charge: February 10, 2027"),
    "a charge is promised by both or by neither": (_, row, page) => charge.test(row) !== charge.test(page),
    "approval is awaited by both or by neither": (_, row, page) =>
      /when your doctor approves/.test(row) !== /starts with your doctor’s approval/.test(page),
    "the bank is waited for by both or by neither": (_, row, page) =>
      /bank is confirming/.test(row) !== /bank is confirming/.test(page),
    "it is paused, or canceled, or unpaid in both": (_, row, page) =>
      /^Paused/.test(row) !== /^Paused/.test(page) ||
      /^Canceled/.test(row) !== /^Canceled/.test(page) ||
      /didn't go through|try again/.test(row) !== /didn't go through/.test(page),
    "what a doctor stopped is never said to come, and both say so": ({ isDiscontinued, status }, row, page) =>
      isDiscontinued && status !== "cancelled" && (!page.includes(row) || /on February/.test(row + page)),
    "what the patient never had wasn't changed": ({ inTreatment }, row, page) =>
      !inTreatment && /changed this one/.test(row + page),
    "a try again is said on the same day": (_, row, page) =>
      /try again on February 10, 2027/.test(row) !== /again on February 10, 2027/.test(page),
  };

  test("over all of them, both screens say the same, and nothing is left to fill in", () => {
    const broken = new Map<string, string>();
    const rows = new Set<string>();
    for (const facts of subscriptionFacts()) {
      const { page, row, refills, manage } = textsOf(facts);
      rows.add(row);
      const words = page.join(" ");
      expect(page.length).toBeGreaterThan(1);
      expect(`${words} ${row} ${refills} ${manage}`).not.toMatch(/\{\{|undefined|null/);
      if (facts.status === "pending") expect(words).not.toMatch(/charge(?:d)? (?:you )?again/);
      expect(words.includes("will still come")).toBe(facts.status === "cancelled" && facts.isOnItsWay);
      for (const [name, isBroken] of Object.entries(rules))
        if (!broken.has(name) && isBroken(facts, row, words))
          broken.set(name, `${row} | ${words} | ${JSON.stringify(facts)}`);
    }
    expect([...broken]).toEqual([]);
    expect(rows.size).toBe(18);
  });

  test("what is left of the prescription is said of what runs, and hidden by a hold", () => {
    for (const facts of subscriptionFacts()) {
      const { refills } = textsOf(facts);
      if (facts.status === "pending" || facts.status === "cancelled") expect(refills).toBe("");
      else if (facts.onHold) expect(refills).toBe("On hold until you've talked to a doctor.");
      else
        expect(refills).toMatch(
          /^(?:2 refills left|No refills left\. Your doctor renews it before the next supply\.)$/,
        );
    }
    expect([textsOf({ refillsLeft: 1 }).refills, textsOf({ refillsLeft: null }).refills]).toEqual([
      "1 refill left",
      "",
    ]);
  });

  test("the link to its page offers nothing that its actions don't hold", () => {
    for (const facts of subscriptionFacts()) {
      const { manage } = textsOf(facts);
      if (/pause or skip/.test(manage)) expect(facts.actions).toContain("pause");
      if (/cancel it/.test(manage)) expect(facts.actions).toContain("cancel");
      expect(manage === "Order again").toBe(facts.status === "cancelled" && facts.canReorder);
      expect(manage === "End the pause or change it").toBe(facts.status === "paused");
      expect(manage === "Update your card or cancel").toBe(facts.status === "past_due");
    }
    expect(textsOf({ actions: [] }).manage).toBe("See the details");
  });

  test.each([
    [
      { status: "pending", newest: "in_review" },
      "Starts when your doctor approves your plan.",
      ["In review", "It starts with your doctor’s approval", "We won't send anything or charge you before that."],
    ],
    [
      { status: "pending", newest: "charging" },
      "We're charging your card now. Then the pharmacy gets your order.",
      ["Starting soon", "Your plan is approved", "We're charging your card now. Then the pharmacy gets your order."],
    ],
    [
      { status: "pending", newest: "being_prepared" },
      "The pharmacy is getting it ready.",
      ["Starting soon", "Your plan is approved", "The pharmacy is getting it ready."],
    ],
    [
      { status: "pending", newest: "confirming" },
      "Your bank is confirming the payment. Please don't pay again.",
      ["Confirming payment", "Your bank is confirming the payment"],
    ],
    [
      { status: "active", nextChargeOn: "2027-02-10" },
      "Next charge on February 10, 2027.",
      ["Active", "Next charge: February 10, 2027"],
    ],
    [
      { status: "active", nextChargeOn: "2027-02-03", startsOn: "2027-02-10", inTreatment: false },
      "Starts on February 10, 2027. First charge on February 3, 2027.",
      ["Active", "Next charge: February 3, 2027", "Your doctor wants you to begin on February 10, 2027."],
    ],
    [{ status: "active" }, "No charge is planned.", ["Active", "No charge planned yet", "No charge is planned."]],
    [
      { status: "active", isHeldBack: true },
      "Your doctor will look at your prescription first. You won't be charged before then.",
      [
        "Active",
        "No charge planned yet",
        "Your doctor will look at your prescription first. You won't be charged before then.",
      ],
    ],
    [
      { status: "active", chargesStoppedBy: "bank" },
      "Your bank is looking into one of your payments. Until it decides, we won't charge you unless you ask us to.",
      ["Active", "No charge planned yet"],
    ],
    [
      { status: "active", isDiscontinued: true },
      "Your doctor changed this one. You won't be charged for it until you both agree on what comes next.",
      ["On hold", "No charge planned yet", "Your doctor changed this one."],
    ],
    [
      { status: "active", isDiscontinued: true, inTreatment: false },
      "Your doctor prescribed something else. You won't be charged for this one, or for the other one until you agree to it.",
      ["On hold", "No charge planned yet", "Your doctor prescribed something else."],
    ],
    [
      { status: "paused", pausedUntil: "2027-03-10" },
      "Paused until March 10, 2027.",
      ["Paused", "Paused until March 10, 2027", "We won't charge you or send anything before then."],
    ],
    [{ status: "paused" }, "Paused. You won't be charged.", ["Paused", "Paused"]],
    [
      { status: "past_due", nextChargeOn: "2027-02-13" },
      "We'll try again on February 13, 2027.",
      [
        "Payment due",
        "Your last payment didn't go through",
        "We'll try the $94.00 again on February 13, 2027. Update your card, and we'll try right away.",
      ],
    ],
    [
      { status: "past_due" },
      "The last charge didn't go through.",
      ["Payment due", "Your last payment didn't go through", "We won't try the $94.00 again unless you ask us to."],
    ],
    [
      { status: "cancelled", cancelledOn: "2026-12-01", isDiscontinued: true },
      "Canceled on December 1, 2026. No more charges.",
      ["Canceled", "Canceled on December 1, 2026", "You won't be charged again."],
    ],
    [{ status: "cancelled" }, "Canceled. No more charges.", ["Canceled", "Canceled"]],
  ] as const)("%o", (change, expectedRow, expected) => {
    const { row, page } = textsOf(change);
    expect(row).toBe(expectedRow);
    expect(page.slice(0, 2)).toEqual(expected.slice(0, 2));
    expect(page.join(" ")).toContain(expected.join(" "));
  });
});
