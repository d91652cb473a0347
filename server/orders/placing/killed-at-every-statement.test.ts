import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "#server/platform/database/open.ts";
import type { PaymentGateway } from "#server/platform/gateway/port.ts";
import type { JobServices } from "#server/platform/services.ts";
import { captureApprovedOrder } from "../payments/capture-or-void.ts";
import { captureOrVoidCharge } from "../payments/sync-intent.ts";
import { ledger, openShop, type Shop } from "../testing/shop.ts";
import { placeOrder } from "./place-order.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** A process that is killed before its statement number `left + 1` and no longer reaches the database or the gateway. */
function servicesKilledAfter(
  services: JobServices,
  statementsLeft: number,
): { services: JobServices; wasKilled: () => boolean } {
  let killed = false;
  const countStatement = () => {
    statementsLeft -= 1;
    killed ||= statementsLeft < 0;
    if (killed) throw new Error("killed");
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => (countStatement(), node),
    transformResult: async ({ result }) => result,
  };
  const db = services.db.withPlugin(plugin);
  Object.assign(db, { withoutPlugins: () => services.db.withoutPlugins().withPlugin(plugin) });
  const { gateway } = services;
  const reach =
    <I, O>(call: (input: I) => Promise<O>) =>
    async (input: I) => {
      if (killed) throw new Error("killed");
      return call(input);
    };
  const killableGateway: PaymentGateway = {
    ...gateway,
    createCustomer: reach((input) => gateway.createCustomer(input)),
    authorize: reach((input) => gateway.authorize(input)),
    capture: reach((input) => gateway.capture(input)),
    retrieve: reach((input) => gateway.retrieve(input)),
  };
  return { services: { ...services, db: db as Database, gateway: killableGateway }, wasKilled: () => killed };
}

/** Runs `work` killed at its 1st, 2nd, 3rd … statement until it survives; returns how many times it died. */
async function killAtEveryStatement(
  work: (services: JobServices) => Promise<unknown>,
  after: (killedAt: number) => Promise<void>,
): Promise<number> {
  for (let killedAt = 0; ; killedAt += 1) {
    const killable = servicesKilledAfter(shop.services, killedAt);
    await work(killable.services).catch((error: unknown) => {
      if (!killable.wasKilled()) throw error;
    });
    await after(killedAt);
    if (!killable.wasKilled()) return killedAt;
  }
}

const orderOf = (patient: string) =>
  shop.services.db
    .selectFrom("customer_order")
    .select(["id", "status", "number", "total_cents"])
    .where("patient_id", "=", patient)
    .execute();

describe.each([
  { kind: "onboarding", capture: "manual", placed: "authorized" },
  { kind: "cart", capture: "automatic", placed: "paid" },
] as const)("killed at every statement of a checkout: $kind", ({ kind, capture, placed }) => {
  it.each(["the same request again", "nobody comes back"])(
    "no charge without an order, no second charge; %s",
    async (next) => {
      let patient = "";
      let request = shop.orderRequest("");
      const kills = await killAtEveryStatement(
        async (services) => {
          patient = await shop.shopper();
          request = shop.orderRequest(patient, { kind, capture, couponCode: "FSASTORE30" });
          await placeOrder(services, request);
        },
        async () => {
          if (next === "the same request again") await placeOrder(shop.services, request);
          else await shop.reconcile();
          const [order, ...more] = await orderOf(patient);
          expect(more).toEqual([]);
          expect(await shop.chargesOf(patient)).toBe(order ? 1 : 0);
          if (!order) return;
          expect(order).toMatchObject({ status: placed, number: expect.any(String) });
          expect(await ledger(shop, order.id)).toEqual({ sum: 0, gateway: placed === "paid" ? order.total_cents : 0 });
          const uses = await shop.services.db
            .selectFrom("coupon_use")
            .select("code")
            .where("order_id", "=", order.id)
            .execute();
          expect(uses).toHaveLength(1);
        },
      );
      expect(kills).toBeGreaterThan(10);
    },
  );
});

it("killed at every statement of a capture: captured once, posted once", async () => {
  let order = "";
  const kills = await killAtEveryStatement(
    async (services) => {
      order = (await placeOrder(shop.services, shop.orderRequest(await shop.shopper()))).id;
      await captureApprovedOrder(shop.services, order);
      const { id } = await shop.services.db
        .selectFrom("payment_intent")
        .select("id")
        .where("order_id", "=", order)
        .executeTakeFirstOrThrow();
      await captureOrVoidCharge(services, id);
    },
    async () => {
      await shop.reconcile();
      const { status, total_cents } = await shop.orderRow(order);
      expect(status).toBe("paid");
      expect(await shop.charges(order)).toMatchObject([{ status: "succeeded", amount_captured: total_cents }]);
      expect(await ledger(shop, order)).toEqual({ sum: 0, gateway: total_cents });
    },
  );
  expect(kills).toBeGreaterThan(4);
});
