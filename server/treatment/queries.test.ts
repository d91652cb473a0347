import type { Updateable } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { isChargeCancelRequested } from "#server/payment/public.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { type Database, type Tx, inTransaction } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { refusesAny } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { cancelChargesUnderWay } from "./charges/cancel-and-refund.ts";
import { clearPaymentFailureIfPaid } from "./charges/clear-payment-failure.ts";
import {
  cancelSubscriptionsOfProduct,
  findHeldBackForCompanion,
  holdBackPrescriptionOrders,
  releasePrescriptionOrders,
} from "./prescription-orders/apply-prescription-decision.ts";
import {
  continuingProducts,
  findPrescriptionOrder,
  insertPrescriptionOrder,
  isFullyCancelled,
  loadSubscribedProducts,
  nextPeriodNumber,
  postponeCharge,
  prescriptionOrdersById,
  prescriptionOrdersOfOrder,
  subscriptionRows,
  updatePrescriptionOrders,
  updateSubscriptions,
} from "./queries.ts";
import { type InCare, inCare } from "./testing/in-care.ts";
import { rolledBack } from "./testing/rolled-back.ts";

const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];

let server: TestServer;
let rosa: InCare;
let ana: InCare;
let today: string;
beforeAll(async () => {
  server = await sharedTestServer();
  [rosa, ana] = [await inCare(server), await inCare(server)];
  today = clinicToday(server.services);
});

const unchanged = <Found>(act: (tx: Tx) => Promise<Found>) => rolledBack(server, act);

const subscriptionOf = async (db: Database, { id }: InCare, productId: string) =>
  db
    .selectFrom("subscription")
    .selectAll()
    .where("patient_id", "=", id)
    .where("product_id", "=", productId)
    .executeTakeFirstOrThrow();
const ordersOf = async (db: Database, patient: InCare, productId: string) => {
  const { id } = await subscriptionOf(db, patient, productId);
  const rows = await db
    .selectFrom("prescription_order")
    .selectAll()
    .where("subscription_id", "=", id)
    .orderBy("period")
    .execute();
  const [ordered, planned] = rows;
  if (!ordered || !planned) throw new Error(`There are ${rows.length} prescription orders of ${productId}`);
  return { ordered, planned };
};
const setPlanned = async (
  db: Database,
  patient: InCare,
  productId: string,
  changes: Updateable<Tables["prescription_order"]>,
) => updatePrescriptionOrders(db, [(await ordersOf(db, patient, productId)).planned.id], changes);
const setSubscription = async (
  db: Database,
  patient: InCare,
  productId: string,
  changes: Updateable<Tables["subscription"]>,
) => updateSubscriptions(db, [(await subscriptionOf(db, patient, productId)).id], changes);
const productsOf = (rows: readonly { readonly product_id: string | null }[]) => rows.map((row) => row.product_id);

