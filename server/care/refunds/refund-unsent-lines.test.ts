import type { Updateable } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { isChargeCancelRequested, refundsOfOrders } from "#server/payment/public.ts";
import type { Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { refusesAny } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { rolledBack, withoutTriggers } from "#server/treatment/testing/rolled-back.ts";
import { cancelPaidLines, refundUnsentLines } from "./refund-unsent-lines.ts";

const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];

let server: TestServer;
let rosa: InCare;
let ana: InCare;
beforeAll(async () => {
  server = await sharedTestServer();
  [rosa, ana] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
});

const linesOf = (tx: Tx, { orderId }: InCare) =>
  tx.selectFrom("order_line").selectAll().where("order_id", "=", orderId).orderBy("product_id").execute();
const servicesIn = (tx: Tx) => ({ ...server.services, ...refusesAny, db: tx }) as TxServices & typeof refusesAny;

/** What is cancelled, in cents refunded, and whether the charge is not to be made. */
async function outcomeOf(tx: Tx, patient: InCare) {
  const lines = await linesOf(tx, patient);
  const refunds = await refundsOfOrders(tx, [patient.orderId]);
  return {
    cancelled: lines.filter(({ cancelled_at }) => cancelled_at !== null).map(({ product_id }) => product_id),
    refunds: refunds.map(({ cents }) => cents),
    isChargeCancelled: await isChargeCancelRequested(tx, patient.orderId),
  };
}
const nothing = { cancelled: [], refunds: [], isChargeCancelled: false };
const priceOf = async (tx: Tx, product: string) => {
  const line = (await linesOf(tx, rosa)).find(({ product_id }) => product_id === product);
  return line ? line.unit_price_cents * line.quantity - line.discount_cents + line.tax_cents : 0;
};

type Order = Updateable<Tables["customer_order"]>;
type Ends = "refunded" | "charge cancelled" | "nothing";

test.each<[string, Order, product: string, Ends]>([
  ["paid", { status: "paid" }, patch, "refunded"],
  ["with a charge under way", { status: "unknown" }, patch, "charge cancelled"],
  ["not charged yet", { status: "pending" }, patch, "charge cancelled"],
  ["that has left", { status: "shipped" }, patch, "nothing"],
  ["without the product", { status: "paid" }, "another", "nothing"],
  ["that a subscription placed", { status: "paid", kind: "renewal" }, patch, "nothing"],
])("a medicine that ends, in one of two patients' cart orders: %s", (_, order, product, ends) =>
  rolledBack(server, async (tx) => {
    for (const { orderId } of [rosa, ana]) {
      await withoutTriggers(tx, () =>
        tx
          .updateTable("customer_order")
          .set({ kind: "cart", ...order })
          .where("id", "=", orderId)
          .execute(),
      );
      if (order.status === "shipped")
        await tx
          .insertInto("shipment")
          .values({ order_id: orderId, carrier: "Meadow Post", tracking_number: "MP-1", shipped_at: new Date(0) })
          .execute();
      const isKnown = order.status === "paid" || order.status === "shipped";
      const status = isKnown ? "succeeded" : "unknown";
      await tx.updateTable("payment_intent").set({ status }).where("order_id", "=", orderId).execute();
    }
    const price = await priceOf(tx, patch);
    await refundUnsentLines(servicesIn(tx), rosa.id, product);
    expect(await outcomeOf(tx, rosa)).toEqual({
      ...nothing,
      ...(ends === "refunded" && { cancelled: [patch], refunds: [price] }),
      ...(ends === "charge cancelled" && { isChargeCancelled: true }),
    });
    expect(await outcomeOf(tx, ana)).toEqual(nothing);
    // Once is enough.
    await refundUnsentLines(servicesIn(tx), rosa.id, product);
    expect((await outcomeOf(tx, rosa)).refunds).toHaveLength(ends === "refunded" ? 1 : 0);
  }),
);

test("lines of a paid order that are not sent: each its price, the last all that is left", () =>
  rolledBack(server, async (tx) => {
    const [price, { total_cents }] = [
      await priceOf(tx, patch),
      await tx
        .selectFrom("customer_order")
        .select("total_cents")
        .where("id", "=", rosa.orderId)
        .executeTakeFirstOrThrow(),
    ];
    // Of the price a discount was taken off, and tax added.
    await withoutTriggers(tx, () =>
      tx
        .updateTable("order_line")
        .set((of) => ({
          discount_cents: of("discount_cents", "+", 300),
          tax_cents: of("tax_cents", "+", 50),
          quantity: 2,
        }))
        .where("order_id", "=", rosa.orderId)
        .where("product_id", "=", patch)
        .execute(),
    );
    const { unit_price_cents = 0 } = (await linesOf(tx, rosa)).find(({ product_id }) => product_id === patch) ?? {};
    const cancel = (product: string, refundId: string) =>
      cancelPaidLines(servicesIn(tx), rosa.orderId, {
        ...{ isCancelled: ({ product_id }) => product_id === product, refundId, reason: "It is not sent" },
      });
    const all = price + unit_price_cents - 250;
    const part = await cancel(patch, "0b0a5a53-3b5e-4f0e-8d2b-000000000001");
    expect(part).toBe(Math.min(all, total_cents));
    expect(await cancel(patch, "0b0a5a53-3b5e-4f0e-8d2b-000000000002")).toBe(0);
    expect(await cancel(capsule, "0b0a5a53-3b5e-4f0e-8d2b-000000000003")).toBe(total_cents - part);
    expect((await outcomeOf(tx, rosa)).cancelled).toEqual([patch, capsule]);
    expect(await outcomeOf(tx, ana)).toEqual(nothing);
  }));
