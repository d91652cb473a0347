import { beforeAll, beforeEach, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { priceLines } from "#server/catalogue/catalogue.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { orderStatuses } from "../order-status.ts";
import { quoteWithEarnedDiscount } from "../pricing/quote.ts";
import { addCharge, addLine, addOrder, minute } from "../testing/order-rows.ts";
import { presentOrder, presentOrdersById, presentPatientOrders, presentQuote } from "./present-order.ts";

const content = await shippedContent();
let server: TestServer;
let rosa: string;
beforeAll(async () => {
  server = await sharedTestServer();
});
beforeEach(async () => {
  rosa = (await server.newPatient()).id;
});

/** A line whose amounts differ from one another; free, where another line makes up the order. */
const addOwn = (orderId: string, line: number, values: Parameters<typeof addLine>[3] = {}) =>
  addLine(server, orderId, line, { quantity: 2, unit_price_cents: 500, ...values });
const free = { unit_price_cents: 0, discount_cents: 0, tax_cents: 0 };

test("an order is shown with its lines, amounts, card, address and steps", async () => {
  const { db } = server.services;
  const order = await addOrder(server, rosa, 1, {
    number: newId(),
    coupon_code: "CODE",
    status: "mismatch",
    kind: "upsell",
  });
  await addOwn(order.id, 1, { prescription: true, dosage: "1 mg" });
  await addOwn(order.id, 2, { ...free, product_id: "zinc", name: "Zinc", cancelled_at: minute(2) });
  const charge = await addCharge(server, order);
  const refund = {
    id: newId(),
    payment_intent_id: charge.id,
    status: "succeeded",
    reason: "r",
    amount_cents: 33,
  } as const;
  await db
    .insertInto("refund")
    .values({ ...refund, created_at: minute(3), last_attempt_at: minute(3) })
    .execute();
  const line = {
    ...{ productid: "magnesium", pricingid: "magnesium_1m", name: "Magnesium", dosage: "1 mg", image: "magnesium.png" },
    ...{
      quantity: 2,
      dayssupply: 60,
      prescription: true,
      price: 5,
      discount: 5,
      tax: 1.2,
      total: 6.2,
      cancelled: false,
    },
  };
  const zinc = { productid: "zinc", name: "Zinc", prescription: false, dosage: "200 mg", cancelled: true };
  expect(await presentOrder(server.services, order.id)).toMatchObject({
    ...{ id: order.id, upsell: true, number: order.number, status: "unknown", placedat: minute(1).toISOString() },
    detail: [line, { ...line, ...zinc, price: 0, discount: 0, tax: 0, total: 0 }],
    summary: {
      ...{ subtotal: 10, discount: 5, taxamount: 1.2, shipping: 0.8, totalamount: 7 },
      ...{ couponid: "CODE", discountfrom: "CODE" },
    },
    ...{ refunded: 0.33, card: { brand: "visa", last4: "4242" } },
    timeline: expect.arrayContaining([
      expect.objectContaining({ event: "in_review", label: "Your doctor is looking at it" }),
    ]),
    shipto: { address1: "1 Elm Street", address2: "Unit 2", city: "Ames", state: "IA", zipcode: "50010" },
  });
});

test("its steps are those of its own lines, charge and events", async () => {
  const [own, other] = [await addOrder(server, rosa, 1), await addOrder(server, rosa, 2)];
  for (const { id } of [own, other]) await addOwn(id, 1, { cancelled_at: id === other.id ? minute(5) : null });
  await addCharge(server, own, { capture: "automatic" });
  await addCharge(server, other, { capture: "manual" });
  const event = (order_id: string, name: string, at: number) =>
    server.services.db
      .insertInto("order_event")
      .values({ id: newId(), order_id, event: name, at: minute(at) })
      .execute();
  for (const { id } of [own, other]) await event(id, "paid", 3);
  await event(own.id, "pharmacy", 4);
  const found = await presentOrdersById(server.services, [own.id, other.id, newId()]);
  const steps = (id: string) =>
    found.get(id)?.timeline.map(({ event: name, state, label }) => `${name} ${state}: ${label}`);
  expect(steps(own.id)).toEqual([
    ...["paid done: Paid", "pharmacy done: At our warehouse", "shipped current: Shipping", "delivered todo: Delivery"],
  ]);
  expect(steps(other.id)).toEqual([
    ...["paid done: Paid", "cancelled done: Canceled", "refunded current: Refunding to your card"],
  ]);
  for (const order of found.values()) expect(order).not.toHaveProperty("upsell");
  expect(found.size).toBe(2);
  expect((await presentOrdersById(server.services, [])).size).toBe(0);
});

test("is canceled on the day of its last line", async () => {
  const order = await addOrder(server, rosa, 1);
  await addOwn(order.id, 1, { cancelled_at: minute(3) });
  await addOwn(order.id, 2, { ...free, cancelled_at: minute(7) });
  await addOwn(order.id, 3, { ...free, cancelled_at: minute(5) });
  const shown = await presentOrder(server.services, order.id);
  expect(shown?.timeline.find(({ event }) => event === "cancelled")?.at).toBe(minute(7).toISOString());
  expect(shown, "nothing was charged").toMatchObject({ refunded: 0, card: null });
});

test("a patient sees the newest of theirs, without what came to nothing", async () => {
  const other = (await server.newPatient()).id;
  await addOrder(server, other, 9);
  const shown: string[] = [];
  for (const [index, status] of orderStatuses.entries()) {
    const { id } = await addOrder(server, rosa, index, { status });
    if (!["pending", "failed", "cancelled"].includes(status)) shown.unshift(id);
  }
  const ids = async (limit: number) =>
    (await presentPatientOrders(server.services, rosa, { limit })).map(({ id }) => id);
  expect(await ids(99)).toEqual(shown);
  expect(await ids(2)).toEqual(shown.slice(0, 2));
});

test("a quote is shown as the order will be", () => {
  const product = content.catalogue.products.find(({ prescription }) => !prescription);
  const [pricing] = product?.pricings ?? [];
  if (!product || !pricing) return expect.fail("The catalogue has no such product");
  const lines = priceLines(content, [{ productid: product.productid, pricingid: pricing.pricingid, quantity: 2 }]);
  const earned = { id: "d", source: "promo", code: "SAVED", percent: 10, amountCents: null } as const;
  const quote = quoteWithEarnedDiscount(content, lines, [0], "IA", [earned]);
  const [line] = quote.lines;
  const dollars = (cents = 0) => cents / 100;
  const { taxCents = 0, discountCents = 0, priceCents = 0 } = line ?? {};
  expect([taxCents > 0, discountCents > 0, taxCents === discountCents]).toEqual([true, true, false]);
  return expect(presentQuote(content, quote)).toEqual({
    orderdetail: [
      {
        ...{ productid: product.productid, pricingid: pricing.pricingid, name: product.name, dosage: product.strength },
        ...{ image: product.picture, quantity: 2, dayssupply: 2 * pricing.dayssupply, prescription: false },
        ...{ price: dollars(pricing.pricecents), discount: dollars(discountCents), tax: dollars(taxCents) },
        ...{ total: dollars(priceCents - discountCents + taxCents), cancelled: false },
      },
    ],
    ordersummary: {
      ...{ subtotal: dollars(quote.linesCents), discount: dollars(discountCents), taxamount: dollars(quote.taxCents) },
      ...{ shipping: dollars(quote.shippingCents), totalamount: dollars(quote.totalCents) },
      ...{ couponid: "SAVED", discountfrom: "SAVED" },
    },
  });
});
