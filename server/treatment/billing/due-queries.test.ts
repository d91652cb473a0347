import { sql, type Updateable } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import { type InCare, inCare } from "../testing/in-care.ts";
import {
  isAnythingDue,
  patientsToCharge,
  patientsToRemind,
  patientsToRequestRenewal,
  patientsToResume,
  unsettledRenewalOrders,
} from "./due-queries.ts";

const server = serverAtNoon();
let rosa: InCare;
let today: string;
beforeAll(async () => {
  server.clock.setOffset(msUntilNoon());
  today = clinicToday(server.services);
  rosa = await inCare(server);
});

interface State {
  readonly planned?: Updateable<Tables["prescription_order"]>;
  readonly subscription?: Updateable<Tables["subscription"]>;
  readonly prescription?: Updateable<Tables["prescription"]>;
}

/** Runs a query with everything the patient gets in this state, then rolls back. */
async function inState<Found>(
  { planned, subscription, prescription }: State,
  query: (tx: Tx) => Promise<Found>,
): Promise<Found> {
  const tx = await server.services.db.startTransaction().execute();
  const patientId = rosa.id;
  try {
    if (subscription)
      await tx.updateTable("subscription").set(subscription).where("patient_id", "=", patientId).execute();
    if (prescription)
      await tx.updateTable("prescription").set(prescription).where("patient_id", "=", patientId).execute();
    if (planned)
      await tx
        .updateTable("prescription_order")
        .set(planned)
        .where("patient_id", "=", patientId)
        .where("status", "=", "scheduled")
        .execute();
    return await query(tx);
  } finally {
    await tx.rollback().execute();
  }
}
const inDays = (days: number) => addDays(today, days);
type Case = readonly [string, () => State, boolean];

test.each<Case>([
  ["on its day", () => ({ planned: { charge_on: inDays(0), reminded_on: inDays(-5) } }), true],
  ["late", () => ({ planned: { charge_on: inDays(-3), reminded_on: inDays(-8) } }), true],
  ["a day before", () => ({ planned: { charge_on: inDays(1), reminded_on: inDays(-4) } }), false],
  ["untold", () => ({ planned: { charge_on: inDays(0) } }), false],
  [
    "waiting for the doctor",
    () => ({ planned: { charge_on: inDays(0), reminded_on: inDays(-5), held_back_from: inDays(-1) } }),
    false,
  ],
  [
    "paused",
    () => ({
      planned: { charge_on: inDays(0), reminded_on: inDays(-5) },
      subscription: { status: "paused", paused_until: inDays(0), charge_on_before_pause: inDays(-30) },
    }),
    false,
  ],
  [
    "owed, on the day of the next try",
    () => ({
      planned: {
        charge_on: inDays(-3),
        reminded_on: inDays(-8),
        failed_on: inDays(-3),
        attempts: 1,
        retry_on: inDays(0),
      },
      subscription: { status: "past_due" },
    }),
    true,
  ],
  [
    "owed, a day before it",
    () => ({
      planned: {
        charge_on: inDays(-3),
        reminded_on: inDays(-8),
        failed_on: inDays(-3),
        attempts: 1,
        retry_on: inDays(1),
      },
      subscription: { status: "past_due" },
    }),
    false,
  ],
  ["skipped", () => ({ planned: { charge_on: inDays(0), reminded_on: inDays(-5), status: "skipped" } }), false],
  [
    "of a subscription that isn't past due, after it failed",
    () => ({ planned: { charge_on: inDays(-3), reminded_on: inDays(-8), failed_on: inDays(-3), retry_on: inDays(0) } }),
    false,
  ],
  [
    "owed, and held since",
    () => ({
      planned: { failed_on: inDays(-3), attempts: 1, retry_on: inDays(0), held_back_from: inDays(-1) },
      subscription: { status: "past_due" },
    }),
    false,
  ],
])("decisions §9 a charge is due: %s", async (_, state, isDue) => {
  expect(
    (await inState(state(), (tx) => patientsToCharge({ ...server.services, db: tx }, today))).includes(rosa.id),
  ).toBe(isDue);
});

