import { describe, expect, test } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { PrescriptionOrderState, PrescriptionOrderStatus } from "#contract/treatment/prescription-orders.ts";
import { SubscriptionStatus } from "#contract/treatment/subscriptions.ts";
import { orderStatuses } from "#server/orders/order-status.ts";
import { sentence, toText } from "#server/platform/sentences.ts";
import {
  type OrderStateFacts,
  orderStateLabels,
  prescriptionOrderState,
} from "#server/treatment/prescription-orders/order-state.ts";
import { progressOf } from "#server/treatment/prescription-orders/prescription-order-actions.ts";
import { subscriptionState } from "#server/treatment/subscriptions/subscription-state.ts";
import { type CareFacts, decideNextStep } from "./next-step.ts";

/* Home, the plan, a subscription's page and its list of orders each say where something is: over all states, they may not say different things. */

const content = await loadContent();
const now = new Date("2026-05-08T15:00:00Z");
const shipment = {
  carrier: "Meadow Post",
  trackingnumber: "MP1",
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
    reviewAwaitsPatient: false,
    doseDue: false,
    inUseUntil: null,
    upsellAwaitsDoctor: false,
    chargesStoppedBy: null,
    nextCharge: null,
    retryOn: null,
    pharmacyDays: 2,
    timezone: "America/New_York",
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

describe("§4 every state of a subscription is two words, a title and sentences", () => {
  const kinds = PrescriptionOrderState.shape.kind.options;
  const facts = { startsOn: null, isOnItsWay: false, sum: "$94.00", inShort: sentence("treatment.status_held_back") };
  const said = (change: Partial<Parameters<typeof subscriptionState>[0]>) => {
    const state = subscriptionState({
      ...{
        status: "active",
        newest: null,
        next: null,
        nextChargeOn: null,
        pausedUntil: null,
        cancelledOn: null,
        ...facts,
      },
      ...change,
    });
    const { label, title, lines } = state;
    return [label, title, ...lines].map((each) => toText(content, each));
  };

  test("over all of them, nothing is left to fill in and nothing is charged again that never was", () => {
    for (const status of SubscriptionStatus.options)
      for (const newest of [null, ...kinds])
        for (const day of [null, "2027-02-10"])
          for (const isOnItsWay of [false, true]) {
            const words = said({
              status,
              newest,
              nextChargeOn: day,
              pausedUntil: day,
              cancelledOn: day,
              startsOn: day,
              isOnItsWay,
            });
            expect(words.length).toBeGreaterThan(1);
            expect(words.join(" ")).not.toMatch(/\{\{|undefined|null/);
            if (status === "pending") expect(words.join(" ")).not.toMatch(/charge(?:d)? (?:you )?again/);
            expect(words.join(" ").includes("will still come")).toBe(status === "cancelled" && isOnItsWay);
          }
  });

  test.each([
    [
      { status: "pending", newest: "in_review" },
      ["In review", "It starts with your doctor’s approval", "We won't send anything or charge you before that."],
    ],
    [
      { status: "pending", newest: "charging" },
      ["Starting soon", "Your plan is approved", "We're charging your card now. Then the pharmacy gets your order."],
    ],
    [{ status: "pending", newest: "confirming" }, ["Confirming payment", "Your bank is confirming the payment"]],
    [{ status: "active", nextChargeOn: "2027-02-10" }, ["Active", "Next charge: February 10, 2027"]],
    [
      { status: "active" },
      [
        "Active",
        "No charge planned yet",
        "Your doctor will look at your prescription first. You won't be charged before then.",
      ],
    ],
    [
      { status: "paused", pausedUntil: "2027-03-10" },
      ["Paused", "Paused until March 10, 2027", "We won't charge you or send anything before then."],
    ],
    [
      { status: "past_due", nextChargeOn: "2027-02-13" },
      [
        "Payment due",
        "Your last payment didn't go through",
        "We'll try the $94.00 again on February 13, 2027. Update your card, and we'll try right away.",
      ],
    ],
    [
      { status: "past_due" },
      ["Payment due", "Your last payment didn't go through", "We won't try the $94.00 again unless you ask us to."],
    ],
    [
      { status: "cancelled", cancelledOn: "2026-12-01" },
      ["Canceled", "Canceled on December 1, 2026", "You won't be charged again."],
    ],
  ] as const)("%o", (change, expected) => {
    const words = said(change);
    expect(words.slice(0, 2)).toEqual(expected.slice(0, 2));
    expect(words.join(" ")).toContain(expected.join(" "));
  });
});
