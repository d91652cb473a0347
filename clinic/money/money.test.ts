import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { type FakeAnswer, fakeServer } from "#clinic/testing/fake-server.ts";
import { orderItem } from "#clinic/testing/orders.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import type { Order } from "#contract/orders/orders.ts";
import { createAct } from "#clinic/work/act.ts";
import { parseCents } from "#clinic/care/payments/dollars.ts";
import { isPaid, type MoneyDecision, refundOf, sendDecision } from "./money-step.ts";
import {
  chargedLabel,
  decisionOutcome,
  decisionTexts,
  type Dispute,
  disputesByUrgency,
  dueLabel,
  matches,
  reasonLabel,
  refundNotes,
} from "./money-labels.ts";
import { patientsPastDue } from "./past-due.ts";
import { pendingSteps } from "./pending-steps.ts";
import { refundSchema } from "./refund-dialog.tsx";

const order = (change: Partial<Order> = {}): Order => ({
  id: staffId(7),
  number: "1004711",
  status: "paid",
  placedat: "2026-11-20T15:00:00Z",
  detail: [
    {
      productid: "p",
      pricingid: "p1",
      name: "Estradiol patch",
      dosage: "",
      image: "",
      quantity: 1,
      dayssupply: 28,
      prescription: true,
      price: 40,
      discount: 0,
      tax: 0.28,
      total: 40.28,
      cancelled: false,
    },
  ],
  summary: {
    subtotal: 40,
    discount: 0,
    taxamount: 0.28,
    shipping: 0,
    totalamount: 40.28,
    couponid: null,
    discountfrom: null,
  },
  refunded: 0,
  card: { brand: "visa", last4: "4242" },
  shipto: null,
  timeline: [],
  ...change,
});
const refund: MoneyDecision = { kind: "refund", amount: 12.5, refundable: 40, reason: "Parcel was late" };

function deciding(answers: readonly FakeAnswer[]) {
  const { call, sent } = fakeServer(answers);
  let keys = 0;
  const act = createAct<MoneyDecision>({ asSent: true }, () => `press-${++keys}`);
  const send = (decision: MoneyDecision) =>
    act.send(decision, (decided, key) => sendDecision(call, staffId(7), decided, key));
  return { act, send, sent };
}
const keysOf = (sent: readonly { readonly headers: Headers }[]) =>
  sent.map(({ headers }) => headers.get("idempotency-key"));

describe("decisions §8 a refund moves money once", () => {
  test("the key is the press's: a lost answer is asked for again with the same key and the same body", async () => {
    const { send, sent, act } = deciding(["no answer", "no answer", { order: order({ refunded: 12.5 }) }]);
    expect(await send(refund)).toBeNull();
    expect(act.get()).toMatchObject({
      failure: { kind: "outcome_unknown" },
      pending: { intent: refund, key: "press-1" },
    });
    expect(await send({ ...refund, reason: "Another" })).toMatchObject({ order: { refunded: 12.5 } });
    expect(keysOf(sent)).toEqual(["press-1", "press-1", "press-1"]);
    for (const { body } of sent) expect(body).toEqual({ amount: 12.5, refundable: 40, reason: "Parcel was late" });
  });

  test.each([
    ["no answer at all", "no answer"],
    ["a server that broke off", { refused: "internal" }],
    ["the same press still being worked on", { refused: "in_flight" }],
    ["an answer that can't be read", { something: "else" }],
  ] as const)("after %s the outcome is unknown, never “it failed”", async (_, answer) => {
    const { send, act } = deciding([answer, answer]);
    expect(await send(refund)).toBeNull();
    expect(act.get().failure).toEqual({ kind: "outcome_unknown" });
  });

  test("a refusal says that nothing was done, and ends the press; one of the session says nothing about it", async () => {
    const codes = {
      wrong_state: true,
      payment_pending: true,
      staff_session_ended: false,
      scope_missing: false,
    } as const;
    for (const [refused, settled] of Object.entries(codes) as [keyof typeof codes, boolean][]) {
      const { send, sent, act } = deciding(["no answer", "no answer", { refused }, { order: order() }]);
      await send(refund);
      expect(await send(refund)).toBeNull();
      expect(act.get().failure).toMatchObject({ kind: "refused", code: refused });
      expect(act.get().pending === null).toBe(settled);
      await send(refund);
      expect(keysOf(sent).at(-1)).toBe(settled ? "press-2" : "press-1");
    }
  });

  test("a press without an answer is kept for its order until it is settled", () => {
    const press = { intent: refund, key: "press-1" };
    pendingSteps.set(staffId(7), press);
    expect(pendingSteps.get(staffId(7))).toEqual(press);
    expect(pendingSteps.get(staffId(8))).toBeNull();
    pendingSteps.set(staffId(7), null);
    expect(pendingSteps.get(staffId(7))).toBeNull();
  });
});

