import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Intent, IntentStatus } from "#server/platform/gateway/port.ts";
import { judge, mayMove, moves, orderStatuses, sourcesOf, type OrderStatus } from "./order-machine.ts";

const intentStatuses: IntentStatus[] = [
  "requires_capture",
  "succeeded",
  "canceled",
  "requires_payment_method",
  "requires_action",
  "processing",
];
const total = 4200;

const intentArbitrary = fc
  .record({
    status: fc.constantFrom(...intentStatuses),
    amount: fc.constantFrom(total, total, total, total - 1, 1),
    currency: fc.constantFrom("usd", "usd", "usd", "eur"),
  })
  .map(({ status, amount, currency }): Intent => ({
    id: "pi_1",
    status,
    amount,
    currency,
    amountCaptured: status === "succeeded" ? amount : 0,
    amountRefunded: 0,
    orderId: "order",
  }));

const follow = (intents: readonly Intent[]): OrderStatus[] => {
  const path: OrderStatus[] = ["authorizing"];
  for (const intent of intents) {
    const status = path.at(-1) ?? "authorizing";
    path.push(judge({ status, totalCents: total, currency: "usd" }, intent).move ?? status);
  }
  return path;
};

describe("sound checkout 3: an explicit transition table", () => {
  it("lists the sources of a state as the moves that lead to it", () => {
    for (const to of orderStatuses)
      expect(sourcesOf(to)).toEqual(orderStatuses.filter((from) => moves[from].includes(to)));
  });

  it("in any order of events makes listed moves only and never leaves an end", () => {
    fc.assert(
      fc.property(fc.array(intentArbitrary, { maxLength: 12 }), (intents) => {
        const path = follow(intents);
        path.slice(1).forEach((to, index) => {
          const from = path[index] ?? "authorizing";
          expect(from === to || mayMove(from, to)).toBe(true);
        });
      }),
    );
  });

  it("sound checkout 6: is authorized or paid only on the exact amount and currency", () => {
    fc.assert(
      fc.property(fc.constantFrom(...orderStatuses), intentArbitrary, (status, intent) => {
        const { move } = judge({ status, totalCents: total, currency: "usd" }, intent);
        if (move === "authorized" || move === "paid") {
          expect(intent.amount).toBe(total);
          expect(intent.currency).toBe("usd");
        }
      }),
    );
  });

  it("sound checkout 5: a stale event after a newer one changes nothing", () => {
    const [held, taken, released] = (["requires_capture", "succeeded", "canceled"] as const).map((status): Intent => ({
      id: "pi_1",
      status,
      amount: total,
      currency: "usd",
      amountCaptured: status === "succeeded" ? total : 0,
      amountRefunded: 0,
      orderId: "order",
    })) as [Intent, Intent, Intent];
    expect(follow([held, taken, held]).at(-1)).toBe("paid");
    expect(follow([held, released, held]).at(-1)).toBe("voided");
    expect(judge({ status: "shipped", totalCents: total, currency: "usd" }, taken)).toEqual({
      move: null,
      release: false,
    });
  });

  it("asks to let go of money held for an order that is over", () => {
    const held: Intent = {
      id: "pi_1",
      status: "requires_capture",
      amount: total,
      currency: "usd",
      amountCaptured: 0,
      amountRefunded: 0,
      orderId: "o",
    };
    for (const status of ["failed", "voided", "cancelled"] as const) {
      expect(judge({ status, totalCents: total, currency: "usd" }, held)).toEqual({ move: null, release: true });
    }
    expect(judge({ status: "authorized", totalCents: total, currency: "usd" }, held).release).toBe(false);
  });
});
