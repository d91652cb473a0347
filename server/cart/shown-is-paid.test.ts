import { afterAll, beforeAll, expect, test } from "vitest";
import { store } from "#contract/cart/calls.ts";
import { toCents } from "#contract/fields/numbers.ts";
import { earnDiscount } from "#server/discounts/public.ts";
import { type CartShop, withCartSteps } from "#server/orders/proofs/testing/each-gateway.ts";
import { openShop } from "#server/orders/testing/shop.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";

let shop: CartShop;
beforeAll(async () => {
  shop = withCartSteps(await openShop());
});
afterAll(() => shop.close());

const checkout = [
  { productid: "magnesium", pricingid: "magnesium_1m", quantity: 3 },
  { productid: "moisturizer", pricingid: "moisturizer_1m", quantity: 1 },
];
/** Where the buyer of these tests lives since, which taxes both products less than where they lived before. */
const newer = { address1: "2 Oak Road", city: "Chicago", state: "IL", zipcode: "60601" };

interface Given {
  readonly couponid?: string;
  readonly earnedPercent?: number;
  /** It goes to the address from before. */
  readonly toOlder?: true;
}

test.each<[string, Given]>([
  ["with nothing taken off", {}],
  ["with a percentage off", { couponid: "FSASTORE30" }],
  ["with an amount off", { couponid: "BFBLOSSOM40FIXED" }],
  ["with an earned discount", { earnedPercent: 15 }],
  ["with a code, while an earned discount is kept", { couponid: "FSASTORE30", earnedPercent: 15 }],
  ["to an address that isn't the default one", { toOlder: true }],
  ["to an address that isn't the default one, with a code", { toOlder: true, couponid: "FSASTORE30" }],
])("what the cart shows is what is paid, %s, and not a cent more", async (_, { couponid, earnedPercent, toOlder }) => {
  const buyer = await shop.buyer();
  const { id: patientId, token } = buyer;
  const older = (await shop.call(store.defaultShippingAddress, {}, { token })).ok.address?.id ?? "";
  await shop.call(store.createShippingAddress, { body: newer }, { token });
  if (earnedPercent !== undefined) await earn(patientId, earnedPercent);
  const body = { checkout, ...(couponid && { couponid }), ...(toOlder && { shippingid: older }) };
  const { ordersummary: shown, orderdetail } = (await shop.call(store.computeTax, { body }, { token })).ok;
  const { totalamount } = shown;
  const cents = toCents(totalamount);

  const agreed = await shop.pay(buyer, { ...body, totalamount: (cents - 1) / 100 });
  expect([agreed.problem.code, agreed.problem.details?.["totalamount"]]).toEqual(["price_changed", totalamount]);
  expect(await shop.chargesOf(patientId)).toBe(0);

  const { order } = (await shop.pay(buyer, { ...body, totalamount })).ok;
  expect([order.summary, order.shipto?.state]).toEqual([shown, toOlder ? "IA" : "IL"]);
  expect(order.detail.map(({ total }) => total)).toEqual(orderdetail.map(({ total }) => total));
  const { charges, ledger } = await shop.paymentState(buyer);
  expect([charges.map(({ amount_captured }) => amount_captured), ledger]).toEqual([[cents], cents]);
});

const earn = (patientId: string, percent: number) =>
  inTransaction(shop.services, ({ db: tx }) =>
    earnDiscount(tx, { patientId, source: "promo", sourceId: newId(), code: "PROMO", now: shop.clock.now(), percent }),
  );
