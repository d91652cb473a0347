import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { captureApprovedOrder, voidDeclinedOrder } from "#server/orders/payments/capture-or-void.ts";
import { chargeOrder, placeOrder } from "#server/orders/placing/place-order.ts";
import { quoteOrder } from "#server/orders/pricing/quote-order.ts";
import { openShop, refusal, type Shop } from "#server/orders/testing/shop.ts";
import { presentOrder } from "#server/orders/views/present-order.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { type NewEarnedDiscount, earnDiscount, availableDiscounts } from "./earned-discounts.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
beforeEach(() => shop.faults.clear());
afterAll(() => shop.close());

type Reward = { readonly percent: number } | { readonly amountCents: number };
const earn = (
  patientId: string,
  source: NewEarnedDiscount["source"],
  reward: Reward,
  sourceId: string = newId(),
): Promise<boolean> => {
  shop.clock.advance(1000);
  const details = {
    patientId,
    source,
    sourceId,
    code: `${source.toUpperCase()}CODE`,
    now: shop.clock.now(),
    ...reward,
  };
  return inTransaction(shop.services, ({ db: tx }) => earnDiscount(tx, details));
};
const availableSources = async (patientId: string) =>
  (await availableDiscounts(shop.services.db, patientId)).map(({ source }) => source);
const cart = (patientId: string, more = {}) =>
  shop.orderRequest(patientId, { kind: "cart", capture: "automatic", ...more });
/** The discount of an order and its source. */
async function discountOf(orderId: string) {
  const { summary } = (await presentOrder(shop.services, orderId))!;
  return { cents: Math.round(summary.discount * 100), code: summary.couponid, from: summary.discountfrom };
}
const none = { cents: 0, code: null, from: null };
/** Price of two packs of magnesium. */
const cents = 2 * 1900;

describe("§7 a discount earned for a later order", () => {
  test("is earned once, even when asked for again", async () => {
    const rosa = await shop.shopper();
    const review = newId();
    expect(await Promise.all([1, 2, 3].map(() => earn(rosa, "promo", { percent: 20 }, review)))).toHaveLength(3);
    expect(await availableSources(rosa)).toEqual(["promo"]);
    expect(await earn(rosa, "promo", { percent: 50 }, review)).toBe(false);
  });

  test("is shown in the quote and applied to the next order, which says where it comes from", async () => {
    const rosa = await shop.shopper();
    await earn(rosa, "promo", { percent: 20 });
    const lines = cart(rosa).lines;
    const { totalCents, earned } = await quoteOrder(shop.services, {
      patientId: rosa,
      lines,
      couponCode: null,
      shipState: "IA",
    });
    expect(earned?.discount.percent).toBe(20);
    const order = await placeOrder(shop.services, cart(rosa, { expectedTotalCents: totalCents }));
    expect(order.totalCents).toBe(totalCents);
    expect(await discountOf(order.id)).toEqual({ cents: cents * 0.2, code: "PROMOCODE", from: "PROMOCODE" });
    expect(await availableSources(rosa)).toEqual([]);
    expect(await discountOf((await placeOrder(shop.services, cart(rosa))).id)).toEqual(none);
  });

  test("one per order, the earliest first", async () => {
    const rosa = await shop.shopper();
    await earn(rosa, "referral", { amountCents: 2000 });
    await earn(rosa, "promo", { percent: 50 });
    const [first, second] = [await placeOrder(shop.services, cart(rosa)), await placeOrder(shop.services, cart(rosa))];
    expect(await discountOf(first.id)).toEqual({ cents: 2000, code: "REFERRALCODE", from: "a friend you invited" });
    expect((await discountOf(second.id)).cents).toBe(cents / 2);
  });

  test("is kept when the patient enters a code", async () => {
    const rosa = await shop.shopper();
    await earn(rosa, "promo", { percent: 5 });
    const { id } = await placeOrder(shop.services, cart(rosa, { couponCode: "FSASTORE30" }));
    expect(await discountOf(id)).toEqual({ cents: cents * 0.3, code: "FSASTORE30", from: "FSASTORE30" });
    expect(await availableSources(rosa)).toEqual(["promo"]);
  });

  test("is kept where it would leave less than can be charged; a later one that fits is applied", async () => {
    const rosa = await shop.shopper({ state: "OR" });
    await earn(rosa, "referral", { amountCents: cents - 20 });
    await earn(rosa, "promo", { percent: 10 });
    const { id } = await placeOrder(shop.services, cart(rosa));
    expect(await discountOf(id)).toMatchObject({ cents: cents / 10 });
    expect(await availableSources(rosa)).toEqual(["referral"]);
  });

  test("an amount above the price leaves nothing to pay, and nothing is paid out", async () => {
    const rosa = await shop.shopper({ state: "OR" });
    await earn(rosa, "referral", { amountCents: cents + 100 });
    const { id, totalCents } = await placeOrder(shop.services, cart(rosa));
    expect([totalCents, (await discountOf(id)).cents]).toEqual([0, cents]);
  });

  test("a friend's welcome is for the first order without another code, once", async () => {
    const [rosa, mia] = [await shop.shopper(), await shop.shopper()];
    await earn(rosa, "friend", { amountCents: 2000 });
    await earn(mia, "friend", { amountCents: 2000 });
    const first = await placeOrder(shop.services, shop.orderRequest(rosa));
    expect(await discountOf(first.id)).toEqual({ cents: 2000, code: "FRIENDCODE", from: "your friend's invitation" });
    await placeOrder(shop.services, cart(mia, { couponCode: "FSASTORE30" }));
    expect(await availableSources(mia)).toEqual(["friend"]);
    expect((await discountOf((await placeOrder(shop.services, cart(mia))).id)).cents).toBe(2000);
    expect(await discountOf((await placeOrder(shop.services, cart(mia))).id)).toEqual(none);
  });

  test("a total the patient was not shown is not charged: another order used the discount meanwhile", async () => {
    const rosa = await shop.shopper();
    await earn(rosa, "promo", { percent: 20 });
    const first = await placeOrder(shop.services, cart(rosa));
    const late = placeOrder(shop.services, cart(rosa, { expectedTotalCents: first.totalCents }));
    expect(await refusal(late)).toBe("price_changed");
  });
});

