import { sql, type Updateable } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import {
  patientsToCharge,
  patientsToRemind,
  patientsToRequestRenewal,
  patientsToResume,
  unsettledRenewalOrders,
} from "./due-queries.ts";
import { serverAtNoon } from "../testing/at-noon.ts";
import { type InCare, inCare } from "../testing/in-care.ts";

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
  [
    "owed, and held since",
    () => ({
      planned: { failed_on: inDays(-3), attempts: 1, retry_on: inDays(0), held_back_from: inDays(-1) },
      subscription: { status: "past_due" },
    }),
    false,
  ],
])("decisions §9 a charge is due: %s", async (_, state, isDue) => {
  expect((await inState(state(), (tx) => patientsToCharge(tx, today))).includes(rosa.id)).toBe(isDue);
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
  test.each([
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
