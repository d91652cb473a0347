import type { Updateable } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { markRefunded } from "#server/orders/payments/capture-or-void.ts";
import { cancelLine, placeOrder } from "#server/orders/public.ts";
import { addLine, addOrder } from "#server/orders/testing/order-rows.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { type Database, inTransaction, type Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import { newId } from "#server/platform/ids.ts";
import { msUntilNoon } from "#server/testing/noon.ts";
import { shopAtNoon } from "#server/treatment/testing/at-noon.ts";
import { deliver, type InCare, inCare } from "#server/treatment/testing/in-care.ts";
import { activePrescriptions, consumeFill } from "./fills.ts";
import { loadApprovedBoxes, loadFillFacts } from "./load-fill-facts.ts";

const shop = shopAtNoon();
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"] as const;
const today = () => clinicToday(shop.services);
const factsOf = (id: string) => loadFillFacts(shop.services, id, { companions: [], forbids: () => false });

describe("decisions §9 the medicine a patient has", () => {
  const daysOf = async (id: string, product: string) => (await factsOf(id)).boxes.get(product)?.map(({ days }) => days);
  const refund = (orderId: string) => markRefunded(shop.services, orderId);

  test("all boxes of a line, from its order on", async () => {
    const id = await shop.shopper();
    await placeOrder(shop.services, shop.orderRequest(id));
    const days = shop.services.content.catalogue.products
      .flatMap(({ pricings }) => pricings)
      .find(({ pricingid }) => pricingid === "magnesium_1m")?.dayssupply;
    expect((await factsOf(id)).boxes.get("magnesium")).toMatchObject([
      { days: 2 * (days ?? 0), orderedOn: today(), shippedOn: null, deliveredOn: null },
    ]);
  });

  test.each([
    ["cart", true],
    ["upsell", false],
    ["onboarding", false],
  ] as const)("of another record of the same person, what no doctor has yet to decide on: %s", async (kind, counts) => {
    const id = await shop.shopper();
    await addLine(shop, (await addOrder(shop, id, 1, { kind })).id, 1);
    const boxes = await loadApprovedBoxes(shop.services.db, [id], shop.services.content.brand.timezone);
    expect(boxes.has("magnesium")).toBe(counts);
  });

  test("of another record, what a doctor approved of it, whatever was approved of others", async () => {
    const { db, content } = shop.services;
    const counts = async (id: string, product: string) =>
      (await loadApprovedBoxes(db, [id], content.brand.timezone)).has(product);
    const [approved, declined] = [await inCare(shop, { delivered: false }), await inCare(shop, { delivered: false })];
    const cases = db.updateTable("care_case").set({ status: "declined" }).where("order_id", "=", declined.orderId);
    await cases.execute();
    expect([await counts(approved.id, patch), await counts(declined.id, patch)]).toEqual([true, false]);
    const upsell = async (status: "approved" | "declined") => {
      const id = await shop.shopper();
      const order = await addOrder(shop, id, 1, { kind: "upsell" });
      await addLine(shop, order.id, 1);
      const [requested_at, decided_at] = [shop.clock.now(), shop.clock.now()];
      const request = { id: newId(), patient_id: id, order_id: order.id, status, requested_at, decided_at };
      await db.insertInto("upsell_request").values(request).execute();
      return id;
    };
    const [wanted, refused] = [await upsell("approved"), await upsell("declined")];
    expect([await counts(wanted, "magnesium"), await counts(refused, "magnesium")]).toEqual([true, false]);
  });

  test("whether a doctor decided is asked only of somebody who has boxes", async () => {
    const [some, none] = [await shop.shopper(), await shop.shopper()];
    await addLine(shop, (await addOrder(shop, some, 1, { kind: "cart" })).id, 1);
    const statements = async (id: string) => {
      let asked = 0;
      const counted = shop.services.db.withPlugin({
        transformQuery: ({ node }) => {
          asked += 1;
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      });
      await loadApprovedBoxes(counted, [id], shop.services.content.brand.timezone);
      return asked;
    };
    expect(await statements(some)).toBe((await statements(none)) + 1);
  });

  test("also an order the bank has not answered", async () => {
    const id = await shop.shopper();
    shop.faults.add("authorize", "before");
    await placeOrder(shop.services, shop.orderRequest(id)).catch(() => undefined);
    const states = shop.services.db.selectFrom("customer_order").select("status").where("patient_id", "=", id);
    expect(await states.execute()).toEqual([{ status: "unknown" }]);
    expect(await daysOf(id, "magnesium")).toHaveLength(1);
  });

  test("a declined charge brings none", async () => {
    const id = await shop.shopper({ card: "tok_chargeCustomerFail" });
    await placeOrder(shop.services, shop.orderRequest(id)).catch(() => undefined);
    expect(await daysOf(id, "magnesium")).toBeUndefined();
  });

  test("refunded before it left there is none; refunded later it is still at home", async () => {
    const [unsent, sent] = [await inCare(shop, { delivered: false }), await inCare(shop, { delivered: false })];
    await deliver(shop, sent.orderId);
    for (const { orderId } of [unsent, sent]) await refund(orderId);
    expect([await daysOf(unsent.id, patch), await daysOf(sent.id, patch)]).toEqual([undefined, [28]]);
  });

  test("a line cancelled before its parcel left brings none", async () => {
    const rosa = await inCare(shop, { delivered: false });
    await inTransaction(shop.services, ({ db: tx }) => cancelLine(tx, rosa.orderId, capsule, shop.clock.now()));
    expect([await daysOf(rosa.id, capsule), await daysOf(rosa.id, patch)]).toEqual([undefined, [28]]);
  });
});

describe("decisions §9 what a subscription is expected to bring", () => {
  let rosa: InCare;
  beforeAll(async () => {
    shop.clock.setOffset(msUntilNoon());
    rosa = await inCare(shop);
  });

  type Change = (db: Database) => { execute(): Promise<unknown> };
  const subscription =
    (set: Updateable<Tables["subscription"]>): Change =>
    (db) =>
      db.updateTable("subscription").set(set).where("patient_id", "=", rosa.id).where("product_id", "=", capsule);
  const prescription =
    (set: Updateable<Tables["prescription"]>): Change =>
    (db) =>
      db.updateTable("prescription").set(set).where("patient_id", "=", rosa.id).where("product_id", "=", capsule);
  const planned =
    (set: Updateable<Tables["prescription_order"]>): Change =>
    (db) =>
      db
        .updateTable("prescription_order")
        .set(set)
        .where("status", "=", "scheduled")
        .where("subscription_id", "in", (of) =>
          of
            .selectFrom("subscription")
            .select("id")
            .where("patient_id", "=", rosa.id)
            .where("product_id", "=", capsule),
        );

  /** What is read after a change, which is then rolled back. */
  async function after<Found>(change: Change, read: (tx: Tx) => Promise<Found>): Promise<Found> {
    const tx = await shop.services.db.startTransaction().execute();
    try {
      await change(tx).execute();
      return await read(tx);
    } finally {
      await tx.rollback().execute();
    }
  }
  const factsAfter = (change: Change) =>
    after(change, (db) => loadFillFacts({ ...shop.services, db }, rosa.id, { companions: [], forbids: () => false }));

  test("its renewals: all refills left, from the day the next one is scheduled for", async () => {
    const chargeOn = addDays(today(), 28 - shop.services.content.shipping.leaddays);
    const { upcomingFills } = await factsAfter(prescription({ refills_left: 5 }));
    expect(upcomingFills.toSorted((one, other) => one.days - other.days)).toEqual([
      { productId: capsule, chargeOn, days: 5 * 28 },
      { productId: patch, chargeOn, days: 12 * 28 },
    ]);
  });

  test("where care ends, those that come before that day, and once it has only the boxes", async () => {
    const chargeOn = addDays(today(), 28 - shop.services.content.shipping.leaddays);
    const endsOn =
      (day: string): Change =>
      (db) =>
        db.updateTable("patient").set({ care_ends_on: day }).where("id", "=", rosa.id);
    const capsuleDays = async (day: string) =>
      (await factsAfter(endsOn(day))).upcomingFills.find(({ productId }) => productId === capsule)?.days;
    expect(await capsuleDays(chargeOn)).toBeUndefined();
    expect(await capsuleDays(addDays(chargeOn, 1))).toBe(28);
    expect(await capsuleDays(addDays(chargeOn, 28))).toBe(28);
    expect(await capsuleDays(addDays(chargeOn, 29))).toBe(56);
    expect((await factsAfter(endsOn(today()))).careEndsOn).toBe(today());
  });

  test("where care ends, one that can't be announced before doesn't count; one that was does", async () => {
    const day = addDays(today(), 2);
    const capsuleDays = async (reminded_on: string | null, charge_on: string) =>
      (
        await after(planned({ reminded_on, charge_on }), async (db) => {
          await db
            .updateTable("patient")
            .set({ care_ends_on: addDays(day, 3) })
            .where("id", "=", rosa.id)
            .execute();
          return loadFillFacts({ ...shop.services, db }, rosa.id, { companions: [], forbids: () => false });
        })
      ).upcomingFills.find(({ productId }) => productId === capsule)?.days;
    expect(await capsuleDays(null, day)).toBeUndefined();
    expect(await capsuleDays(today(), day)).toBe(28);
  });

  test("nothing that could be counted, where nobody wrote how long a box of it lasts", async () => {
    const { upcomingFills } = await factsAfter(prescription({ days_supply: null }));
    expect(upcomingFills.find(({ productId }) => productId === capsule)?.days).toBe(0);
  });

  test.each<[string, () => Change]>([
    ["it is paused", () => subscription({ status: "paused", paused_until: today(), charge_on_before_pause: today() })],
    ["something is owed for it", () => subscription({ status: "past_due" })],
    ["the doctor stopped it", () => subscription({ discontinued_on: today() })],
    ["it waits for the doctor", () => planned({ held_back_from: today() })],
    ["it could not be paid", () => planned({ failed_on: today() })],
    ["nothing is planned", () => planned({ status: "skipped" })],
    ["its prescription is on hold", () => prescription({ on_hold_at: new Date() })],
    ["its prescription has ended", () => prescription({ status: "ended" })],
  ])("not its renewals while %s", async (_, change) => {
    const { upcomingFills } = await factsAfter(change());
    expect(upcomingFills.map(({ productId }) => productId)).toEqual([patch]);
  });

  test.each<[Tables["subscription"]["status"], boolean]>([
    ["pending", true],
    ["active", true],
    ["paused", true],
    ["past_due", true],
    ["cancelled", false],
  ])("the product comes automatically while it is %s: %s", async (status, comes) => {
    const { subscribed } = await factsAfter(subscription({ status }));
    expect(subscribed.includes(capsule)).toBe(comes);
  });

  test("of two subscriptions of a product, what the newer one says of the next box, whichever row was written first", async () => {
    const [early, late] = [addDays(today(), 3), addDays(today(), 9)];
    const older = { status: "cancelled", created_at: new Date(0), orderable_from: early } as const;
    const { db } = shop.services;
    const [own] = await db
      .selectFrom("subscription")
      .selectAll()
      .where("patient_id", "=", rosa.id)
      .where("product_id", "=", capsule)
      .execute();
    if (!own) return expect.fail("There is no subscription");
    const from = (insert: Partial<typeof own>, change: Updateable<Tables["subscription"]>) =>
      after(
        (tx) => tx.insertInto("subscription").values({ ...own, id: newId(), order_line: null, ...insert }),
        async (tx) => {
          await tx.updateTable("subscription").set(change).where("id", "=", own.id).execute();
          const { orderableFrom } = await loadFillFacts({ ...shop.services, db: tx }, rosa.id, {
            ...{ companions: [], forbids: () => false },
          });
          return orderableFrom.get(capsule);
        },
      );
    expect([await from(older, { orderable_from: late }), await from({ orderable_from: late }, older)]).toEqual([
      late,
      late,
    ]);
  });

  test("the day a doctor lets it begin, though its subscription is cancelled", async () => {
    const day = addDays(today(), 9);
    const { orderableFrom } = await factsAfter(subscription({ status: "cancelled", orderable_from: day }));
    expect(orderableFrom.get(capsule)).toBe(day);
  });

  test.each<[string, () => Change, number | null]>([
    ["the last one", () => prescription({ refills_left: 1 }), 0],
    ["none left", () => prescription({ refills_left: 0 }), null],
    ["on hold", () => prescription({ on_hold_at: new Date() }), null],
    ["ended", () => prescription({ status: "ended" }), null],
  ])("a fill is taken of a prescription in force only: %s", async (_, change, left) => {
    const refillsLeft = await after(change(), async (tx) => {
      if ((await consumeFill(tx, rosa.id, capsule)) === null) return null;
      return (await activePrescriptions({ ...shop.services, db: tx }, rosa.id)).get(capsule)?.refillsLeft;
    });
    expect(refillsLeft).toBe(left);
  });
});
