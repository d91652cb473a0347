import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Intent, IntentStatus } from "#server/platform/gateway/port.ts";
import { decideTransition, canTransition, orderStatuses, statusesBefore, type OrderStatus } from "./order-status.ts";

const intentStatuses: IntentStatus[] = [
  "requires_capture",
  "succeeded",
  "canceled",
  "requires_payment_method",
  "requires_action",
  "processing",
];
const endsUnpaid: readonly OrderStatus[] = ["voided", "failed", "cancelled"];
const total = 4200;

const intentOf = (status: IntentStatus, change: Partial<Intent> = {}): Intent => ({
  id: "pi_1",
  status,
  amount: total,
  currency: "usd",
  amountCaptured: status === "succeeded" ? total : 0,
  amountRefunded: 0,
  orderId: "order",
  customer: "cus_1",
  chargeKey: null,
  chargeFor: [],
  ...change,
});

const statusPath = (intents: readonly Intent[]): OrderStatus[] => {
  const path: OrderStatus[] = ["authorizing"];
  for (const intent of intents) {
    const status = path.at(-1) ?? "authorizing";
    path.push(decideTransition({ status, totalCents: total, currency: "usd" }, intent).nextStatus ?? status);
  }
  return path;
};

/** Where a gateway status with the right amount takes an order; a combination not listed leaves it as it is. */
const expectedTransitions: Partial<Record<OrderStatus, Partial<Record<IntentStatus, OrderStatus>>>> = {
  authorizing: {
    requires_capture: "authorized",
    succeeded: "paid",
    canceled: "voided",
    requires_payment_method: "failed",
    requires_action: "unknown",
    processing: "unknown",
  },
  unknown: {
    requires_capture: "authorized",
    succeeded: "paid",
    canceled: "voided",
    requires_payment_method: "failed",
  },
  authorized: { succeeded: "paid", canceled: "voided" },
};

describe("sound checkout 3: an explicit transition table", () => {
  it.each<[OrderStatus, readonly OrderStatus[]]>([
    ["pending", []],
    ["authorizing", ["pending"]],
    ["unknown", ["authorizing"]],
    ["authorized", ["authorizing", "unknown"]],
    ["paid", ["authorizing", "unknown", "authorized", "mismatch"]],
    ["shipped", ["paid"]],
    ["delivered", ["shipped"]],
    ["voided", ["authorizing", "unknown", "authorized", "mismatch"]],
    ["failed", ["authorizing", "unknown"]],
    ["cancelled", ["pending"]],
    ["refunded", ["paid", "shipped", "delivered"]],
    ["mismatch", ["authorizing", "unknown", "authorized"]],
  ])("an order becomes %s from %j only", (to, before) => {
    expect(statusesBefore(to)).toEqual(before);
    const cameBack: Partial<Record<OrderStatus, readonly OrderStatus[]>> = {
      paid: ["shipped", "delivered"],
      shipped: ["delivered"],
    };
    const withReturns = [...before, ...(cameBack[to] ?? [])];
    expect(new Set(orderStatuses.filter((from) => canTransition(from, to)))).toEqual(new Set(withReturns));
  });

  it.each(orderStatuses.flatMap((status) => intentStatuses.map((intentStatus) => [status, intentStatus] as const)))(
    "an order in %s receives %s with the right amount; what is held for an order that ended unpaid is released",
    (status, intentStatus) => {
      const decide = (amountRefunded: number) =>
        decideTransition({ status, totalCents: total, currency: "usd" }, intentOf(intentStatus, { amountRefunded }));
      const nextStatus = expectedTransitions[status]?.[intentStatus] ?? null;
      const isHeldForNothing = endsUnpaid.includes(status) && /requires_capture|succeeded/.test(intentStatus);
      expect(decide(0)).toEqual({ nextStatus, release: isHeldForNothing });
      expect(decide(total - 1).release).toBe(isHeldForNothing);
      expect(decide(total).release).toBe(false);
    },
  );

  it("in any order of events never leaves a final state", () => {
    const ends: readonly OrderStatus[] = ["voided", "failed", "mismatch"];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...intentStatuses), { maxLength: 12 }), (statuses) => {
        const path = statusPath(statuses.map((status) => intentOf(status)));
        const end = path.findIndex((status) => ends.includes(status));
        if (end >= 0) expect(new Set(path.slice(end)).size).toBe(1);
      }),
    );
  });

  const wrong: readonly Partial<Intent>[] = [
    { amount: total - 1 },
    { amount: total + 1 },
    { amount: 0 },
    { currency: "eur" },
    { currency: "USD" },
    { amount: total + 1, currency: "eur" },
  ];
  const authorized = wrong.map((change) => intentOf("requires_capture", change));
  const captured = [...wrong, { amountCaptured: total - 1 }, { amountCaptured: total + 1 }, { amountCaptured: 0 }].map(
    (change) => intentOf("succeeded", { amountCaptured: change.amount ?? total, ...change }),
  );
  it.each(
    (["authorizing", "unknown", "authorized"] as const).flatMap((status) =>
      [...authorized, ...captured].map(
        (intent) => [status, intent.status, intent.amount, intent.amountCaptured, intent.currency, intent] as const,
      ),
    ),
  )("sound checkout 6: %s, %s of %i, %i captured, in %s is a mismatch, never authorized or paid", (status, ...rest) => {
    const intent = rest[4];
    expect(decideTransition({ status, totalCents: total, currency: "usd" }, intent).nextStatus).toBe("mismatch");
  });

  it("sound checkout 5: a stale event after a newer one changes nothing", () => {
    const [authorized, paid, released] = [intentOf("requires_capture"), intentOf("succeeded"), intentOf("canceled")];
    expect(statusPath([authorized, paid, authorized]).at(-1)).toBe("paid");
    expect(statusPath([authorized, released, authorized]).at(-1)).toBe("voided");
    expect(decideTransition({ status: "shipped", totalCents: total, currency: "usd" }, paid)).toEqual({
      nextStatus: null,
      release: false,
    });
  });
});
