import { beforeAll, expect, test } from "vitest";
import { isChargeCancelRequested, refundsOfOrders } from "#server/payment/public.ts";
import type { Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { refusesAny } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { rolledBack, withoutTriggers } from "#server/treatment/testing/rolled-back.ts";
import { endCare } from "./end-care.ts";

let server: TestServer;
let rosa: InCare;
let ana: InCare;
beforeAll(async () => {
  server = await sharedTestServer();
  [rosa, ana] = [await inCare(server, { delivered: false }), await inCare(server, { delivered: false })];
});

const end = (tx: Tx) =>
  endCare({ ...server.services, ...refusesAny, db: tx } as TxServices & typeof refusesAny, rosa.id);
type OrderStatus = Tables["customer_order"]["status"];
type IntentStatus = Tables["payment_intent"]["status"];

const nothing = { refunded: false, isChargeCancelled: false, captureOrVoid: null };
test.each<[OrderStatus, IntentStatus, Partial<Record<keyof typeof nothing, unknown>>]>([
  ["paid", "succeeded", { refunded: true }],
  ["authorized", "requires_capture", { captureOrVoid: "void" }],
  ["authorizing", "created", { isChargeCancelled: true }],
  ["unknown", "unknown", { isChargeCancelled: true }],
  ["shipped", "succeeded", {}],
  ["delivered", "succeeded", {}],
  ["failed", "declined", {}],
  ["refunded", "succeeded", {}],
])("of two patients' orders that are %s, what happens to the one whose account closes", (status, intent, expected) =>
  rolledBack(server, async (tx) => {
    const orderIds = [rosa.orderId, ana.orderId];
    await withoutTriggers(tx, () =>
      tx.updateTable("customer_order").set({ status }).where("id", "in", orderIds).execute(),
    );
    for (const order_id of status === "shipped" ? orderIds : [])
      await tx
        .insertInto("shipment")
        .values({ order_id, carrier: "Meadow Post", tracking_number: "MP-1", shipped_at: new Date(0) })
        .execute();
    await tx
      .updateTable("payment_intent")
      .set({ status: intent, capture_or_void: null })
      .where("order_id", "in", orderIds)
      .execute();
    const outcomes = () =>
      Promise.all(
        orderIds.map(async (orderId) => ({
          refunded: (await refundsOfOrders(tx, [orderId])).length > 0,
          isChargeCancelled: await isChargeCancelRequested(tx, orderId),
          captureOrVoid: (
            await tx
              .selectFrom("payment_intent")
              .select("capture_or_void")
              .where("order_id", "=", orderId)
              .executeTakeFirstOrThrow()
          ).capture_or_void,
        })),
      );
    await end(tx);
    expect(await outcomes()).toEqual([{ ...nothing, ...expected }, nothing]);
  }),
);

test("upsells that are open are denied then; what was decided stays, and what another patient is offered", () =>
  rolledBack(server, async (tx) => {
    const offers = [
      { patient: rosa, product_id: "open", decided_at: null, status: "open" },
      { patient: rosa, product_id: "accepted", decided_at: new Date(0), status: "accepted" },
      { patient: rosa, product_id: "denied", decided_at: new Date(0), status: "denied" },
      { patient: ana, product_id: "open", decided_at: null, status: "open" },
    ] as const;
    const ids: string[] = [];
    for (const { patient, ...offer } of offers) {
      const id = newId();
      ids.push(id);
      await tx
        .insertInto("upsell")
        .values({
          id,
          patient_id: patient.id,
          pricing_id: "x",
          triggered_from: "home",
          offered_at: new Date(0),
          ...offer,
        })
        .execute();
    }
    await end(tx);
    const rows = await tx.selectFrom("upsell").selectAll().where("id", "in", ids).execute();
    const found = ids.map((id) => rows.find((row) => row.id === id));
    expect(found.map((row) => row?.status)).toEqual(["denied", "accepted", "denied", "open"]);
    expect(found.slice(1).map((row) => row?.decided_at)).toEqual([new Date(0), new Date(0), null]);
  }));