describe("decisions §7 an amount in dollars with cents", () => {
  test.each([
    ["40.28", 4028],
    ["$1,234.5", 123_450],
    [" 12 ", 1200],
    ["0.1", 10],
    ["", null],
    ["-5", null],
    ["12.345", null],
    ["1,23", null],
    ["1e3", null],
    ["12 dollars", null],
  ])("“%s” is %s cents", (typed, cents) => expect(parseCents(typed)).toBe(cents));

  test("never more than is left of the order", () => {
    const says = (amount: string) =>
      z.safeParse(refundSchema(2778, 0), { amount, reason: "Late" }).error?.issues[0]?.message ?? "fine";
    expect(["27.78", "27.79", "0", "12.345"].map(says)).toEqual([
      "fine",
      "At most $27.78 is left.",
      "Please enter an amount.",
      "Please enter dollars with at most two decimals.",
    ]);
  });

  test("a reason is asked for", () => {
    expect(z.safeParse(refundSchema(100, 0), { amount: "1" }).success).toBe(false);
  });

  test("where somebody asked about the order, an answer is asked for, and goes with the refund; nowhere else", () => {
    const typed = { amount: "12.50", reason: "Late" };
    const isComplete = (questions: number, answer?: string) =>
      z.safeParse(refundSchema(2778, questions), { ...typed, ...(answer && { answer }) }).success;
    expect([isComplete(0), isComplete(1), isComplete(2, "Done.")]).toEqual([true, false, true]);
    expect(refundOf({ ...typed, answer: "Done." }, 27.78, ["q1", "q2"])).toEqual({
      ...{ kind: "refund", amount: 12.5, refundable: 27.78, reason: "Late" },
      questions: { questionids: ["q1", "q2"], answer: "Done." },
    });
    expect(refundOf(typed, 27.78, [])).toEqual({ kind: "refund", amount: 12.5, refundable: 27.78, reason: "Late" });
  });
});

test("before money moves, it asks who gets what and where it goes", () => {
  const texts = decisionTexts(refund, "Maria Winter", order());
  expect(texts.question).toBe("Refund $12.50 to Maria Winter?");
  expect(texts.detail).toContain("Order 1004711, to Visa ending in 4242.");
  expect(texts.label).toBe("Refund $12.50");
});

test("decisions §11 no product reaches what finance reads", () => {
  for (const kind of ["accept", "release"] as const)
    expect(JSON.stringify(decisionTexts({ kind }, "Maria", order()))).not.toMatch(/estradiol|patch/i);
  expect(JSON.stringify(decisionTexts(refund, "Maria", order()))).not.toMatch(/estradiol|patch/i);
  expect(matches({ order: order(), patient: patient(1) }, "estradiol")).toBe(false);
});

test.each([
  ["", true],
  ["10047", true],
  ["maria pat", true],
  ["MARIA 1004711", true],
  ["maria 999", false],
  ["aria", false],
])("an order is found by “%s”: %s", (typed, found) => {
  expect(matches({ order: order(), patient: patient(1) }, typed)).toBe(found);
});

test("an order is found without its patient's accents and apostrophes", () => {
  const item = { order: order(), patient: { ...patient(1), firstname: "Łucja", lastname: "O’Núñez" } };
  for (const typed of ["lucja", "onunez", "O'NUÑ", "Ł"]) expect([typed, matches(item, typed)]).toEqual([typed, true]);
});

describe("disputes", () => {
  const dispute = (change: Partial<Dispute> = {}): Dispute => ({
    id: staffId(30),
    patient: patient(1),
    orderid: staffId(7),
    ordernumber: "1004711",
    amount: 40.28,
    reason: "product_not_received",
    status: "needs_response",
    evidencedueby: "2026-12-01T00:00:00Z",
    openedat: "2026-11-20T00:00:00Z",
    chargesstopped: true,
    answer: null,
    answerable: true,
    ...change,
  });
  const now = Date.parse("2026-11-25T17:00:00Z");

  test("those that can still be answered come first, the day it is due first", () => {
    const won = dispute({ status: "won", evidencedueby: "2026-11-01T00:00:00Z" });
    const later = dispute({ evidencedueby: "2026-12-09T00:00:00Z" });
    const sooner = dispute({ status: "inquiry" });
    expect(disputesByUrgency([won, later, sooner])).toEqual([sooner, later, won]);
  });

  test("until when it may be answered, and that the day has passed", () => {
    expect(dueLabel(dispute(), now)).toMatch(/^Answer by/);
    expect(dueLabel(dispute({ evidencedueby: "2026-11-20T00:00:00Z" }), now)).toMatch(/^It was due/);
    expect(dueLabel(dispute({ status: "lost" }), now)).toBe("");
    const answer = (status: "asked" | "sent" | "refused") => ({ status, askedat: "", settledat: null });
    const labels = (status: Dispute["status"]) =>
      (["asked", "sent", "refused"] as const).map((each) =>
        dueLabel(dispute({ status, answer: answer(each) }), now).slice(0, 9),
      );
    expect(labels("inquiry")).toEqual(["Answer by", "", "Answer by"]);
    expect(labels("needs_response")).toEqual(["Answer by", "Answer by", "Answer by"]);
    expect(reasonLabel("product_not_received")).toBe("Product not received");
  });
});

