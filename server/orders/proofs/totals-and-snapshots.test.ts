import fc from "fast-check";
import { expect, it } from "vitest";
import type { Content } from "#content/loader/load.ts";
import { store } from "#contract/cart/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { minimumChargeCents } from "#server/payment/public.ts";
import { propertyRuns } from "#server/testing/property-runs.ts";
import { cart, cartCents, expectPaidOnce, describeEachGateway } from "./testing/each-gateway.ts";

const pricings = ["magnesium_1m", "magnesium_3m", "moisturizer_1m"] as const;
const rates = ["otc_drug", "cosmetic"] as const;

/** The content with these prices, and tax rates in hundredths of a percent. */
const priced =
  (prices: Readonly<Record<string, number>>, tax?: Readonly<Record<(typeof rates)[number], number>>) =>
  ({ catalogue, taxrates }: Content): Partial<Content> => ({
    catalogue: {
      ...catalogue,
      products: catalogue.products.map((product) => ({
        ...product,
        pricings: product.pricings.map((each) => ({ ...each, pricecents: prices[each.pricingid] ?? each.pricecents })),
      })),
    },
    ...(tax
      ? { taxrates: { ...taxrates, rates: { ...taxrates.rates, IA: { ...taxrates.rates["IA"]!, ...tax } } } }
      : {}),
  });

/** Rounds half to even, in exact arithmetic. */
function halfEven(numerator: bigint, denominator: bigint): number {
  const [whole, twice] = [numerator / denominator, 2n * (numerator % denominator)];
  return Number(twice > denominator || (twice === denominator && whole % 2n === 1n) ? whole + 1n : whole);
}
/** Unit price in cents. */
interface PricedLine {
  price: number;
  quantity: number;
}
/** One of each product, at this price. */
const three = (price: number): [PricedLine, PricedLine, PricedLine] => [
  { price, quantity: 1 },
  { price, quantity: 1 },
  { price, quantity: 1 },
];
const cents = (dollars: number) => Math.round(dollars * 100);

