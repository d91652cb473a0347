import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { addAddress } from "#server/addresses/shipping-addresses.ts";
import type { AvailableDiscount } from "#server/discounts/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { basisPointsOf } from "#server/platform/money.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sharedTestServer, type TestServer } from "#server/testing/harness.ts";
import { linesOf, orderById, type LineRow } from "../orders.ts";
import { openShipTo } from "../shipping-address.ts";
import { addLine, addOrder, minute } from "../testing/order-rows.ts";
import { refusal } from "../testing/shop.ts";
import { createRenewalOrder, renewalChargeQuotes, type RenewalOrderLine } from "./renewal-order.ts";

const content = await shippedContent();
const source = (order_id: string, product_id: string, more: Partial<LineRow> = {}) =>
  ({
    ...{ order_id, line: 1, product_id, pricing_id: `${product_id}_1m`, name: product_id, dosage: "1 mg", image: "i" },
    ...{ prescription: true, tax_category: "rx_drug", hsa: "yes", days_supply: 30, months: 1, refills: 3, quantity: 1 },
    ...{ unit_price_cents: 1, discount_cents: 0, tax_cents: 0, cancelled_at: null, prescription_id: null, ...more },
  }) as LineRow;
const sourceLines = [
  source("o1", "zinc", { tax_category: "otc_drug" }),
  source("o1", "patch"),
  source("o2", "patch", { name: "other" }),
];
const line = (sourceOrderId: string, productId: string, more: Partial<RenewalOrderLine> = {}): RenewalOrderLine => ({
  ...{ sourceOrderId, productId, quantity: 2, unitPriceCents: 1000, discountCents: 0, ...more },
});
const discount = (id: string, more: Partial<AvailableDiscount> = {}): AvailableDiscount => ({
  ...{ id, source: "promo", code: id, percent: 10, amountCents: null, ...more },
});
const quotes = (charges: Parameters<typeof renewalChargeQuotes>[1], available: readonly AvailableDiscount[] = []) =>
  renewalChargeQuotes(content, charges, { sourceLines, shipState: "IA", available });
const shipping = content.shipping.standard.cents;
const taxOn = (cents: number, category: "otc_drug" | "rx_drug" | "shipping") =>
  basisPointsOf(cents, content.taxrates.rates["IA"]?.[category] ?? 0);

describe("the price of a renewal", () => {
  test("is that of each line as its order sold it, with today's tax", () => {
    const [quote] = quotes([{ lines: [line("o2", "patch"), line("o1", "zinc", { quantity: 1, discountCents: 100 })] }]);
    expect(
      quote?.lines.map(({ product, quantity, priceCents, discountCents }) => [
        product.name,
        quantity,
        priceCents,
        discountCents,
      ]),
    ).toEqual([
      ["other", 2, 2000, 0],
      ["zinc", 1, 1000, 100],
    ]);
    const taxCents = taxOn(2000, "rx_drug") + taxOn(900, "otc_drug") + taxOn(shipping, "shipping");
    expect(quote).toMatchObject({
      linesCents: 3000,
      discountCents: 100,
      taxCents,
      totalCents: 2900 + taxCents + shipping,
    });
    expect(() => quotes([{ lines: [line("o2", "zinc")] }])).toThrow("o2 never sold zinc");
  });

  test("is of the changed product, with all that is known of it", () => {
    const changed = source("any", "gel", {
      ...{ pricing_id: "gel_3m", name: "Gel", dosage: "2 mg", image: "gel.png", prescription: false },
      ...{ tax_category: "cosmetic", hsa: "no", days_supply: 90, months: 3, refills: 1 },
    });
    const [quote] = quotes([{ lines: [line("o1", "patch", { changedProduct: changed })] }]);
    expect(quote?.lines[0]).toMatchObject({
      product: {
        ...{ productid: "gel", name: "Gel", strength: "2 mg", picture: "gel.png", prescription: false },
        ...{ taxcategory: "cosmetic", hsa: "no" },
      },
      pricing: { pricingid: "gel_3m", months: 3, dayssupply: 90, refills: 1, pricecents: 1000 },
    });
  });

  test("is nothing where the discount that was told leaves too little to charge", () => {
    if (shipping > 0) return expect(shipping).toBeGreaterThan(49);
    const left = (cents: number) =>
      quotes([{ lines: [line("o1", "patch", { discountCents: 2000 - cents })] }])[0]?.totalCents;
    expect([left(50), left(49), left(1), left(0)]).toEqual([50, 0, 0, 0]);
    return undefined;
  });

  test("is less each discount once, the earliest first; one as if ordered now takes none away", () => {
    const available = [discount("first"), discount("second")];
    const lines = [line("o1", "patch")];
    const used = quotes([{ lines }, { lines, ifOrderedNow: true }, { lines }, { lines }], available);
    expect(used.map(({ earned }) => earned?.discount.id ?? null)).toEqual(["first", "first", "second", null]);
    expect(used[0]?.earned?.lineCents).toEqual([200]);
  });

  test.each<[string, Partial<AvailableDiscount>, readonly number[]]>([
    ["an amount", { percent: null, amountCents: 900 }, [600, 300]],
    ["more than they cost", { percent: null, amountCents: 9000 }, [2000, 1000]],
    ["a share", { percent: 50 }, [1000, 500]],
  ])("is less %s, over the lines without a discount of their own", (_, values, expected) => {
    const lines = [line("o1", "patch"), line("o1", "zinc", { quantity: 1 }), line("o2", "patch", { discountCents: 1 })];
    const [quote] = quotes([{ lines }], [discount("d", values)]);
    expect(quote?.earned?.lineCents).toEqual([...expected, 0]);
    expect(quote?.lines.map(({ discountCents }) => discountCents)).toEqual([...expected, 1]);
  });
});

