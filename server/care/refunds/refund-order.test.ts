import { beforeAll, expect, test } from "vitest";
import { markRefunded } from "#server/orders/payments/capture-or-void.ts";
import { refundsOfOrders } from "#server/payment/public.ts";
import type { Tx } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { refusesAny } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { rolledBack, withoutTriggers } from "#server/treatment/testing/rolled-back.ts";
import { issueRefund } from "./refund-order.ts";

let server: TestServer;
let rosa: InCare;
beforeAll(async () => {
  server = await sharedTestServer();
  rosa = await inCare(server, { delivered: false });
});

const servicesIn = (tx: Tx) => ({ ...server.services, ...refusesAny, db: tx }) as TxServices & typeof refusesAny;
const at = new Date("2026-03-02T12:00:00Z");

/** A parcel that left; of which all was voided, or nothing; or which came back. */
type Parcel = "received" | "voided" | "returned";

async function send(tx: Tx, parcels: readonly Parcel[]): Promise<void> {
  const sent = parcels.map((became, index) => ({ became, parcel: index + 1 }));
  for (const { became, parcel } of sent) {
    const label = { carrier: "Meadow Post", tracking_number: `MP-${parcel}`, shipped_at: at };
    const back = became === "returned" ? ({ returned_at: at, return_reason: "refused" } as const) : {};
    await tx
      .insertInto("shipment")
      .values({ order_id: rosa.orderId, parcel, ...label, ...back })
      .execute();
    const fill = { id: newId(), order_id: rosa.orderId, line: parcel, parcel, packed_at: at };
    const voided = {
      voided_at: at,
      voided_by: "June",
      voided_by_name: "June",
      void_reason: "lot",
      void_note: ".",
    } as const;
    await withoutTriggers(tx, () =>
      tx
        .insertInto("order_fill")
        .values({ ...fill, ...(became === "voided" && { ...voided, void_resends: false }) })
        .execute(),
    );
  }
}

test.each<[string, { parcels?: readonly Parcel[]; refund: "all" | "its whole amount" | "a part"; released: boolean }]>([
  ["all of what wasn't sent", { refund: "all", released: true }],
  ["the whole amount of what wasn't sent", { refund: "its whole amount", released: true }],
  ["a part", { refund: "a part", released: false }],
  ["all, and a parcel was received", { parcels: ["received"], refund: "all", released: false }],
  ["all, and its parcel came back", { parcels: ["returned"], refund: "all", released: true }],
  ["all, and all it brought was voided", { parcels: ["voided", "voided"], refund: "all", released: true }],
  ["all, and one of two parcels was received", { parcels: ["voided", "received"], refund: "all", released: false }],
  [
    "all, and one came back and one was received",
    { parcels: ["returned", "received"], refund: "all", released: false },
  ],
])("a discount may be used again where nothing came of its order: %s is refunded", (_, given) =>
  rolledBack(server, async (tx) => {
    const { parcels = [], refund, released } = given;
    const { total_cents: paid } = await tx
      .selectFrom("customer_order")
      .select("total_cents")
      .where("id", "=", rosa.orderId)
      .executeTakeFirstOrThrow();
    const used = { order_id: rosa.orderId, earned_at: at, used_at: at, code: "FRIEND10", percent: 10 };
    const discountId = newId();
    await tx
      .insertInto("earned_discount")
      .values({ id: discountId, patient_id: rosa.id, source: "friend", source_id: newId(), ...used })
      .execute();
    await send(tx, parcels);
    const amountCents = refund === "all" ? null : refund === "a part" ? paid - 1 : paid;
    await issueRefund(servicesIn(tx), { orderId: rosa.orderId, amountCents, reason: "Not wanted", key: "one" });
    expect((await refundsOfOrders(tx, [rosa.orderId])).map(({ cents }) => cents)).toEqual([amountCents ?? paid]);
    const usedFor = async () =>
      (await tx.selectFrom("earned_discount").select("order_id").where("id", "=", discountId).executeTakeFirstOrThrow())
        .order_id;
    expect(await usedFor()).toBe(rosa.orderId);
    if (refund !== "a part") await markRefunded(servicesIn(tx), rosa.orderId);
    expect(await usedFor()).toBe(released ? null : rosa.orderId);
  }),
);

test("each refund of an order is notified of, and its repeat isn't", () =>
  rolledBack(server, async (tx) => {
    const notified = async () =>
      (await tx.selectFrom("notification").select("id").where("patient_id", "=", rosa.id).execute()).length;
    const before = await notified();
    for (const [key, amountCents, count] of [
      ["one", 500, 1],
      ["one", 500, 1],
      ["two", 700, 2],
    ] as const) {
      await issueRefund(servicesIn(tx), { orderId: rosa.orderId, amountCents, reason: "Damaged", key });
      expect((await notified()) - before).toBe(count);
    }
  }));
