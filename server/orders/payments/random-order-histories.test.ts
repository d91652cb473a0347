import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expireAuthorizations } from "#server/platform/gateway/sandbox/emulator/intents.ts";
import type { GatewayOperation } from "#server/platform/gateway/sandbox/faults.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { propertyRuns } from "#server/testing/property-runs.ts";
import { placeOrder } from "../placing/place-order.ts";
import { ledger, openShop, type Shop } from "../testing/shop.ts";
import { refundOrder, captureApprovedOrder, voidDeclinedOrder } from "./capture-or-void.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const operations: GatewayOperation[] = [
  "authorize",
  "capture",
  "cancel",
  "refund",
  "retrieve",
  "intentsOf",
  "refundsOf",
];

const step = fc.oneof(
  fc.constant({ do: "pay" as const }),
  fc.record({
    do: fc.constant("fault" as const),
    operation: fc.constantFrom(...operations),
    when: fc.constantFrom("before" as const, "after" as const),
  }),
  fc.record({ do: fc.constant("event" as const), which: fc.nat(20) }),
  fc.constant({ do: "approve" as const }),
  fc.constant({ do: "decline" as const }),
  fc.constant({ do: "work" as const }),
  fc.constant({ do: "reconcile" as const }),
  fc.constant({ do: "lapse" as const }),
  fc.record({ do: fc.constant("later" as const), minutes: fc.constantFrom(6, 16, 25 * 60) }),
  fc.record({ do: fc.constant("refund" as const), amountCents: fc.integer({ min: 1, max: 5000 }) }),
);

/** Refusals are part of a history; any other error is a defect. */
const allowed = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );

describe("sound checkout 3: random histories of an order", () => {
  it("never charge twice, nor without approval, nor after a decline; the ledger balances", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), fc.boolean(), async (history, good) => {
        const patient = await shop.shopper({ card: good ? "tok_visa" : "tok_chargeCustomerFail" });
        const request = shop.orderRequest(patient);
        const seen = (await shop.events()).length;
        let [approved, declined] = [false, false];
        const orderId = async () =>
          (
            await shop.services.db
              .selectFrom("customer_order")
              .select("id")
              .where("patient_id", "=", patient)
              .executeTakeFirst()
          )?.id;

        for (const next of history) {
          const order = await orderId();
          if (next.do === "pay") await allowed(placeOrder(shop.services, request));
          if (next.do === "fault") shop.faults.add(next.operation, next.when);
          if (next.do === "work") await shop.jobs.drain();
          if (next.do === "reconcile") await shop.reconcile();
          if (next.do === "later") shop.clock.advance(next.minutes * 60_000);
          if (next.do === "lapse") {
            shop.clock.advance(8 * 24 * 3600_000);
            await expireAuthorizations({ db: shop.services.db, clock: shop.clock });
          }
          if (next.do === "event") {
            const events = (await shop.events()).slice(seen);
            const event = events[next.which % Math.max(1, events.length)];
            if (event) expect(await shop.deliver(event)).toBe(200);
          }
          if (order && next.do === "approve")
            approved = (await allowed(captureApprovedOrder(shop.services, order))) || approved;
          if (order && next.do === "decline")
            declined = (await allowed(voidDeclinedOrder(shop.services, order))) || declined;
          if (order && next.do === "refund") {
            await allowed(
              refundOrder(shop.services, {
                orderId: order,
                refundId: newId(),
                amountCents: next.amountCents,
                reason: "history",
              }),
            );
          }
        }

        shop.faults.clear();
        for (let round = 0; round < 3; round += 1) {
          shop.clock.advance(6 * 60_000);
          await shop.reconcile();
          await shop.jobs.drain();
        }
        const order = await orderId();
        if (!order) return;
        expect(approved && declined).toBe(false);
        const charges = await shop.charges(order);
        expect(charges.length).toBeLessThanOrEqual(1);
        const { status, number } = await shop.orderRow(order);
        const [charge] = charges;
        const expectedStatuses: Record<string, string[]> = {
          requires_capture: ["authorized"],
          succeeded: ["paid", "refunded"],
          canceled: ["voided"],
          requires_payment_method: ["failed"],
        };
        expect(charge ? expectedStatuses[charge.status] : ["failed"]).toContain(status);
        expect(status === "paid" || status === "refunded" ? approved : true).toBe(true);
        expect(number !== null).toBe(await wasPlaced(order));
        const entries = await ledger(shop, order);
        expect(entries).toEqual({ sum: 0, gateway: charge ? charge.amount_captured - charge.amount_refunded : 0 });
      }),
      propertyRuns(6, 20),
    );
  });
});

async function wasPlaced(order: string): Promise<boolean> {
  const events = await shop.services.db
    .selectFrom("order_event")
    .select("event")
    .where("order_id", "=", order)
    .where("event", "in", ["authorized", "paid"])
    .execute();
  return events.length > 0;
}
