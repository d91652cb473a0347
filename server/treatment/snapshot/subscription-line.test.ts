import { beforeAll, expect, test } from "vitest";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { type InCare, inCare } from "../testing/in-care.ts";
import { rolledBack } from "../testing/rolled-back.ts";
import { changedSubscriptionLineRows, defaultRefills, saveSubscriptionLine } from "./subscription-line.ts";

const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];

let server: TestServer;
let rosa: InCare;
let ana: InCare;
beforeAll(async () => {
  server = await sharedTestServer();
  [rosa, ana] = [await inCare(server), await inCare(server)];
});

test("refills are those of the product, of its own order, as a doctor changed it last", async () => {
  const found = await rolledBack(server, async (tx) => {
    const ordered = await defaultRefills({ db: tx }, rosa.orderId, capsule);
    for (const [{ orderId }, product, refills] of [
      [ana, capsule, 1],
      [rosa, patch, 2],
      [rosa, capsule, 3],
      [rosa, capsule, 4],
    ] as const) {
      const { id } = await tx
        .selectFrom("subscription")
        .select("id")
        .where("order_id", "=", orderId)
        .where("product_id", "=", product)
        .executeTakeFirstOrThrow();
      const line = await tx
        .selectFrom("order_line")
        .select(["product_id", "pricing_id", "name", "dosage", "image", "prescription", "tax_category", "hsa"])
        .select(["months", "days_supply"])
        .where("order_id", "=", orderId)
        .where("product_id", "=", product)
        .executeTakeFirstOrThrow();
      await saveSubscriptionLine(tx, { ...line, subscription_id: id, refills });
    }
    const refillsOf = (product: string) => defaultRefills({ db: tx }, rosa.orderId, product);
    const changed = await changedSubscriptionLineRows(tx, rosa.id).execute();
    return {
      ordered,
      after: [await refillsOf(patch), await refillsOf(capsule), await refillsOf("estradiol_gel")],
      changed: new Set(changed.map(({ refills }) => refills)),
    };
  });
  expect(found).toEqual({ ordered: expect.any(Number) as number, after: [2, 4, 0], changed: new Set([2, 4]) });
  expect(found.ordered).toBeGreaterThan(4);
});
