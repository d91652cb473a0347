import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { orderCalls } from "#contract/orders/orders.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { addDays, clinicToday } from "#server/platform/clock/calendar-days.ts";
import { newId } from "#server/platform/ids.ts";
import { isOnHand, loadDispensedBoxes } from "#server/prescriptions/public.ts";
import { sharedTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare, shipInParts } from "#server/treatment/testing/in-care.ts";
import { withoutTriggers } from "#server/treatment/testing/rolled-back.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

const call = {
  pack: (id: string, lines: readonly object[]) =>
    server.call(care.packOrder, { params: { id }, body: { lines: lines as never } }, { apiKey }),
  ship: (id: string, body: object = {}) =>
    server.call(
      care.shipOrder,
      { params: { id }, body: { carrier: "Meadow Post", trackingnumber: "T-01", ...body } },
      { apiKey },
    ),
  deliver: (id: string) => server.call(care.deliverOrder, { params: { id }, body: {} }, { apiKey }),
  bringBack: (id: string, body: object = {}) =>
    server.call(care.returnOrder, { params: { id }, body: { reason: "address", ...body } }, { apiKey }),
  lot: (lotnumber: string) => server.call(care.lotRecipients, { query: { lotnumber } }, { apiKey }),
  order: async ({ orderId, token }: InCare) =>
    (await server.call(orderCalls.order, { params: { id: orderId } }, { token })).ok,
  home: async ({ token }: InCare) => (await server.call(treatment.overview, {}, { token })).ok,
};
const paid = () => inCare(server, { delivered: false });
const linesOf = ({ orderId }: InCare) =>
  server.services.db.selectFrom("order_line").selectAll().where("order_id", "=", orderId).orderBy("line").execute();
/** The estrogen and the progestogen of an order. */
async function pairOf(rosa: InCare) {
  const lines = await linesOf(rosa);
  const progestogen = lines.find(({ product_id }) => product_id.startsWith("progesterone"));
  const estrogen = lines.find((line) => line !== progestogen);
  if (!estrogen || !progestogen) throw new Error("The plan has no pair");
  return { estrogen, progestogen };
}
const today = () => clinicToday(server.services);
const boxesOf = async ({ id }: InCare, productId: string) =>
  (await loadDispensedBoxes(server.services.db, id, server.services.content.brand.timezone)).get(productId) ?? [];
const stepsOf = async (rosa: InCare) =>
  (await call.order(rosa)).timeline.map(({ event, state, label }) => `${event} ${state} ${label}`);
const readyIds = async () => {
  const ids: string[] = [];
  for await (const { id } of pages()) ids.push(id);
  return ids;
};
async function* pages() {
  let nextpage: string | null | undefined;
  do {
    const { ok } = await server.call(
      care.orders,
      { query: { status: "ready", ...(nextpage && { nextpage }) } },
      { apiKey },
    );
    yield* ok.items;
    ({ nextpage } = ok);
  } while (nextpage !== null);
}
const readyItem = async (id: string) => {
  for await (const item of pages()) if (item.id === id) return item;
  return undefined;
};

