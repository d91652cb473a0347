import type { Updateable } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { startDay } from "./start-day.ts";
import { capsule, patch, type Prescribed, twoPrescribed } from "./testing/prescription-rows.ts";

const server = serverAtNoon();
let rosa: Prescribed;
let other: Prescribed;
beforeEach(async () => {
  [rosa, other] = await twoPrescribed(server);
});

const subscriptionsOf = (patient: Prescribed, product: string) =>
  server.services.db
    .selectFrom("subscription")
    .select("id")
    .where("patient_id", "=", patient.id)
    .where("product_id", "=", product);
const plan = (patient: Prescribed, product: string, set: Updateable<Tables["prescription_order"]>) =>
  server.services.db
    .updateTable("prescription_order")
    .set(set)
    .where("subscription_id", "in", subscriptionsOf(patient, product))
    .execute();
const begins = async (patient: Prescribed) => {
  const rows = await server.services.db
    .selectFrom("prescription")
    .select("product_id")
    .select((of) => startDay(of).as("on"))
    .where("patient_id", "=", patient.id)
    .execute();
  return Object.fromEntries(rows.map(({ product_id, on }) => [product_id, on]));
};
const nowhere = { [patch]: null, [capsule]: null };

test("a medicine begins on the day its own box says, of two and of this patient; as it comes where none says one", async () => {
  expect(await begins(rosa)).toEqual(nowhere);
  await plan(rosa, patch, { begins: "now", begins_on: "2026-12-01" });
  expect([await begins(rosa), await begins(other)]).toEqual([{ ...nowhere, [patch]: "2026-12-01" }, nowhere]);
});

test("a box of another product than its subscription's is that product's", async () => {
  await plan(rosa, patch, { begins: "now", begins_on: "2026-12-01", product_id: capsule });
  expect(await begins(rosa)).toEqual({ ...nowhere, [capsule]: "2026-12-01" });
});

test("of several boxes the latest day counts, whichever was planned first", async () => {
  const { id } = await subscriptionsOf(rosa, patch).executeTakeFirstOrThrow();
  const { db } = server.services;
  const rows = () => db.selectFrom("prescription_order").selectAll().where("subscription_id", "=", id);
  await plan(rosa, patch, { begins: "now", begins_on: "2026-12-05" });
  const [planned] = await rows().where("status", "=", "scheduled").execute();
  if (!planned) return expect.fail("Nothing is planned");
  const again = { id: newId(), period: planned.period + 5, status: "ordered", order_id: rosa.orderId } as const;
  await db
    .insertInto("prescription_order")
    .values({ ...planned, ...again, product_id: patch, begins_on: "2026-12-01" })
    .execute();
  expect((await begins(rosa))[patch]).toBe("2026-12-05");
  await db.updateTable("prescription_order").set({ begins_on: "2026-12-07" }).where("id", "=", again.id).execute();
  expect((await begins(rosa))[patch]).toBe("2026-12-07");
});

test.each(["skipped", "cancelled"] as const)("a box that was %s says no day", async (status) => {
  await plan(rosa, patch, { begins: "now", begins_on: "2026-12-01" });
  await server.services.db
    .updateTable("prescription_order")
    .set({ status })
    .where("subscription_id", "in", subscriptionsOf(rosa, patch))
    .where("status", "=", "scheduled")
    .execute();
  await server.services.db
    .updateTable("prescription_order")
    .set({ begins_on: null })
    .where("subscription_id", "in", subscriptionsOf(rosa, patch))
    .where("status", "=", "ordered")
    .execute();
  expect(await begins(rosa)).toEqual(nowhere);
});
