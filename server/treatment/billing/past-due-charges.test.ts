import { beforeAll, expect, test } from "vitest";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { updatePrescriptionOrders, updateSubscriptions } from "../queries.ts";
import { type InCare, inCare } from "../testing/in-care.ts";
import { rolledBack } from "../testing/rolled-back.ts";
import { loadPastDueCharges, pastDueCursor } from "./past-due-charges.ts";

const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];

let server: TestServer;
let rosa: InCare;
let ana: InCare;
beforeAll(async () => {
  server = await sharedTestServer();
  [rosa, ana] = [await inCare(server), await inCare(server)];
});

test("the practice's list of past-due charges: who is so the longest first, and when each is tried next", () =>
  rolledBack(server, async (tx) => {
    const subscriptionOf = async ({ id }: InCare, productId: string) =>
      (
        await tx
          .selectFrom("subscription")
          .select("id")
          .where("patient_id", "=", id)
          .where("product_id", "=", productId)
          .executeTakeFirstOrThrow()
      ).id;
    const failed = async (patient: InCare, product: string, failedOn: string, more: object = {}) => {
      const id = await subscriptionOf(patient, product);
      await updateSubscriptions(tx, [id], { status: "past_due" });
      const planned = await tx
        .selectFrom("prescription_order")
        .select("id")
        .where("subscription_id", "=", id)
        .where("status", "=", "scheduled")
        .executeTakeFirstOrThrow();
      await updatePrescriptionOrders(tx, [planned.id], { failed_on: failedOn, retry_on: "2026-02-03", ...more });
      return planned.id;
    };
    const own = [
      await failed(rosa, capsule, "2026-02-02", { held_back_from: "2026-02-02" }),
      await failed(rosa, patch, "2026-02-01", { attempts: 2 }),
      await failed(ana, patch, "2026-02-01"),
    ];
    const [last = "", ...firsts] = own;
    const sorted = firsts.toSorted((one, other) => (one < other ? -1 : 1));
    const listed = async (after: Parameters<typeof loadPastDueCharges>[1] = null) =>
      (await loadPastDueCharges(tx, after, 1000)).filter(({ id }) => own.includes(id));
    const all = await listed();
    expect(all.map(({ id, retryOn }) => [id, retryOn])).toEqual([
      ...sorted.map((id) => [id, "2026-02-03"]),
      [last, null],
    ]);
    expect(all.find(({ id }) => id === firsts[0])).toMatchObject({
      ...{ patientId: rosa.id, failedOn: "2026-02-01", attempts: 2, reason: "generic_decline" },
    });
    const [first] = all;
    if (!first) throw new Error("Nobody is past due");
    expect((await listed(pastDueCursor(first))).map(({ id }) => id)).toEqual([...sorted.slice(1), last]);
    const reasonOf = async (reason: string) => {
      await tx
        .updateTable("patient")
        .set({ failed_transaction_reason: reason as never })
        .where("id", "=", rosa.id)
        .execute();
      return (await listed()).find(({ id }) => id === last)?.reason;
    };
    expect([await reasonOf("lost_card"), await reasonOf("invalid_expiry_month")]).toEqual([
      "lost_card",
      "expired_card",
    ]);
    await tx.updateTable("payment_source").set({ is_default: false }).where("patient_id", "=", rosa.id).execute();
    expect((await listed()).map(({ reason }) => reason).toSorted()).toEqual(["generic_decline", "no_card", "no_card"]);
    await updateSubscriptions(tx, [await subscriptionOf(rosa, patch)], { status: "active" });
    await updatePrescriptionOrders(tx, [last], { status: "cancelled" });
    expect((await listed()).map(({ id }) => id)).toEqual([firsts[1]]);
  }));
