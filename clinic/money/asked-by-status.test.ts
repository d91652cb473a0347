import { describe, expect, test } from "vitest";
import { type Order, OrderStatus } from "#contract/orders/orders.ts";
import { mayBeCanceled } from "#clinic/care/cancelling.ts";
import { isSentBack } from "#clinic/dispensing/find-order.ts";
import { isOpenDispute } from "./money-labels.ts";
import { isPaid } from "./money-step.ts";

/* Every status of an order, and of a dispute, × everything in the staff app that asks for it. */

const sentBack = (status: Order["status"]) => {
  const parcels = [{ returnedat: "2026-05-01T12:00:00Z", returnreason: "sent_back" }];
  const item = { ready: false, order: { status }, dispensing: { lines: [{ parcel: null }], parcels } };
  return isSentBack(item as unknown as Parameters<typeof isSentBack>[0]);
};
const askers = {
  "can be refunded": (status: Order["status"]) => isPaid({ status } as Order),
  "can be canceled": (status: Order["status"]) => mayBeCanceled({ status, detail: [] }),
  "may have been sent back": sentBack,
} as const;
type DisputeStatus = Parameters<typeof isOpenDispute>[0]["status"];
type Asker = keyof typeof askers;

const toldOf: Readonly<Record<Order["status"], readonly Asker[]>> = {
  pending: [],
  authorizing: [],
  unknown: [],
  authorized: ["can be canceled"],
  paid: ["can be refunded", "can be canceled", "may have been sent back"],
  shipped: ["can be refunded", "may have been sent back"],
  delivered: ["can be refunded"],
  voided: [],
  failed: [],
  cancelled: [],
  refunded: ["can be refunded"],
};

const answerable: Readonly<Record<DisputeStatus, boolean>> = {
  inquiry: true,
  inquiry_closed: false,
  needs_response: true,
  under_review: false,
  won: false,
  lost: false,
};

describe("every status of an order and of a dispute, in the staff app", () => {
  test.each(OrderStatus.options)("an order that is %s", (status) => {
    const told = (Object.keys(askers) as Asker[]).filter((asker) => askers[asker](status));
    expect(told).toEqual(toldOf[status]);
  });

  test.each(Object.entries(answerable))("a dispute with %s can be answered: %s", (status, expected) => {
    expect(isOpenDispute({ status: status as DisputeStatus })).toBe(expected);
  });
});
