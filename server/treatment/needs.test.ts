import { expect, test } from "vitest";
import { needsOf, type Situation } from "./needs.ts";

const settled: Situation = {
  patient: { emailVerified: true, failedTransactionReason: null, nonRxOnly: false },
  visit: { status: "DONE", identityStatus: "matched", stopped: false },
  lapsed: false,
  orders: [{ id: "1", status: "paid" }],
  renewal: [],
  review: undefined,
  changes: [],
};
const kinds = (changes: Partial<Situation>) => needsOf({ ...settled, ...changes }).map(({ kind }) => kind);

test("nothing is asked of her when all is well", () => {
  expect(needsOf(settled)).toEqual([]);
});
test("the most urgent comes first", () => {
  expect(
    kinds({
      patient: { emailVerified: false, failedTransactionReason: "expired_card", nonRxOnly: false },
      visit: { status: "DONE", identityStatus: "review", stopped: false },
      orders: [{ id: "1", status: "unknown" }],
    }),
  ).toEqual(["update_payment", "confirm_payment", "verify_identity", "verify_email"]);
});
test("who came for the shop alone is asked for no visit", () => {
  const visit = { status: "PENDING", identityStatus: "none", stopped: false } as const;
  expect(kinds({ visit })).toEqual(["finish_visit"]);
  expect(kinds({ visit, patient: { ...settled.patient, nonRxOnly: true } })).toEqual([]);
});
test("§4 Follow-up modal: a treatment review that waits for her is answered at home", () => {
  expect(needsOf({ ...settled, review: { left: null } })).toMatchObject([
    { kind: "treatment_review", title: "How are you doing?", href: "/home" },
  ]);
});
test("§4 Follow-up modal: one she has begun is gone on with, and says what is left", () => {
  expect(needsOf({ ...settled, review: { left: 4 } })).toMatchObject([
    { title: "Go on with your review", text: "Your answers are saved. At most 4 steps are left.", begun: true },
  ]);
  expect(needsOf({ ...settled, review: { left: 1 } })).toMatchObject([{ text: expect.stringContaining("One step") }]);
});
test("§8 a failed payment says why", () => {
  const patient = { emailVerified: true, failedTransactionReason: "insufficient_funds" as const, nonRxOnly: false };
  expect(needsOf({ ...settled, patient })).toMatchObject([
    { text: "Your payment failed due to insufficient funds.", href: "/account-settings/billing-details" },
  ]);
});
test("a payment without an outcome leads to its order", () => {
  expect(needsOf({ ...settled, orders: [{ id: "7", status: "authorizing" }] })).toMatchObject([{ href: "/order/7" }]);
});
test("an open visit is to be finished, a stopped one is not", () => {
  expect(kinds({ visit: { status: "PENDING", identityStatus: "none", stopped: false } })).toEqual(["finish_visit"]);
  expect(kinds({ visit: { status: "PENDING", identityStatus: "none", stopped: true } })).toEqual([]);
});
test("decisions §8 a medicine her answers speak against comes before everything else, and no renewal is announced beside it", () => {
  const patient = { emailVerified: true, failedTransactionReason: "expired_card" as const, nonRxOnly: false };
  expect(kinds({ patient, renewal: [{ renewalAsked: true, withheld: true }] })).toEqual([
    "talk_to_doctor",
    "update_payment",
  ]);
  expect(kinds({ renewal: [{ renewalAsked: true, withheld: false }] })).toEqual(["renew_prescription"]);
});
test("a hold that was gone before the decision: she is asked to confirm her order again", () => {
  const visit = { status: "PENDING", identityStatus: "matched", stopped: false } as const;
  expect(needsOf({ ...settled, visit, lapsed: true })).toMatchObject([
    { kind: "finish_visit", title: "Confirm your order again", href: "/redirect/" },
  ]);
});
test("an identity nobody could confirm leads to a person", () => {
  expect(needsOf({ ...settled, visit: { status: "DONE", identityStatus: "no_match", stopped: false } })).toMatchObject([
    { kind: "verify_identity", href: "/contact-us" },
  ]);
});