describeEachGateway((shop) => {
  it("checkout proof 8: totals of any prices, quantities and rates add up to the cent, rounded half-even per line", async () => {
    const buyer = await shop.buyer();
    const line = fc.record({ price: fc.integer({ min: 1, max: 99_999 }), quantity: fc.integer({ min: 1, max: 12 }) });
    const rate = fc.integer({ min: 0, max: 1_250 });
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(line, line, line),
        rate,
        rate,
        fc.boolean(),
        async (lines, otc_drug, cosmetic, coupon) => {
          const checkout = lines.map(({ quantity }, index) => {
            const pricingid = pricings[index] ?? "";
            return { productid: pricingid.replace(/_.*/, ""), pricingid, quantity };
          });
          const prices = Object.fromEntries(lines.map(({ price }, index) => [pricings[index], price]));
          const expected = lines.map(({ price, quantity }, index) => {
            const before = price * quantity;
            const discount = coupon ? halfEven(BigInt(before) * 30n, 100n) : 0;
            const tax = halfEven(BigInt(before - discount) * BigInt(index === 2 ? cosmetic : otc_drug), 10_000n);
            return { before, discount, tax, total: before - discount + tax };
          });
          const { ok, problem } = await shop.withContent(priced(prices, { otc_drug, cosmetic }), () =>
            shop.call(
              store.computeTax,
              { body: { checkout, ...(coupon ? { couponid: "FSASTORE30" } : {}) } },
              { token: buyer.token },
            ),
          );
          const wanted = expected.reduce((sum, each) => sum + each.total, 0);
          // No order is made below the gateway's minimum charge; only a coupon, or prices such as these, go below it.
          if (wanted > 0 && wanted < minimumChargeCents) {
            expect(problem.code).toBe("coupon_not_applicable");
            return;
          }
          expect(ok.orderdetail.map(({ discount, tax, total }) => [discount, tax, total].map(cents))).toEqual(
            expected.map(({ discount, tax, total }) => [discount, tax, total]),
          );
          const { subtotal, discount, taxamount, shipping, totalamount } = ok.ordersummary;
          expect(cents(totalamount)).toBe(cents(subtotal) - cents(discount) + cents(taxamount) + cents(shipping));
          expect(cents(subtotal)).toBe(expected.reduce((sum, each) => sum + each.before, 0));
          expect(cents(totalamount) - cents(shipping)).toBe(wanted);
        },
      ),
      propertyRuns(6, 23, [
        [three(1), 0, 0, false],
        [three(17), 0, 0, false],
      ]),
    );
  });

  it("checkout proof 8: expecting one cent less than the total asks again, one cent more pays the total", async () => {
    const buyer = await shop.buyer();
    const { totalamount } = await shop.quote(buyer);
    const less = await shop.pay(buyer, { totalamount: (cartCents - 1) / 100 });
    expect([less.status, less.problem.code, less.problem.details?.["totalamount"]]).toEqual([
      409,
      "price_changed",
      totalamount,
    ]);
    expect((await shop.pay(buyer, { totalamount: (cartCents + 1) / 100 })).ok.order.summary.totalamount).toBe(40.28);
    await expectPaidOnce(shop, buyer);
  });

  it("checkout proof 8: SQL refuses a total that does not add up, lines that do not, and a change afterwards", async () => {
    const { db } = shop.services;
    const { id } = (await shop.pay(await shop.buyer())).ok.order;
    const order = await db.selectFrom("customer_order").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const [line] = await db.selectFrom("order_line").selectAll().where("order_id", "=", id).execute();
    if (!line) return expect.fail("no line");
    const copy = (id: string, change: object, lineChange: object) =>
      db.transaction().execute(async (tx) => {
        const fresh = { id, number: null, idempotency_key: id, status: "authorizing" as const };
        await tx
          .insertInto("customer_order")
          .values({ ...order, ...fresh, ...change })
          .execute();
        await tx
          .insertInto("order_line")
          .values({ ...line, order_id: id, ...lineChange })
          .execute();
      });
    const made = (digit: number) => `00000000-0000-7000-8000-00000000000${digit}`;
    await expect(copy(made(1), { total_cents: cartCents + 1 }, {})).rejects.toThrow("order_total");
    await expect(copy(made(2), { total_cents: cartCents - 1 }, {})).rejects.toThrow("order_total");
    await expect(copy(made(3), { subtotal_cents: 3801, total_cents: cartCents + 1 }, {})).rejects.toThrow(
      "do not add up",
    );
    await expect(copy(made(4), {}, { tax_cents: line.tax_cents + 1 })).rejects.toThrow("do not add up");
    await expect(copy(made(5), {}, { discount_cents: 1 })).rejects.toThrow("do not add up");
    await copy(made(6), {}, {});
    const rewrite = db.updateTable("customer_order").set({ subtotal_cents: 3700, total_cents: cartCents - 100 });
    await expect(rewrite.where("id", "=", id).execute()).rejects.toThrow("keeps what was agreed");
    const reprice = db.updateTable("order_line").set({ unit_price_cents: 1 }).where("order_id", "=", id);
    await expect(reprice.execute()).rejects.toThrow("keeps what was agreed");
  });

  it("checkout proof 9: a price raised between quote and checkout asks again, a lowered one applies", async () => {
    const buyer = await shop.buyer();
    const { totalamount } = await shop.quote(buyer);
    const raised = await shop.withContent(priced({ magnesium_1m: 2000 }), () => shop.pay(buyer, { totalamount }));
    expect([raised.status, raised.problem.code, raised.problem.details?.["totalamount"]]).toEqual([
      409,
      "price_changed",
      42.4,
    ]);
    expect(await shop.paymentState(buyer)).toEqual({ orders: [], charges: [], ledger: 0 });
    const lowered = await shop.withContent(priced({ magnesium_1m: 1500 }), () => shop.pay(buyer, { totalamount }));
    expect(lowered.ok.order.summary.totalamount).toBe(31.8);
    await expectPaidOnce(shop, buyer, 3180);
  });

  it("checkout proof 9: name, price, tax and terms stay on the order when the content changes", async () => {
    const buyer = await shop.buyer();
    const { order } = (await shop.pay(buyer)).ok;
    const see = async () => (await shop.call(treatment.order, { params: { id: order.id } }, { token: buyer.token })).ok;
    const terms = () =>
      shop.services.db
        .selectFrom("customer_order")
        .select("terms_version")
        .where("id", "=", order.id)
        .executeTakeFirstOrThrow();
    const [seen, agreed] = [await see(), await terms()];
    expect(seen.detail).toMatchObject([{ name: "Magnesium glycinate", price: 19, tax: 2.28, total: 40.28 }]);
    expect(agreed.terms_version).toMatch(/^terms@\S+$/);
    const changed = (content: Content): Partial<Content> => {
      const { catalogue, taxrates } = priced({ magnesium_1m: 9900 }, { otc_drug: 1200, cosmetic: 1200 })(content);
      const products = catalogue?.products.map((product) => ({ ...product, name: "Renamed", strength: "Other" })) ?? [];
      const consents = content.consents.map((consent) => ({ ...consent, version: "2099-01-01" }));
      return { catalogue: { ...content.catalogue, products }, taxrates: taxrates ?? content.taxrates, consents };
    };
    await shop.withContent(changed, async () => {
      expect(await see()).toEqual(seen);
      expect(await terms()).toEqual(agreed);
      expect((await shop.pay(buyer, { checkout: cart })).ok.order.detail).toMatchObject([
        { name: "Renamed", price: 99 },
      ]);
    });
  });
});