describe("of two patients with two subscriptions each, a query finds", () => {
  test("a patient's own, newest first", () =>
    unchanged(async (tx) => {
      await setSubscription(tx, rosa, patch, { created_at: new Date(2026, 0, 2) });
      await setSubscription(tx, rosa, capsule, { created_at: new Date(2026, 0, 3) });
      await setPlanned(tx, rosa, patch, { period: 7 });
      const { subscriptions, prescriptionOrders } = await subscriptionRows(tx, rosa.id);
      expect(productsOf(subscriptions)).toEqual([capsule, patch]);
      expect(prescriptionOrders.map(({ period }) => period)).toEqual([7, 2, 1, 1]);
      await setSubscription(tx, rosa, patch, { created_at: new Date(2026, 0, 4) });
      expect(productsOf((await subscriptionRows(tx, rosa.id)).subscriptions)).toEqual([patch, capsule]);
    }));

  test("a prescription order by its id, where it is this patient's; those of an order; those of some ids", () =>
    unchanged(async (tx) => {
      const [own, other] = [await ordersOf(tx, rosa, patch), await ordersOf(tx, ana, patch)];
      expect((await findPrescriptionOrder(tx, rosa.id, own.planned.id))?.id).toBe(own.planned.id);
      expect(await findPrescriptionOrder(tx, rosa.id, other.planned.id)).toBeUndefined();
      const { ordered } = await ordersOf(tx, rosa, capsule);
      const ofOrder = (await prescriptionOrdersOfOrder(tx, rosa.orderId)).map(({ id }) => id);
      expect(ofOrder).toEqual([own.ordered.id, ordered.id].toSorted((one, two) => (one < two ? -1 : 1)));
      const some = [own.ordered.id, other.planned.id];
      const found = (await prescriptionOrdersById(tx, some)).map(({ id }) => id);
      expect(new Set(found)).toEqual(new Set(some));
      expect(found).toHaveLength(2);
    }));

  test("the period after a subscription's last; one period is planned once", () =>
    unchanged(async (tx) => {
      await setPlanned(tx, rosa, capsule, { period: 7 });
      const { id: subscription_id } = await subscriptionOf(tx, rosa, patch);
      expect(await nextPeriodNumber(tx, subscription_id)).toBe(3);
      expect(await nextPeriodNumber(tx, (await subscriptionOf(tx, rosa, capsule)).id)).toBe(8);
      const row = { patient_id: rosa.id, subscription_id, status: "scheduled", amount_cents: 1 } as const;
      const insert = (period: number) =>
        insertPrescriptionOrder(tx, { ...row, period, charge_on: today, created_at: new Date() });
      expect([await insert(2), typeof (await insert(3))]).toEqual([undefined, "string"]);
    }));

  test("an order fully cancelled only once each of its lines has a cancelled prescription order", () =>
    unchanged(async (tx) => {
      const states: boolean[] = [await isFullyCancelled(tx, rosa.orderId)];
      const cancel = async (productId: string) => {
        const { ordered } = await ordersOf(tx, rosa, productId);
        await updatePrescriptionOrders(tx, [ordered.id], { status: "cancelled" });
        states.push(await isFullyCancelled(tx, rosa.orderId));
        return ordered.id;
      };
      await cancel(patch);
      const last = await cancel(capsule);
      await tx.deleteFrom("prescription_order").where("id", "=", last).execute();
      states.push(await isFullyCancelled(tx, rosa.orderId));
      await tx.deleteFrom("prescription_order").where("order_id", "=", rosa.orderId).execute();
      states.push(await isFullyCancelled(tx, rosa.orderId));
      expect(states).toEqual([false, false, true, false, false]);
    }));

  test.each<[string, Updateable<Tables["subscription"]>, isContinuing: boolean, isSubscribed: boolean]>([
    ["active", { status: "active" }, true, true],
    ["paid for", { status: "pending" }, true, true],
    ["past due", { status: "past_due" }, true, true],
    ["paused", { status: "paused" }, false, true],
    ["discontinued", { discontinued_on: "2026-01-05" }, false, true],
    ["cancelled", { status: "cancelled" }, false, false],
  ])("products that continue, and those that are subscribed to: one that is %s", (_, state, continues, subscribed) =>
    unchanged(async (tx) => {
      await setSubscription(tx, rosa, patch, state);
      await setSubscription(tx, ana, patch, { product_id: "another" });
      const found = [await continuingProducts(tx, rosa.id), await loadSubscribedProducts(tx, rosa.id)];
      expect(found.map((products) => products.includes(patch))).toEqual([continues, subscribed]);
      expect(found.map((products) => products.filter((each) => each !== patch))).toEqual([[capsule], [capsule]]);
    }),
  );

  test.each<[string, Updateable<Tables["prescription_order"]>, Updateable<Tables["prescription"]>, boolean]>([
    ["held back", {}, { refills_left: 5 }, true],
    ["not held back", { held_back_from: null }, { refills_left: 5 }, false],
    ["whose own prescription has no refill", {}, { refills_left: 0 }, false],
    ["whose own prescription has one", {}, { refills_left: 1 }, true],
    ["whose own prescription is on hold", {}, { on_hold_at: new Date() }, false],
    ["skipped", { status: "skipped" }, { refills_left: 5 }, false],
  ])("what was held back for its companion: a patch, %s", (_, planned, prescription, isFound) =>
    unchanged(async (tx) => {
      const heldBack = { held_back_from: today };
      for (const patient of [rosa, ana])
        for (const product of [patch, capsule]) await setPlanned(tx, patient, product, heldBack);
      await setPlanned(tx, rosa, patch, { ...heldBack, ...planned });
      await tx
        .updateTable("prescription")
        .set(prescription)
        .where("patient_id", "=", rosa.id)
        .where("product_id", "=", patch)
        .execute();
      const services = { db: tx, content: server.services.content };
      const found = await findHeldBackForCompanion(services, rosa.id, capsule);
      const { id } = (await ordersOf(tx, rosa, patch)).planned;
      expect(found.map((each) => each.id)).toEqual(isFound ? [id] : []);
      // Nothing waits for the patch.
      expect(await findHeldBackForCompanion(services, rosa.id, patch)).toEqual([]);
      await setSubscription(tx, rosa, patch, { discontinued_on: today });
      expect(await findHeldBackForCompanion(services, rosa.id, capsule)).toEqual([]);
    }),
  );
});