describe("§7 a discount is released when its order comes to nothing", () => {
  const declining = "tok_chargeCustomerFail";

  test("the card was declined: the next attempt gets it", async () => {
    const rosa = await shop.shopper({ card: declining });
    await earn(rosa, "referral", { amountCents: 2000 });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      expect(await refusal(placeOrder(shop.services, cart(rosa)))).toBe("card_declined");
      expect(await availableSources(rosa)).toEqual(["referral"]);
    }
  });

  test("declined by the doctor: released; the voided order still says what it was", async () => {
    const rosa = await shop.shopper();
    await earn(rosa, "friend", { amountCents: 2000 });
    const { id } = await placeOrder(shop.services, shop.orderRequest(rosa));
    await voidDeclinedOrder(shop.services, id);
    await shop.jobs.drain();
    expect((await shop.orderRow(id)).status).toBe("voided");
    expect(await availableSources(rosa)).toEqual(["friend"]);
    expect((await discountOf(id)).cents).toBe(2000);
  });

  test("while the charge's outcome is unknown it stays used, then it is settled with the order", async () => {
    const rosa = await shop.shopper();
    await earn(rosa, "promo", { percent: 10 });
    shop.faults.add("authorize", "after");
    const request = cart(rosa);
    expect(await refusal(placeOrder(shop.services, request))).toBe("payment_pending");
    expect(await availableSources(rosa)).toEqual([]);
    await shop.reconcile();
    const { id, status } = await placeOrder(shop.services, request);
    expect([status, (await discountOf(id)).cents]).toEqual(["paid", cents / 10]);
    expect(await chargeOrder(shop.services, id)).toBe("paid");
    expect(await availableSources(rosa)).toEqual([]);
  });

  test("approved and paid, it is used for good; the ledger records it", async () => {
    const rosa = await shop.shopper();
    await earn(rosa, "promo", { percent: 25 });
    const { id, totalCents } = await placeOrder(shop.services, shop.orderRequest(rosa));
    await captureApprovedOrder(shop.services, id);
    await shop.jobs.drain();
    const entries = await shop.services.db
      .selectFrom("ledger_entry")
      .select(["account", "amount_cents"])
      .where("order_id", "=", id)
      .execute();
    const byAccount = Object.fromEntries(entries.map(({ account, amount_cents }) => [account, amount_cents]));
    expect(byAccount).toMatchObject({ gateway: totalCents, discounts: cents / 4, sales: -cents });
    expect(await availableSources(rosa)).toEqual([]);
  });
});

describe("quality 3: used once", () => {
  test("by a hundred parallel orders with different keys", async () => {
    const rosa = await shop.shopper();
    await earn(rosa, "referral", { amountCents: 2000 });
    await Promise.allSettled(Array.from({ length: 100 }, () => placeOrder(shop.services, cart(rosa))));
    const orders = await shop.services.db
      .selectFrom("customer_order")
      .select(["discount_cents", "discount_source"])
      .where("patient_id", "=", rosa)
      .execute();
    const discounted = orders.filter(({ discount_cents }) => discount_cents > 0);
    expect(orders.length).toBeGreaterThan(0);
    expect(discounted).toEqual([{ discount_cents: 2000, discount_source: "referral" }]);
  });

  test("and one order uses one, however many are available", async () => {
    const rosa = await shop.shopper();
    for (let count = 0; count < 5; count += 1) await earn(rosa, "referral", { amountCents: 100 });
    const idempotencyKey = newId();
    await Promise.allSettled(
      Array.from({ length: 50 }, () => placeOrder(shop.services, cart(rosa, { idempotencyKey }))),
    );
    expect(await availableSources(rosa)).toHaveLength(4);
    expect(await shop.chargesOf(rosa)).toBe(1);
  });
});