test.each<Case>([
  ["five days before", () => ({ planned: { charge_on: inDays(5) } }), true],
  ["six days before", () => ({ planned: { charge_on: inDays(6) } }), false],
  ["told", () => ({ planned: { charge_on: inDays(5), reminded_on: inDays(0) } }), false],
  ["owed", () => ({ planned: { charge_on: inDays(5), failed_on: inDays(-1) } }), false],
  ["waiting for the doctor", () => ({ planned: { charge_on: inDays(5), held_back_from: inDays(-1) } }), false],
  [
    "at the end of a pause",
    () => ({
      planned: { charge_on: inDays(5) },
      subscription: { status: "paused", paused_until: inDays(5), charge_on_before_pause: inDays(-30) },
    }),
    true,
  ],
  ["cancelled", () => ({ planned: { charge_on: inDays(5) }, subscription: { status: "cancelled" } }), false],
  ["skipped", () => ({ planned: { charge_on: inDays(5), status: "skipped" } }), false],
])("decisions §9 it is time to remind of a charge: %s", async (_, state, isTime) => {
  expect((await inState(state(), (tx) => patientsToRemind(tx, inDays(5)))).includes(rosa.id)).toBe(isTime);
});

test.each<Case>([
  ["without a fill left", () => ({ planned: { charge_on: inDays(12) }, prescription: { refills_left: 0 } }), true],
  ["with one", () => ({ planned: { charge_on: inDays(12) }, prescription: { refills_left: 1 } }), false],
  ["later than that", () => ({ planned: { charge_on: inDays(13) }, prescription: { refills_left: 0 } }), false],
  [
    "paused",
    () => ({
      planned: { charge_on: inDays(12) },
      prescription: { refills_left: 0 },
      subscription: { status: "paused", paused_until: inDays(12), charge_on_before_pause: inDays(-30) },
    }),
    false,
  ],
  [
    "on hold: the doctor looks at it anyway",
    () => ({ planned: { charge_on: inDays(12) }, prescription: { refills_left: 0, on_hold_at: new Date() } }),
    false,
  ],
])("decisions §9 the doctor is asked to renew: %s", async (_, state, isTime) => {
  const { services } = server;
  expect(
    (await inState(state(), (db) => patientsToRequestRenewal({ ...services, db }, inDays(12)))).includes(rosa.id),
  ).toBe(isTime);
});

const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];
/** A box of patches lasts as long as three of capsules, of which `refills` are left; only the patches are near. */
const companion = (refills: number, change: (tx: Tx) => Promise<unknown>) => async (tx: Tx) => {
  const own = (productId: string) =>
    tx
      .selectFrom("subscription")
      .select("id")
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", productId)
      .executeTakeFirstOrThrow();
  const [ofPatch, ofCapsule] = [await own(patch), await own(capsule)];
  await tx.updateTable("subscription").set({ days_supply: 84 }).where("id", "=", ofPatch.id).execute();
  await tx
    .updateTable("prescription_order")
    .set({ charge_on: inDays(40) })
    .where("subscription_id", "=", ofCapsule.id)
    .where("status", "=", "scheduled")
    .execute();
  await prescriptions(tx, capsule).set({ refills_left: refills }).execute();
  await change(tx);
  return (await patientsToRequestRenewal({ ...server.services, db: tx }, inDays(12))).includes(rosa.id);
};
const prescriptions = (tx: Tx, productId: string) =>
  tx.updateTable("prescription").where("patient_id", "=", rosa.id).where("product_id", "=", productId);
const asked = (status: Tables["renewal_request"]["status"]) => async (tx: Tx) =>
  tx
    .insertInto("renewal_request")
    .columns(["id", "patient_id", "prescription_id", "status", "requested_at", "decided_at"])
    .expression((from) =>
      from
        .selectFrom("prescription")
        .select((of) => [
          ...(["id as request_id", "patient_id", "id"] as const),
          of.val(status).as("status"),
          of.val(new Date()).as("requested_at"),
          of.val(status === "open" ? null : new Date()).as("decided_at"),
        ])
        .where("patient_id", "=", rosa.id)
        .where("product_id", "=", capsule),
    )
    .execute();
const nothing = () => Promise.resolve();

test.each<[string, refills: number, change: (tx: Tx) => Promise<unknown>, isTime: boolean]>([
  ["ends before it", 2, nothing, true],
  ["lasts as long", 3, nothing, false],
  ["ends before it, and is asked for", 2, asked("open"), false],
  ["ends before it, and was renewed once", 2, asked("approved"), true],
  ["is over", 2, (tx) => prescriptions(tx, capsule).set({ status: "ended" }).execute(), false],
  ["is on hold", 2, (tx) => prescriptions(tx, capsule).set({ on_hold_at: new Date() }).execute(), false],
  [
    "is paused",
    2,
    (tx) =>
      tx
        .updateTable("subscription")
        .set({ status: "paused" })
        .where("patient_id", "=", rosa.id)
        .where("product_id", "=", capsule)
        .execute(),
    false,
  ],
])("the doctor is asked to renew a companion of what is charged that %s", async (_, refills, change, isTime) => {
  const near = { planned: { charge_on: inDays(12) } };
  expect(await inState(near, companion(refills, change))).toBe(isTime);
});