describe("decisions §11 packed from lots", () => {
  test("lot and end are kept on the fill, corrected by a repeat, and go with the parcel", async () => {
    const rosa = await paid();
    const { estrogen, progestogen } = await pairOf(rosa);
    const line = (pricingid: string, lotnumber: string) => ({ pricingid, lotnumber, expireson: addDays(today(), 400) });
    expect((await call.pack(rosa.orderId, [line(estrogen.pricing_id, "wrong-1")])).status).toBe(200);
    await call.pack(rosa.orderId, [line(estrogen.pricing_id, "ab-1"), line(progestogen.pricing_id, "cd-2")]);
    const packed = await readyItem(rosa.orderId);
    expect(packed?.dispensing?.lines.map(({ lotnumber, parcel }) => [lotnumber, parcel])).toEqual(
      expect.arrayContaining([
        ["AB-1", null],
        ["CD-2", null],
      ]),
    );
    await call.ship(rosa.orderId);
    const fills = await server.services.db
      .selectFrom("order_fill")
      .select(["lot_number", "parcel"])
      .where("order_id", "=", rosa.orderId)
      .orderBy("lot_number")
      .execute();
    expect(fills).toEqual([
      { lot_number: "AB-1", parcel: 1 },
      { lot_number: "CD-2", parcel: 1 },
    ]);
    expect((await call.pack(rosa.orderId, [line(estrogen.pricing_id, "late-1")])).problem.message).toMatch(/has left/);
  });

  test("the file's way: lots come with the parcel in one call, all of it or nothing", async () => {
    const rosa = await paid();
    const { estrogen, progestogen } = await pairOf(rosa);
    const lines = (until: string) => [
      { pricingid: estrogen.pricing_id, lotnumber: "F-1", expireson: addDays(today(), 400) },
      { pricingid: progestogen.pricing_id, lotnumber: "F-2", expireson: until },
    ];
    const refused = await call.ship(rosa.orderId, { lines: lines(addDays(today(), -1)) });
    expect([refused.problem.code, refused.problem.message]).toEqual([
      "wrong_state",
      expect.stringMatching(/^Lot F-2 of .* expired on .*\. Please use another lot\.$/),
    ]);
    expect((await call.order(rosa)).status).toBe("paid");
    expect((await call.lot("F-1")).ok.items).toEqual([]);
    expect((await call.ship(rosa.orderId, { lines: lines(addDays(today(), 400)) })).ok.order.status).toBe("shipped");
    expect((await call.lot("f-2")).ok.items).toMatchObject([{ orderid: rosa.orderId, lotnumber: "F-2" }]);
  });

  test("a lot that ends before the last day of the supply is refused, packing and shipping; one that ends on it is not", async () => {
    const rosa = await paid();
    await server.services.db
      .transaction()
      .execute((tx) =>
        withoutTriggers(tx, () =>
          tx.updateTable("order_line").set({ quantity: 2 }).where("order_id", "=", rosa.orderId).execute(),
        ),
      );
    const { estrogen } = await pairOf(rosa);
    const days = estrogen.days_supply * estrogen.quantity;
    const pack = (expireson: string) =>
      call.pack(rosa.orderId, [{ pricingid: estrogen.pricing_id, lotnumber: "E1", expireson }]);
    const { problem } = await pack(addDays(today(), days - 2));
    expect(problem.message).toMatch(/before the last day of this supply/);
    expect((await pack(addDays(today(), days - 1))).status).toBe(200);
    // It was packed in time, and left too late.
    await server.services.db
      .updateTable("order_fill")
      .set({ expires_on: addDays(today(), days - 2) })
      .where("order_id", "=", rosa.orderId)
      .execute();
    expect((await call.ship(rosa.orderId)).problem.message).toMatch(/before the last day of this supply/);
    expect((await call.order(rosa)).status).toBe("paid");
  });

  test.each(["=1+1", "-1", "+A1", "@x", "A 1", "A".repeat(41)])("the lot number %j is refused", async (lotnumber) => {
    const { status } = await call.pack(newId(), [{ pricingid: "x", lotnumber }]);
    expect(status).toBe(400);
  });

  test("an order that isn't approved, unknown, or of a product it doesn't have, is refused", async () => {
    const rosa = await paid();
    expect((await call.pack(newId(), [{ pricingid: "x" }])).status).toBe(404);
    expect((await call.pack(rosa.orderId, [{ pricingid: "x" }])).problem.code).toBe("wrong_state");
    await server.services.db
      .updateTable("prescription")
      .set({ on_hold_at: server.clock.now() })
      .where("patient_id", "=", rosa.id)
      .execute();
    const { estrogen } = await pairOf(rosa);
    expect((await call.pack(rosa.orderId, [{ pricingid: estrogen.pricing_id }])).problem.code).toBe(
      "prescription_needed",
    );
  });

  test("who sent a package back reads that we have it, not that the carrier couldn't deliver it", async () => {
    const rosa = await paid();
    await call.ship(rosa.orderId);
    expect((await call.bringBack(rosa.orderId, { reason: "sent_back" })).status).toBe(200);
    await server.jobs.drain();
    const subjects = (await server.mailbox.list(rosa.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => /back/.test(subject))).toEqual([
      expect.stringMatching(/^We have order \S+ back$/),
    ]);
    const { items } = (
      await server.call(care.orderByNumber, { params: { number: (await call.order(rosa)).number ?? "" } }, { apiKey })
    ).ok;
    expect(items[0]?.dispensing?.parcels[0]).toMatchObject({ returnreason: "sent_back" });
    expect(items[0]?.ready).toBe(false);
  });

  test("what the patient sent back isn't sent again before they had three days to say no; what the carrier brought back is", async () => {
    const [sentBack, unclaimed] = [await paid(), await paid()];
    for (const { orderId } of [sentBack, unclaimed]) await call.ship(orderId);
    await call.bringBack(sentBack.orderId, { reason: "sent_back" });
    await call.bringBack(unclaimed.orderId, { reason: "unclaimed" });
    const backdate = (hours: number) =>
      server.services.db
        .updateTable("shipment")
        .set({ returned_at: new Date(server.clock.now().getTime() - hours * 3_600_000) })
        .where("order_id", "=", sentBack.orderId)
        .execute();
    await backdate(71);
    const before = await readyIds();
    expect([before.includes(unclaimed.orderId), before.includes(sentBack.orderId)]).toEqual([true, false]);
    await backdate(73);
    expect(await readyIds()).toContain(sentBack.orderId);
  });

  test("a recall finds everybody a lot was packed for or sent to, and says what came back; nobody else", async () => {
    const [rosa, ana, eva] = [await paid(), await paid(), await paid()];
    const pack = async (patient: InCare, lotnumber: string) => {
      const { estrogen, progestogen } = await pairOf(patient);
      await call.pack(patient.orderId, [
        { pricingid: estrogen.pricing_id, lotnumber, expireson: addDays(today(), 400) },
        { pricingid: progestogen.pricing_id, lotnumber: "OTHER" },
      ]);
    };
    await pack(rosa, "RECALL-1");
    await pack(ana, "RECALL-1");
    await pack(eva, "RECALL-2");
    await call.ship(rosa.orderId);
    await call.bringBack(rosa.orderId);
    const { items } = (await call.lot("recall-1")).ok;
    expect(
      items.map(({ patient, shippedat, returnedat }) => [patient.id, shippedat !== null, returnedat !== null]),
    ).toEqual([
      [rosa.id, true, true],
      [ana.id, false, false],
    ]);
    const audited = await server.services.db
      .selectFrom("audit_event")
      .select("patient_id")
      .where("call", "=", "care.lotRecipients")
      .where("patient_id", "in", [rosa.id, ana.id, eva.id])
      .execute();
    expect(new Set(audited.map(({ patient_id }) => patient_id))).toEqual(new Set([rosa.id, ana.id]));
  });
});

