import { beforeAll, expect, test } from "vitest";
import { answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import type { Tx } from "#server/platform/database/open.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { rolledBack, withoutTriggers } from "#server/treatment/testing/rolled-back.ts";
import { loadUpsellRequestSnapshot } from "./upsell-snapshot.ts";

let server: TestServer;
let rosa: Awaited<ReturnType<typeof answeredPatientInCare>>;
beforeAll(async () => {
  server = await sharedTestServer();
  rosa = await answeredPatientInCare(server);
});

/** Why what the order that began the treatment is for doesn't combine, as if it were asked for now. */
const combination = async (tx: Tx) => {
  const request = { patient_id: rosa.id, order_id: rosa.orderId } as Parameters<typeof loadUpsellRequestSnapshot>[1];
  return (await loadUpsellRequestSnapshot({ ...server.services, db: tx }, request)).combination;
};

test("products that are asked for together combine with each other; an estrogen alone needs what protects from it", () =>
  rolledBack(server, async (tx) => {
    expect(await combination(tx)).toBeNull();
    await withoutTriggers(tx, () =>
      tx
        .deleteFrom("order_line")
        .where("order_id", "=", rosa.orderId)
        .where("product_id", "like", "progesterone%")
        .execute(),
    );
    expect(await combination(tx)).not.toBeNull();
  }));

test("a product that the patient gets already isn't added", () =>
  rolledBack(server, async (tx) => {
    // Of the two subscriptions one is another order's.
    await withoutTriggers(tx, () =>
      tx
        .updateTable("subscription")
        .set({ order_id: "00000000-0000-4000-8000-000000000000" })
        .where("patient_id", "=", rosa.id)
        .where("product_id", "like", "progesterone%")
        .execute(),
    );
    expect(await combination(tx)).toMatch(/^The patient already gets this product/);
  }));
