import { expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { actionItems, type Situation } from "./action-items.ts";

const content = await shippedContent();
const settled: Situation = {
  patient: {
    email: "rosa@example.com",
    emailVerified: true,
    emailRefusedAt: null,
    failedTransactionReason: null,
    nonRxOnly: false,
  },
  visit: { status: "DONE", identityStatus: "matched", stopped: false },
  lapsed: false,
  orders: [{ id: "1", status: "paid" }],
  prescriptions: [],
  followup: undefined,
  nextStep: "under_way",
};
const items = (changes: Partial<Situation>) => actionItems(content, { ...settled, ...changes });
const kinds = (changes: Partial<Situation>) => items(changes).map(({ kind }) => kind);
const failed = { ...settled.patient, failedTransactionReason: "insufficient_funds" } as const;
const unreached = { ...settled.patient, emailVerified: false, emailRefusedAt: new Date("2026-03-05T12:00:00Z") };

test("nothing is asked when nothing is open", () => {
  expect(items({})).toEqual([]);
});

test("what something depends on comes before what can wait", () => {
  const actionItemList = items({
    patient: { ...failed, emailVerified: false },
    visit: { status: "DONE", identityStatus: "review", stopped: false },
    orders: [{ id: "1", status: "unknown" }],
    followup: { left: null },
    prescriptions: [{ renewalRequested: true, onHold: false }],
  });
  expect(actionItemList.map(({ kind, canwait }) => [kind, canwait])).toEqual([
    ["update_payment", false],
    ["treatment_review", false],
    ["confirm_payment", true],
    ["verify_identity", true],
    ["renew_prescription", true],
    ["verify_email", true],
  ]);
});

test("every label names its action", () => {
  const actionItemList = items({
    patient: { ...failed, emailVerified: false },
    visit: { status: "PENDING", identityStatus: "review", stopped: false },
    orders: [{ id: "1", status: "unknown" }],
    followup: { left: 2 },
    prescriptions: [{ renewalRequested: true, onHold: false }],
  });
  expect(actionItemList.map(({ label }) => label)).toEqual([
    "Update your card",
    "Continue your visit",
    "Continue",
    "See your order",
    "See the status",
    "See your plan",
    "Confirm your email",
  ]);
});

test.each([
  ["payment_failed", { patient: failed }],
  ["confirming_payment", { orders: [{ id: "1", status: "authorizing" as const }] }],
  ["confirm_again", { visit: { status: "PENDING", identityStatus: "matched", stopped: false }, lapsed: true }],
  ["finish_visit", { visit: { status: "PENDING", identityStatus: "none", stopped: false } }],
  ["identity_review", { visit: { status: "DONE", identityStatus: "review", stopped: false } }],
  ["identity_refused", { visit: { status: "DONE", identityStatus: "no_match", stopped: false } }],
  ["renewal", { prescriptions: [{ renewalRequested: true, onHold: false }] }],
] as const)("what the next step %s covers is not repeated", (nextStep, changes) => {
  expect(kinds(changes)).toHaveLength(1);
  expect(kinds({ ...changes, nextStep })).toEqual([]);
});

test("a patient who only shops is not asked for a visit", () => {
  const visit = { status: "PENDING", identityStatus: "none", stopped: false } as const;
  expect(kinds({ visit })).toEqual(["finish_visit"]);
  expect(kinds({ visit, patient: { ...settled.patient, nonRxOnly: true } })).toEqual([]);
});

test("§4 Follow-up modal: an open follow-up is answered on the home screen", () => {
  expect(items({ followup: { left: null } })).toMatchObject([
    { kind: "treatment_review", title: "How are you doing?", href: "/home", label: "Start the review" },
  ]);
});

test("a follow-up that leads the page is not asked for again below", () => {
  expect(items({ followup: { left: null }, nextStep: "treatment_review" })).toEqual([]);
});

test("§4 Follow-up modal: one that was begun is continued, and says how many steps are left", () => {
  expect(items({ followup: { left: 4 } })).toMatchObject([
    {
      title: "Continue your review",
      text: "Your answers are saved. You have 4 steps left at most.",
      label: "Continue",
    },
  ]);
  expect(items({ followup: { left: 1 } })).toMatchObject([{ text: expect.stringContaining("one step") }]);
});

test("§8 a failed payment says why", () => {
  expect(items({ patient: failed })).toMatchObject([
    { text: "Your payment failed due to insufficient funds.", href: "/account-settings/billing-details" },
  ]);
});

test("a payment without an outcome links to its order", () => {
  expect(items({ orders: [{ id: "7", status: "authorizing" }] })).toMatchObject([{ href: "/order/7" }]);
});

test("an open visit asks to be finished, a stopped one does not", () => {
  expect(kinds({ visit: { status: "PENDING", identityStatus: "none", stopped: true } })).toEqual([]);
});

test("no renewal is announced for a medicine on hold", () => {
  expect(kinds({ prescriptions: [{ renewalRequested: true, onHold: true }] })).toEqual([]);
});

test("an authorization that lapsed before the decision: the order has to be confirmed again", () => {
  const visit = { status: "PENDING", identityStatus: "matched", stopped: false } as const;
  expect(items({ visit, lapsed: true })).toMatchObject([
    { kind: "finish_visit", title: "Confirm your order again", href: "/redirect/" },
  ]);
});

test("an identity that could not be verified asks for new photos", () => {
  expect(items({ visit: { status: "DONE", identityStatus: "no_match", stopped: false } })).toMatchObject([
    { kind: "verify_identity", label: "Send new photos", href: "/account-settings/identity-verification" },
  ]);
});

test("an e-mail that comes back is said with its address, whatever the next step, and not asked to be confirmed besides", () => {
  for (const nextStep of ["emergency", "payment_failed", "under_way"] as const)
    expect(kinds({ patient: unreached, nextStep })).toEqual(["reach_email"]);
  expect(items({ patient: unreached })).toMatchObject([
    { text: expect.stringContaining("rosa@example.com"), href: "/account-settings/email", canwait: false },
  ]);
  expect(kinds({ patient: { ...unreached, ...failed, emailRefusedAt: unreached.emailRefusedAt } })).toEqual([
    "update_payment",
    "reach_email",
  ]);
});