describe("of two patients with two subscriptions each, a change reaches", () => {
  test("the rows that are named", () =>
    unchanged(async (tx) => {
      const { id } = await subscriptionOf(tx, rosa, patch);
      await updateSubscriptions(tx, [id], { quantity: 3 });
      const { planned } = await ordersOf(tx, rosa, patch);
      await updatePrescriptionOrders(tx, [planned.id], { amount_cents: 77 });
      const own = await subscriptionRows(tx, rosa.id);
      const all = [own, await subscriptionRows(tx, ana.id)];
      expect(all.flatMap(({ subscriptions }) => subscriptions).filter(({ quantity }) => quantity === 3)).toHaveLength(
        1,
      );
      const changed = all
        .flatMap(({ prescriptionOrders }) => prescriptionOrders)
        .filter(({ amount_cents }) => amount_cents === 77);
      expect(changed.map((each) => each.id)).toEqual([planned.id]);
    }));

  test("a planned charge, which is reminded of again, or the retry of one that is past due", () =>
    unchanged(async (tx) => {
      await setPlanned(tx, rosa, patch, { reminded_on: today });
      const { planned } = await ordersOf(tx, rosa, patch);
      const day = addDays(today, 9);
      await postponeCharge(tx, planned, day);
      expect((await ordersOf(tx, rosa, patch)).planned).toMatchObject({
        charge_on: day,
        reminded_on: null,
        retry_on: null,
      });
      const failed = { charge_on: today, reminded_on: today, failed_on: today };
      await setPlanned(tx, rosa, patch, failed);
      await postponeCharge(tx, { ...planned, ...failed }, day);
      expect((await ordersOf(tx, rosa, patch)).planned).toMatchObject({ ...failed, retry_on: day });
    }));

  const [none, own] = [
    [false, false],
    [true, false],
  ];
  test.each<[string, Updateable<Tables["prescription_order"]>, named: string, oneOff: boolean, readonly boolean[]]>([
    ["being paid", { completed_at: null }, patch, false, own],
    ["being paid, where another subscription is named", { completed_at: null }, capsule, false, none],
    ["paid", {}, patch, false, none],
    ["cancelled", { completed_at: null, status: "cancelled" }, patch, false, none],
    ["asked for by the patient", { completed_at: null, one_off: true }, patch, false, none],
    ["asked for by the patient, where that is meant", { completed_at: null, one_off: true }, patch, true, own],
  ])("the charge of a prescription order: %s", (_, state, named, oneOff, expected) =>
    unchanged(async (tx) => {
      const orderIds = [rosa.orderId, ana.orderId];
      await tx.updateTable("payment_intent").set({ status: "unknown" }).where("order_id", "in", orderIds).execute();
      for (const patient of [rosa, ana]) {
        const { id } = (await ordersOf(tx, patient, patch)).ordered;
        await updatePrescriptionOrders(tx, [id], { one_off: false, ...state });
      }
      const { id } = await subscriptionOf(tx, rosa, named);
      await cancelChargesUnderWay({ ...server.services, db: tx } as TxServices, [id], { oneOff });
      const asked = await Promise.all(orderIds.map((orderId) => isChargeCancelRequested(tx, orderId)));
      expect(asked).toEqual(expected);
    }),
  );
});