test("whose charge is nearest comes first, in each round", async () => {
  const ana = await inCare(server);
  const own = (ids: readonly string[]) => ids.filter((id) => id === rosa.id || id === ana.id);
  const rounds = (daysOfAna: number) =>
    inState(
      { planned: { charge_on: inDays(-3), reminded_on: inDays(-8) }, prescription: { refills_left: 0 } },
      async (tx) => {
        const planned = tx.updateTable("prescription_order").where("status", "=", "scheduled");
        const anas = planned.where("patient_id", "=", ana.id);
        await anas.set({ charge_on: inDays(daysOfAna), reminded_on: inDays(-9) }).execute();
        await tx.updateTable("prescription").set({ refills_left: 0 }).where("patient_id", "=", ana.id).execute();
        const services = { ...server.services, db: tx };
        const charged = own(await patientsToCharge(services, today));
        const renewed = own(await patientsToRequestRenewal(services, today));
        await planned.set({ reminded_on: null }).where("patient_id", "in", [rosa.id, ana.id]).execute();
        return [charged, renewed, own(await patientsToRemind(tx, today))];
      },
    );
  expect(await rounds(-4)).toEqual(Array(3).fill([ana.id, rosa.id]));
  expect(await rounds(-2)).toEqual(Array(3).fill([rosa.id, ana.id]));
});

test.each<Case>([
  [
    "on its last day",
    () => ({ subscription: { status: "paused", paused_until: inDays(0), charge_on_before_pause: inDays(-30) } }),
    true,
  ],
  [
    "a day before",
    () => ({ subscription: { status: "paused", paused_until: inDays(1), charge_on_before_pause: inDays(-30) } }),
    false,
  ],
  ["not paused", () => ({}), false],
])("decisions §9 a pause ends: %s", async (_, state, ends) => {
  expect((await inState(state(), (tx) => patientsToResume(tx, today))).includes(rosa.id)).toBe(ends);
});

describe("decisions §9 a renewal is settled once its order has an outcome", () => {
  test.each<[Tables["customer_order"]["status"], boolean]>([
    ["pending", false],
    ["authorizing", false],
    ["unknown", false],
    ["mismatch", false],
    ["paid", true],
    ["shipped", true],
    ["delivered", true],
    ["refunded", true],
    ["failed", true],
    ["voided", true],
    ["cancelled", true],
  ])("an order that is %s: %s", async (status, follows) => {
    const found = await inState({}, async (tx) => {
      await sql`insert into order_transition (from_status, to_status) values ('delivered', ${status}) on conflict do nothing`.execute(
        tx,
      );
      await tx.updateTable("customer_order").set({ status }).where("id", "=", rosa.orderId).execute();
      const prescriptionOrders = tx.updateTable("prescription_order").where("order_id", "=", rosa.orderId);
      await prescriptionOrders.set({ completed_at: null }).execute();
      const open = await unsettledRenewalOrders(tx);
      await prescriptionOrders.set({ completed_at: new Date() }).execute();
      return [open, await unsettledRenewalOrders(tx)];
    });
    expect(found.map((orders) => orders.includes(rosa.orderId))).toEqual([follows, false]);
  });
});

test.each<Case>([
  ["nothing", () => ({}), false],
  ["a renewal order to settle", () => ({}), true],
  [
    "a pause to end",
    () => ({ subscription: { status: "paused", paused_until: inDays(0), charge_on_before_pause: inDays(-30) } }),
    true,
  ],
  ["a reminder", () => ({ planned: { charge_on: inDays(5) } }), true],
  ["a charge", () => ({ planned: { charge_on: inDays(0), reminded_on: inDays(-5) } }), true],
])("a round of billing looks for more where there is %s", async (what, state, isDue) => {
  const found = await inState(state(), async (tx) => {
    if (what === "a renewal order to settle")
      await tx
        .updateTable("prescription_order")
        .set({ completed_at: null })
        .where("order_id", "=", rosa.orderId)
        .execute();
    return isAnythingDue({ ...server.services, db: tx }, today, inDays(5));
  });
  expect(found).toBe(isDue);
});