describe("decisions §11 a parcel that came back and is packed again", () => {
  test("leaves from the lots it was packed from last; a recall of either lot says which parcel it was in", async () => {
    const rosa = await paid();
    const lines = await linesOf(rosa);
    const pack = (lot: string) =>
      call.pack(
        rosa.orderId,
        lines.map(({ pricing_id: pricingid }) => ({ pricingid, lotnumber: lot, expireson: addDays(today(), 400) })),
      );
    await pack("FIRST-1");
    await call.ship(rosa.orderId);
    await call.bringBack(rosa.orderId);
    await pack("AGAIN-1");
    expect((await call.ship(rosa.orderId, { trackingnumber: "T-02" })).status).toBe(200);
    const cameBack = async (lot: string) => (await call.lot(lot)).ok.items.map(({ returnedat }) => returnedat !== null);
    expect(await cameBack("FIRST-1")).toEqual(lines.map(() => true));
    expect(await cameBack("AGAIN-1")).toEqual(lines.map(() => false));
  });
});

describe("decisions §11 an order in two parcels", () => {
  test("the order says what is on its way and what follows; it is delivered when all of it is", async () => {
    const rosa = await shipInParts(server, await paid());
    const { estrogen, progestogen } = await pairOf(rosa);
    expect((await stepsOf(rosa)).slice(-3)).toEqual([
      `parcel_shipped done Shipped: ${progestogen.name}`,
      `shipped current Still to ship: ${estrogen.name}`,
      "delivered todo Delivery",
    ]);
    expect((await call.home(rosa)).nextstep).toMatchObject({ kind: "shipped_part" });
    expect((await readyItem(rosa.orderId))?.dispensing?.lines.map(({ parcel }) => parcel).toSorted()).toEqual([
      1,
      null,
    ]);
    await call.deliver(rosa.orderId);
    expect((await call.order(rosa)).status).toBe("shipped");
    await call.ship(rosa.orderId, { trackingnumber: "T-02" });
    expect((await stepsOf(rosa)).slice(-4)).toEqual([
      `parcel_shipped done Shipped: ${progestogen.name}`,
      "parcel_delivered done That package was delivered",
      `shipped done Shipped: ${estrogen.name}`,
      "delivered current Delivery",
    ]);
    expect(await readyIds()).not.toContain(rosa.orderId);
    expect((await call.deliver(rosa.orderId)).ok.order.status).toBe("delivered");
  });

  test("medicine on hand is only what arrived, and what waits at the pharmacy counts once", async () => {
    const rosa = await shipInParts(server, await paid());
    const { estrogen, progestogen } = await pairOf(rosa);
    await call.deliver(rosa.orderId);
    const [first, second] = [await boxesOf(rosa, progestogen.product_id), await boxesOf(rosa, estrogen.product_id)];
    expect([isOnHand(first, today()), isOnHand(second, today())]).toEqual([true, false]);
    expect(second).toMatchObject([{ shippedOn: null, deliveredOn: null }]);
  });

  test("a repeat of the first parcel corrects it and sends nothing more; a line in another parcel is refused", async () => {
    const rosa = await shipInParts(server, await paid());
    const { progestogen } = await pairOf(rosa);
    await call.ship(rosa.orderId, { trackingnumber: "PART2", lines: [{ pricingid: progestogen.pricing_id }] });
    expect((await readyItem(rosa.orderId))?.dispensing?.parcels).toMatchObject([
      { parcel: 1, trackingnumber: "PART2" },
    ]);
    const both = (await linesOf(rosa)).map(({ pricing_id: pricingid }) => ({ pricingid }));
    expect((await call.ship(rosa.orderId, { trackingnumber: "T-09", lines: both })).problem.message).toMatch(
      /already in another package/,
    );
    await server.jobs.drain();
    const mails = await server.mailbox.list(rosa.email);
    expect(mails.filter(({ subject }) => /on its way/.test(subject))).toHaveLength(1);
  });

  test("found by its number, the rest of one that is on its way may be sent; nothing of one that has left whole", async () => {
    const whole = await paid();
    const part = await shipInParts(server, await paid());
    await call.ship(whole.orderId);
    const readyOf = async (rosa: InCare) => {
      const { number } = await call.order(rosa);
      const { ok } = await server.call(care.orderByNumber, { params: { number: number ?? "" } }, { apiKey });
      return ok.items.map(({ ready }) => ready);
    };
    expect([await readyOf(part), await readyOf(whole)]).toEqual([[true], [false]]);
  });

  test("an estrogen never leaves without its progestogen, as the one rule for fills says", async () => {
    const rosa = await paid();
    const { estrogen, progestogen } = await pairOf(rosa);
    const alone = await call.ship(rosa.orderId, { lines: [{ pricingid: estrogen.pricing_id }] });
    expect([alone.problem.code, alone.problem.message]).toEqual([
      "wrong_state",
      expect.stringMatching(/may not leave without the progesterone/),
    ]);
    expect((await call.order(rosa)).status).toBe("paid");
    await call.ship(rosa.orderId, { lines: [{ pricingid: progestogen.pricing_id }] });
    expect((await call.ship(rosa.orderId, { trackingnumber: "T-02" })).status).toBe(200);
  });

  test("two people ship the same order at once: one parcel, one mail", async () => {
    const rosa = await paid();
    await Promise.all([call.ship(rosa.orderId), call.ship(rosa.orderId)]);
    const parcels = await server.services.db
      .selectFrom("shipment")
      .select("parcel")
      .where("order_id", "=", rosa.orderId)
      .execute();
    expect(parcels).toEqual([{ parcel: 1 }]);
  });
});