describe("of two patients with two subscriptions each, a doctor's decision reaches", () => {
  /** What is planned of each patient's products afterwards. */
  const plannedOf = async (patient: InCare) =>
    inTransaction(server.services, async (tx) => ({
      patch: (await ordersOf(tx.db, patient, patch)).planned,
      capsule: (await ordersOf(tx.db, patient, capsule)).planned,
      statuses: [
        (await subscriptionOf(tx.db, patient, patch)).status,
        (await subscriptionOf(tx.db, patient, capsule)).status,
      ],
    }));
  const act = (change: (tx: TxServices) => Promise<unknown>) =>
    inTransaction(server.services, async (tx) => void (await change(tx)));

  test("what is planned of a product: held back once, since the first day, and released with what it is the companion of", async () => {
    const [eva, lea] = [await inCare(server), await inCare(server)];
    await act((tx) => holdBackPrescriptionOrders(tx, eva.id, [patch]));
    expect(await plannedOf(eva)).toMatchObject({ patch: { held_back_from: today }, capsule: { held_back_from: null } });
    expect((await plannedOf(lea)).patch.held_back_from).toBeNull();
    const earlier = { held_back_from: addDays(today, -2), reminded_on: addDays(today, -3) };
    await act(({ db }) => setPlanned(db, eva, patch, earlier));
    await act((tx) => holdBackPrescriptionOrders(tx, eva.id, [patch, capsule]));
    expect(await plannedOf(eva)).toMatchObject({ patch: earlier, capsule: { held_back_from: today } });
    // The order that was paid stays as it is.
    expect((await ordersOf(server.services.db, eva, patch)).ordered.held_back_from).toBeNull();
    // Past due before it was held back: it's reminded of again, in time.
    const failed = { failed_on: addDays(today, -9), attempts: 2, retry_on: null, charge_on: addDays(today, -9) };
    await act(({ db }) => setPlanned(db, eva, patch, failed));
    await act(({ db }) => setSubscription(db, eva, patch, { status: "past_due" }));
    await act(({ db }) => setPlanned(db, lea, patch, { held_back_from: today }));
    await act((tx) => releasePrescriptionOrders(tx, eva.id, patch));
    const released = { held_back_from: null, reminded_on: null, failed_on: null, attempts: 0, retry_on: null };
    expect(await plannedOf(eva)).toMatchObject({
      ...{ patch: released, capsule: { held_back_from: today }, statuses: ["active", "active"] },
    });
    expect((await plannedOf(lea)).patch.held_back_from).toBe(today);
    await act((tx) => holdBackPrescriptionOrders(tx, eva.id, [patch]));
    await act((tx) => releasePrescriptionOrders(tx, eva.id, capsule));
    expect(await plannedOf(eva)).toMatchObject({ patch: released, capsule: released });
  });

  test("the subscriptions to a product that is prescribed no more: what is planned ends, what hasn't left is refunded", async () => {
    const [eva, lea] = [await inCare(server, { delivered: false }), await inCare(server)];
    const unaffected = await plannedOf(lea);
    const ends = (patient: InCare, product: string) =>
      act((tx) => cancelSubscriptionsOfProduct({ ...tx, ...refusesAny }, patient.id, product));
    await act(({ db }) => setPlanned(db, eva, patch, { held_back_from: today, failed_on: today, attempts: 1 }));
    await act(({ db }) => setSubscription(db, eva, patch, { paused_until: today, charge_on_before_pause: today }));
    await ends(eva, patch);
    expect(await plannedOf(eva)).toMatchObject({
      patch: { status: "cancelled", held_back_from: null, failed_on: null, attempts: 0 },
      capsule: { status: "scheduled" },
      statuses: ["cancelled", "active"],
    });
    const { db } = server.services;
    expect(await subscriptionOf(db, eva, patch)).toMatchObject({
      ...{ paused_until: null, charge_on_before_pause: null, cancelled_at: expect.any(Date) as Date },
    });
    expect((await ordersOf(db, eva, patch)).ordered.status).toBe("cancelled");
    expect((await ordersOf(db, eva, capsule)).ordered.status).toBe("ordered");
    expect(await plannedOf(lea)).toEqual(unaffected);
    // What was delivered isn't refunded; when it was cancelled first stays.
    const cancelled_at = (await subscriptionOf(db, eva, patch)).cancelled_at;
    await ends(eva, patch);
    expect((await subscriptionOf(db, eva, patch)).cancelled_at).toEqual(cancelled_at);
    await ends(lea, patch);
    expect((await ordersOf(db, lea, patch)).ordered.status).toBe("ordered");
    expect((await plannedOf(lea)).capsule).toEqual(unaffected.capsule);
  });

  test("the notice of a failed payment, once nothing of this patient's is past due", async () => {
    const [eva, lea] = [await inCare(server), await inCare(server)];
    const reason = async ({ id }: InCare) =>
      (
        await server.services.db
          .selectFrom("patient")
          .select("failed_transaction_reason")
          .where("id", "=", id)
          .executeTakeFirstOrThrow()
      ).failed_transaction_reason;
    for (const patient of [eva, lea])
      await act(({ db }) =>
        db
          .updateTable("patient")
          .set({ failed_transaction_reason: "generic_decline" })
          .where("id", "=", patient.id)
          .execute(),
      );
    await act(({ db }) => setPlanned(db, eva, patch, { failed_on: today }));
    await act((tx) => clearPaymentFailureIfPaid(tx, eva.id));
    expect([await reason(eva), await reason(lea)]).toEqual(["generic_decline", "generic_decline"]);
    await act((tx) => clearPaymentFailureIfPaid(tx, lea.id));
    expect([await reason(eva), await reason(lea)]).toEqual(["generic_decline", null]);
    await act(({ db }) => setPlanned(db, eva, patch, { status: "cancelled" }));
    await act((tx) => clearPaymentFailureIfPaid(tx, eva.id));
    expect(await reason(eva)).toBeNull();
  });
});
