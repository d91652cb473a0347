import type Stripe from "stripe";
import { expect, test } from "vitest";
import { disputeOf, isAnswerable, refundOf } from "./from-stripe.ts";

const now = new Date("2026-03-09T12:00:00Z");
const due = now.getTime() / 1000 + 60;
const dispute = (
  status: Stripe.Dispute["status"],
  details: Partial<Stripe.Dispute.EvidenceDetails> = {},
  metadata: Record<string, string> = {},
) =>
  ({
    ...{ id: "dp_1", amount: 300, reason: "fraudulent", created: 1, status, metadata },
    evidence_details: { due_by: due, submission_count: 0, ...details },
  }) as Stripe.Dispute;

test.each([
  [due, new Date(now.getTime() + 60_000)],
  [null, null],
  [0, null],
])("a dispute that is due at %s", (due_by, expected) => {
  expect(disputeOf(dispute("needs_response", { due_by })).evidenceDueBy).toEqual(expected);
});

const answeredQuestion = { answer_to: "warning_needs_response" };
test.each([
  ["needs_response", {}, {}, true],
  ["warning_needs_response", {}, {}, true],
  ["needs_response", { due_by: 0 }, {}, true],
  ["needs_response", { due_by: due - 60 }, {}, false],
  ["needs_response", { submission_count: 1 }, {}, false],
  ["needs_response", { submission_count: 1 }, { answer_to: "needs_response" }, false],
  ["needs_response", { submission_count: 1 }, answeredQuestion, true],
  ["needs_response", { submission_count: 1, due_by: due - 60 }, answeredQuestion, false],
  ["warning_needs_response", { submission_count: 1 }, answeredQuestion, false],
  ["warning_under_review", {}, {}, false],
  ["under_review", {}, answeredQuestion, false],
  ["warning_closed", {}, answeredQuestion, false],
  ["won", {}, answeredQuestion, false],
  ["lost", {}, answeredQuestion, false],
] as const)("one that is %s with %o and %o can be answered: %s", (status, details, metadata, expected) => {
  expect(isAnswerable(dispute(status, details, metadata), now)).toBe(expected);
});

test.each([
  ["succeeded", "succeeded"],
  ["failed", "failed"],
  ["canceled", "failed"],
  ["pending", "pending"],
  ["requires_action", "pending"],
  [null, "pending"],
])("a refund that is %s is read as %s", (status, expected) => {
  const refund = { id: "re_1", amount: 300, status, metadata: { refund_id: "ours" } } as unknown as Stripe.Refund;
  expect(refundOf(refund)).toEqual({ id: "re_1", refundId: "ours", amount: 300, status: expected });
});