describe("a renewal that is placed", () => {
  let server: TestServer;
  let rosa: string;
  beforeAll(async () => {
    server = await sharedTestServer();
  });
  beforeEach(async () => {
    rosa = (await server.newPatient()).id;
  });
  const addCard = async (values: { refused_at?: Date } = {}) => {
    const id = newId();
    await server.services.db
      .insertInto("payment_source")
      .values({
        ...{ id, patient_id: rosa, gateway: "sandbox", gateway_method_id: id, brand: "visa", last4: "4242" },
        ...{ exp_month: 1, exp_year: 2099, is_default: true, created_at: minute(0), ...values },
      })
      .execute();
    return id;
  };
  const moveTo = (state: string, zipcode: string) =>
    inTransaction(server.services, (tx) =>
      addAddress(tx.db, server.services, rosa, { address1: "9 Oak Street", city: "Town", state, zipcode } as never),
    );
  const place = (lines: readonly RenewalOrderLine[], more: object = {}) =>
    inTransaction(server.services, (tx) => {
      const clock = { ...tx.clock, now: () => minute(9) };
      const refuse = (code: string) => new Refusal(code as never);
      const request = {
        patientId: rosa,
        lines,
        idempotencyKey: newId(),
        chargeFor: ["period a 1"],
        offSession: true,
        ...more,
      };
      return createRenewalOrder({ ...tx, clock, refuse } as never, request);
    });
  const began = async () => {
    const order = await addOrder(server, rosa, 1, { terms_version: "as agreed", status: "delivered" });
    await addLine(server, order.id, 1);
    return order.id;
  };

  test("is an order with its lines and charge, under the terms and discounts it began with", async () => {
    const [sourceOrderId, card] = [await began(), await addCard()];
    await moveTo("IA", "50010");
    const earned = {
      id: newId(),
      patient_id: rosa,
      source: "promo",
      source_id: "A",
      code: "SAVED",
      percent: 10,
    } as const;
    const { db, secrets } = server.services;
    await db
      .insertInto("earned_discount")
      .values({ ...earned, earned_at: minute(0) })
      .execute();
    const key = newId();
    const { orderId, ...placed } = await place([line(sourceOrderId, "magnesium")], { idempotencyKey: key });
    if (!("quote" in placed)) return expect.fail("It wasn't placed");
    const { quote } = placed;
    const order = await orderById(db, orderId ?? "");
    expect(order).toMatchObject({
      ...{ patient_id: rosa, kind: "renewal", status: "authorizing", idempotency_key: key, terms_version: "as agreed" },
      ...{ subtotal_cents: 2000, discount_cents: 200, tax_cents: quote.taxCents, shipping_cents: quote.shippingCents },
      ...{ total_cents: quote.totalCents, coupon_code: "SAVED", discount_source: "promo", shipping_state: "IA" },
      ...{ placed_at: minute(9), updated_at: minute(9), number: null },
    });
    expect(order && openShipTo(secrets, order)).toMatchObject({ address1: "9 Oak Street", city: "Town", state: "IA" });
    expect(await linesOf(db, [orderId ?? ""])).toEqual([
      expect.objectContaining({
        ...{ line: 1, product_id: "magnesium", pricing_id: "magnesium_1m", name: "Magnesium", dosage: "200 mg" },
        ...{ image: "magnesium.png", prescription: false, tax_category: "otc_drug", hsa: "no", days_supply: 30 },
        ...{ months: 1, refills: 0, quantity: 2, unit_price_cents: 1000, discount_cents: 200 },
        ...{ tax_cents: quote.lines[0]?.taxCents, cancelled_at: null, prescription_id: null },
      }),
    ]);
    const charge = await db
      .selectFrom("payment_intent")
      .selectAll()
      .where("order_id", "=", orderId ?? "")
      .executeTakeFirst();
    expect(charge).toMatchObject({
      ...{ patient_id: rosa, gateway: "sandbox", payment_source_id: card, amount_cents: quote.totalCents },
      ...{
        charge_for: ["period a 1"],
        capture: "automatic",
        off_session: true,
        status: "created",
        created_at: minute(9),
      },
    });
    const used = await db
      .selectFrom("earned_discount")
      .select(["order_id", "used_at"])
      .where("id", "=", earned.id)
      .execute();
    return expect(used).toEqual([{ order_id: orderId, used_at: minute(9) }]);
  });

  test("is none where a line costs more than was told, to the cent", async () => {
    const sourceOrderId = await began();
    await addCard();
    await moveTo("IA", "50010");
    const told = (notifiedCents: number | null) =>
      line(sourceOrderId, "magnesium", { discountCents: 300, notifiedCents });
    expect(await place([told(1699), told(null), told(1698)])).toEqual({ orderId: null, aboveNotified: [0, 2] });
    const { orderId } = await place([told(1700), told(null)]);
    expect(orderId).not.toBeNull();
  });

  test("needs an address in a state we serve, and a card that may be charged so", async () => {
    const lines = [line(await began(), "magnesium")];
    expect(await refusal(place(lines))).toBe("no_shipping_address");
    await moveTo("IA", "50010");
    expect(await refusal(place(lines))).toBe("no_payment_method");
    await addCard({ refused_at: minute(1) });
    expect(await refusal(place(lines))).toBe("no_payment_method");
    expect((await place(lines, { offSession: false })).orderId).not.toBeNull();
    await server.services.db
      .updateTable("shipping_address")
      .set({ state: "PR" })
      .where("patient_id", "=", rosa)
      .execute();
    expect(await refusal(place(lines))).toBe("not_available_in_state");
  });
});