describe("decisions §11 a parcel that came back", () => {
  test("its medicine isn't on hand, it's to be sent again, and counts once whatever comes after", async () => {
    const rosa = await paid();
    const { estrogen } = await pairOf(rosa);
    await call.ship(rosa.orderId);
    const { ok } = await call.bringBack(rosa.orderId);
    expect(ok.order.status).toBe("paid");
    expect(await boxesOf(rosa, estrogen.product_id)).toMatchObject([{ shippedOn: null, deliveredOn: null }]);
    expect((await readyItem(rosa.orderId))?.dispensing?.parcels).toMatchObject([{ returnreason: "address" }]);
    expect(await stepsOf(rosa)).toEqual(
      expect.arrayContaining([
        "parcel_shipped done Shipped",
        "parcel_returned done The carrier brought the package back to us",
        "shipped current Shipping again",
        "delivered todo Delivery",
      ]),
    );
    expect((await call.home(rosa)).nextstep).toMatchObject({ kind: "came_back" });
    const old = await call.ship(rosa.orderId);
    expect(old.problem.message).toMatch(/tracking number of a package that came back/);
    await call.ship(rosa.orderId, { trackingnumber: "T-02" });
    const boxes = await boxesOf(rosa, estrogen.product_id);
    expect(boxes).toHaveLength(1);
    expect(boxes[0]?.shippedOn).toBe(today());
    expect((await stepsOf(rosa)).slice(-2)).toEqual(["shipped done Shipped again", "delivered current Delivery"]);
    await call.deliver(rosa.orderId);
    expect(await boxesOf(rosa, estrogen.product_id)).toHaveLength(1);
    expect((await call.order(rosa)).status).toBe("delivered");
  });

  test("a second return changes nothing; the patient is told once, in a mail without a word on health", async () => {
    const rosa = await paid();
    await call.ship(rosa.orderId);
    await call.bringBack(rosa.orderId);
    expect((await call.bringBack(rosa.orderId, { reason: "refused" })).status).toBe(200);
    expect((await call.bringBack(rosa.orderId, { parcel: 1 })).status).toBe(200);
    await server.jobs.drain();
    const mails = (await server.mailbox.list(rosa.email)).filter(({ subject }) => /came back to us/.test(subject));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain("/account-settings/shipping-address");
    expect(mails[0]?.text).not.toMatch(/estradiol|progesterone|patch|capsule|prescri|medicine|treatment/i);
    const [row] = await server.services.db
      .selectFrom("shipment")
      .select(["return_reason", "parcel"])
      .where("order_id", "=", rosa.orderId)
      .execute();
    expect(row).toEqual({ return_reason: "address", parcel: 1 });
  });

  test("one that never left is refused, and so is one that has arrived and isn't named", async () => {
    const rosa = await paid();
    expect((await call.bringBack(rosa.orderId)).problem.code).toBe("wrong_state");
    await call.ship(rosa.orderId);
    expect((await call.bringBack(rosa.orderId, { parcel: 2 })).problem.code).toBe("wrong_state");
    await call.deliver(rosa.orderId);
    expect((await call.bringBack(rosa.orderId)).problem.code).toBe("wrong_state");
    expect((await call.bringBack(newId())).status).toBe(404);
  });

  test("one that had arrived comes back by its number: it isn't on hand any more, no money moves without a decision, and it's sent again", async () => {
    const rosa = await paid();
    const { estrogen } = await pairOf(rosa);
    await call.ship(rosa.orderId);
    await call.deliver(rosa.orderId);
    expect(isOnHand(await boxesOf(rosa, estrogen.product_id), today())).toBe(true);
    const { db } = server.services;
    const nextCharges = async () =>
      (
        await db
          .selectFrom("prescription_order")
          .select("charge_on")
          .where("patient_id", "=", rosa.id)
          .orderBy("id")
          .execute()
      ).map(({ charge_on }) => charge_on);
    const money = () => db.selectFrom("ledger_entry").selectAll().where("order_id", "=", rosa.orderId).execute();
    const [booked, planned] = [await money(), await nextCharges()];
    const { ok } = await call.bringBack(rosa.orderId, { parcel: 1, reason: "refused" });
    expect(ok.order.status).toBe("paid");
    expect(isOnHand(await boxesOf(rosa, estrogen.product_id), today())).toBe(false);
    expect(await boxesOf(rosa, estrogen.product_id)).toMatchObject([{ shippedOn: null, deliveredOn: null }]);
    await server.jobs.drain();
    expect(await money()).toEqual(booked);
    // What waits at the pharmacy counts, so nothing is charged sooner.
    expect((await nextCharges()).every((day, index) => day >= (planned[index] ?? ""))).toBe(true);
    expect(await stepsOf(rosa)).toEqual(
      expect.arrayContaining([
        "parcel_shipped done Shipped",
        "parcel_returned done The carrier brought the package back to us",
        "shipped current Shipping again",
        "delivered todo Delivery",
      ]),
    );
    expect((await call.home(rosa)).nextstep).toMatchObject({ kind: "came_back" });
    expect((await readyItem(rosa.orderId))?.ready).toBe(true);
    expect((await call.bringBack(rosa.orderId, { parcel: 1 })).status).toBe(200);
    expect((await call.deliver(rosa.orderId)).problem.code).toBe("wrong_state");
    await call.ship(rosa.orderId, { trackingnumber: "T-02" });
    await call.deliver(rosa.orderId);
    await call.deliver(rosa.orderId);
    expect((await call.order(rosa)).status).toBe("delivered");
    expect(isOnHand(await boxesOf(rosa, estrogen.product_id), today())).toBe(true);
    const told = await db
      .selectFrom("notification")
      .select("dedupe_key")
      .where("patient_id", "=", rosa.id)
      .where("dedupe_key", "like", `%order_delivered%${rosa.orderId}%`)
      .execute();
    expect(told).toHaveLength(2);
  });

  test("of two that had arrived, the rest is to be sent; one that is refunded isn't, and its patient isn't asked for an address", async () => {
    const part = await shipInParts(server, await paid());
    await call.ship(part.orderId, { trackingnumber: "T-02" });
    await call.deliver(part.orderId);
    expect((await call.bringBack(part.orderId, { parcel: 2 })).ok.order.status).toBe("shipped");
    expect((await readyItem(part.orderId))?.ready).toBe(true);
    // Without a number the other one, which has arrived, isn't taken.
    await call.bringBack(part.orderId);
    expect((await readyItem(part.orderId))?.dispensing?.parcels.map(({ returnedat }) => returnedat !== null)).toEqual([
      false,
      true,
    ]);
    const refunded = await paid();
    await call.ship(refunded.orderId);
    await call.deliver(refunded.orderId);
    await server.call(
      care.refundOrder,
      { params: { id: refunded.orderId }, body: { reason: "Sent back" } },
      { apiKey },
    );
    await server.jobs.drain();
    const { estrogen } = await pairOf(refunded);
    expect(isOnHand(await boxesOf(refunded, estrogen.product_id), today())).toBe(true);
    expect((await call.bringBack(refunded.orderId, { parcel: 1 })).ok.order.status).toBe("refunded");
    expect(await boxesOf(refunded, estrogen.product_id)).toEqual([]);
    await server.jobs.drain();
    const mails = (await server.mailbox.list(refunded.email)).filter(({ subject }) => /came back to us/.test(subject));
    expect(mails).toEqual([]);
    expect(await readyIds()).not.toContain(refunded.orderId);
  });

  test("of two parcels, the other one is unaffected; the order stays on its way with the rest to be sent again", async () => {
    const rosa = await shipInParts(server, await paid());
    const { estrogen, progestogen } = await pairOf(rosa);
    await call.ship(rosa.orderId, { trackingnumber: "T-02" });
    await call.bringBack(rosa.orderId, { parcel: 2 });
    expect((await call.order(rosa)).status).toBe("shipped");
    expect(await boxesOf(rosa, progestogen.product_id)).toMatchObject([{ shippedOn: today() }]);
    expect(await boxesOf(rosa, estrogen.product_id)).toMatchObject([{ shippedOn: null }]);
    expect((await readyItem(rosa.orderId))?.ready).toBe(true);
  });

  test("the address the patient corrects is the one it goes to; an order that didn't come back keeps its own", async () => {
    const rosa = await paid();
    const address = { address1: "7 New Street", city: "Iowa City", state: "IA", zipcode: "52240" };
    const correct = (change: object = {}) =>
      server.call(store.createShippingAddress, { body: { ...address, ...change } }, { token: rosa.token });
    await correct({ address1: "6 Other Street" });
    expect((await call.order(rosa)).shipto?.address1).not.toBe("6 Other Street");
    await call.ship(rosa.orderId);
    await call.bringBack(rosa.orderId);
    expect((await correct()).status).toBe(201);
    expect((await call.order(rosa)).shipto).toMatchObject({ address1: "7 New Street", zipcode: "52240" });
    await call.ship(rosa.orderId, { trackingnumber: "T-02" });
    await correct({ address1: "8 Later Street" });
    expect((await call.order(rosa)).shipto?.address1).toBe("7 New Street");
  });

  test("what came back can be refunded instead: it isn't sent again and its fill is left again", async () => {
    const rosa = await paid();
    await call.ship(rosa.orderId);
    await call.bringBack(rosa.orderId);
    const body = { reason: "It came back and the patient doesn't want it" };
    await server.call(care.refundOrder, { params: { id: rosa.orderId }, body }, { apiKey });
    await server.jobs.drain();
    expect((await call.order(rosa)).status).toBe("refunded");
    expect(await readyIds()).not.toContain(rosa.orderId);
    expect((await call.ship(rosa.orderId, { trackingnumber: "T-02" })).problem.code).toBe("wrong_state");
    const { estrogen } = await pairOf(rosa);
    expect(await boxesOf(rosa, estrogen.product_id)).toEqual([]);
  });
});