describe("decisions §8 what the server knows of refunds counts, also on a page that was opened again", () => {
  const refund = (status: "under_way" | "refunded" | "failed", amount: number) => ({
    ...{ id: staffId(9), amount, status, requestedat: "2026-11-20T16:00:00Z" },
  });
  test("what is under way says so, and one that failed too", () => {
    const refunds = [refund("under_way", 12.5), refund("failed", 5), refund("refunded", 1)];
    expect(refundNotes(refunds)).toEqual([
      "$12.50 of November 20, 2026 is under way",
      "$5.00 of November 20, 2026 failed",
    ]);
  });
  test.each(["paid", "shipped", "delivered"] as const)("a %s order can be refunded", (status) => {
    expect(isPaid(order({ status }))).toBe(true);
  });
  test.each(["authorized", "cancelled", "voided", "unknown"] as const)("of a %s one nothing was taken", (status) => {
    expect(isPaid(order({ status }))).toBe(false);
  });
});

test("decisions §11 a payment that differs says what was charged: taken, held, or in another currency", () => {
  const charged = { captured: 45.28, held: 0, currency: "usd", obstacle: null };
  expect(chargedLabel(charged)).toBe("$45.28");
  expect(chargedLabel({ ...charged, captured: 0, held: 40 })).toBe("$40.00, held");
  expect(chargedLabel({ ...charged, currency: "eur" })).toBe("45.28 EUR");
});

describe("decisions §8 what became of a payment that differed is the server's to know, so a page opened again shows it", () => {
  const refund = (status: "under_way" | "refunded" | "failed", amount: number) => ({
    ...{ id: staffId(9), amount, status, requestedat: "2026-11-20T16:00:00Z" },
  });
  const decided = (outcome: "accept" | "release", money: "settled" | "under_way" = "settled") => ({
    ...{ outcome, money, at: "2026-11-20T16:00:00Z", by: "Tom Abara" },
  });
  test("accepted, with what of the excess went back, is on its way back or couldn't be given back", () => {
    expect(decisionOutcome(decided("accept"), [])).toMatchObject({ label: "Accepted", detail: "" });
    expect(decisionOutcome(decided("accept"), [refund("under_way", 5)]).detail).toBe("$5.00 is on its way back");
    expect(decisionOutcome(decided("accept"), [refund("refunded", 5), refund("failed", 2)]).detail).toBe(
      "$5.00 went back, $2.00 couldn’t be given back",
    );
  });
  test("given back only once the gateway confirmed it", () => {
    expect(decisionOutcome(decided("release", "under_way"), [])).toMatchObject({
      tone: "info",
      label: "Being given back",
    });
    expect(decisionOutcome(decided("release"), [])).toMatchObject({ tone: "success", label: "Given back" });
  });
});

test("decisions §11 past due: one row per patient, with all they owe, since the first day, and the soonest try", () => {
  const due = (number: number, change: object) =>
    orderItem(number, {
      order: null,
      pastdue: {
        ...{ prescriptionorderid: staffId(1), subscriptionid: staffId(2), amount: 59.1, failedon: "2026-11-20" },
        ...{ attempts: 1, retryon: "2026-11-23", reason: "lost_card" as const, mailedat: null, writeoff: null },
        ...change,
      },
    });
  const rows = patientsPastDue([
    { items: [due(1, {}), due(2, { retryon: null })] },
    { items: [due(1, { amount: 35.2, failedon: "2026-11-21", retryon: "2026-11-22", attempts: 2 })] },
  ]);
  expect(
    rows.map(({ cents, charges, since, retryOn, attempts }) => [cents, charges, since, retryOn, attempts]),
  ).toEqual([
    [9430, 2, "2026-11-20", "2026-11-22", 2],
    [5910, 1, "2026-11-20", null, 1],
  ]);
});
