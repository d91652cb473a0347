import { describe, expect, test } from "vitest";
import { OrderStatus } from "#contract/orders/orders.ts";
import type { Order } from "#contract/orders/orders.ts";
import { retryOutcome } from "#app/account/billing/retried-charge.tsx";
import { orderActions } from "#app/treatment/order/order-actions-card.tsx";
import { orderPollInterval } from "#app/treatment/queries.ts";
import { isOrderInProgress } from "./order-status.ts";
import { isTracked } from "./order-track.tsx";

/* Every status of an order × everything in the app that asks for it. */

type Status = Order["status"];
const hrefs = (status: Status) => orderActions({ id: "order", status }, []).map(({ href }) => href);

const askers = {
  "may still change": (status: Status) => isOrderInProgress({ status, detail: [] }),
  "has the track to the patient": (status: Status) => isTracked({ status, timeline: [] }),
  "has a receipt": (status: Status) => hrefs(status).includes("/insurance-documents"),
  "needs another card": (status: Status) => hrefs(status).includes("/account-settings/billing-details"),
  "leaves a retried charge undecided": (status: Status) =>
    retryOutcome({ outcome: "pending" } as Parameters<typeof retryOutcome>[0], { hasfailedtransaction: true }, [
      { status },
    ]) === "pending",
  "is asked for each half minute": (status: Status) => orderPollInterval({ status }) === 30_000,
  "is asked for each minute": (status: Status) => orderPollInterval({ status }) === 60_000,
} as const;
type Asker = keyof typeof askers;

const toldOf: Readonly<Record<Status, readonly Asker[]>> = {
  pending: [],
  authorizing: ["may still change", "leaves a retried charge undecided", "is asked for each half minute"],
  unknown: ["may still change", "leaves a retried charge undecided", "is asked for each half minute"],
  authorized: ["may still change", "has the track to the patient", "is asked for each half minute"],
  paid: ["may still change", "has the track to the patient", "has a receipt", "is asked for each minute"],
  shipped: ["may still change", "has the track to the patient", "has a receipt", "is asked for each minute"],
  delivered: ["has the track to the patient", "has a receipt"],
  voided: [],
  failed: ["needs another card"],
  cancelled: [],
  refunded: ["has a receipt"],
};

describe("every status of an order, in the patients' app", () => {
  test.each(OrderStatus.options)("%s", (status) => {
    const told = (Object.keys(askers) as Asker[]).filter((asker) => askers[asker](status));
    expect(told).toEqual(toldOf[status]);
  });

  test.each(Object.keys(askers) as Asker[])("some order %s, and some doesn't", (asker) => {
    const told = OrderStatus.options.filter((status) => toldOf[status].includes(asker));
    expect([0, OrderStatus.options.length]).not.toContain(told.length);
  });
});
