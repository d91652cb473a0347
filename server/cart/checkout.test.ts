import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { payment } from "#contract/payment.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { placeOrder } from "#server/orders/placing/place-order.ts";
import { openShop, type Shop } from "#server/orders/testing/shop.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey } from "#server/testing/harness.ts";

let shop: Shop;
let buyer: { id: string; token: string; email: string };
beforeAll(async () => {
  shop = await openShop();
  buyer = await nonRxPatient();
});
afterAll(() => shop.close());

const address = { address1: "12 Hidden Lane", city: "Ames", state: "IA", zipcode: "50010" };
const magnesium = { productid: "magnesium", pricingid: "magnesium_1m", quantity: 2 };
const tretinoin = { productid: "tretinoin_cream_0_025", pricingid: "tretinoin_cream_0_025_1m", quantity: 1 };
const sildenafil = { productid: "sildenafil_cream", pricingid: "sildenafil_cream_1m", quantity: 1 };

async function nonRxPatient() {
  const email = `cart-${newId()}@example.com`;
  const body = { email, password: "marigold at noon", firstname: "Rosa", lastname: "Winter" };
  const { ok } = await shop.call(auth.signUpNonRx, { body });
  const { idToken: token, userid: id } = ok;
  await shop.call(store.createShippingAddress, { body: address }, { token });
  await shop.call(payment.saveSource, { body: { source: "tok_visa" } }, { token });
  return { id, token, email };
}
const pay = (body: object, { token } = buyer, key = newId()) =>
  shop.call(store.checkout, { body: body as never }, { token, key });

describe("§7 POST /transact/checkout: items that need a prescription", () => {
  it("one of them is named, with what to do", async () => {
    const { status, problem } = await pay({ checkout: [magnesium, tretinoin] });
    const message = "Tretinoin face cream needs a prescription. Start a visit, or remove it from your cart.";
    expect([status, problem]).toEqual([
      403,
      { code: "step_ahead", message, details: { fields: [{ path: "checkout.1.productid", message }] } },
    ]);
    expect(await shop.chargesOf(buyer.id)).toBe(0);
  });

  it("several are named, each on its line", async () => {
    const { problem } = await pay({ checkout: [tretinoin, magnesium, sildenafil] });
    expect(problem.message).toBe(
      "Tretinoin face cream and Sildenafil arousal cream need a prescription. Start a visit, or remove them from your cart.",
    );
    expect(problem.details?.fields?.map(({ path }) => path)).toEqual(["checkout.0.productid", "checkout.2.productid"]);
  });

  it("they can be totalled all the same", async () => {
    const { status } = await shop.call(store.computeTax, { body: { checkout: [tretinoin] } }, { token: buyer.token });
    expect(status).toBe(200);
  });

  it("the repeat of a checkout that made an order returns that order, whatever can be ordered by then", async () => {
    const idempotencyKey = newId();
    const { id } = await placeOrder(
      shop.services,
      shop.orderRequest(buyer.id, { kind: "cart", capture: "automatic", idempotencyKey }),
    );
    const { status, ok } = await pay({ checkout: [{ ...magnesium, productid: "gone" }] }, buyer, idempotencyKey);
    expect([status, ok.order?.id]).toEqual([201, id]);
  });
});

describe("§7 POST /transact/checkout: invalid lines", () => {
  it.each<[string, object, string, RegExp]>([
    ["quantity 0", { ...magnesium, quantity: 0 }, "checkout.0.quantity", /at least 1/],
    ["a negative quantity", { ...magnesium, quantity: -1 }, "checkout.0.quantity", /at least 1/],
    ["quantity 13", { ...magnesium, quantity: 13 }, "checkout.0.quantity", /up to 12/],
    ["quantity 1e9", { ...magnesium, quantity: 1e9 }, "checkout.0.quantity", /up to 12/],
    ["quantity 1.5", { ...magnesium, quantity: 1.5 }, "checkout.0.quantity", /whole number/],
    ["quantity null", { ...magnesium, quantity: null }, "checkout.0.quantity", /whole number/],
    ["quantity NaN", { ...magnesium, quantity: "NaN" }, "checkout.0.quantity", /whole number/],
    ["no quantity", { productid: "magnesium", pricingid: "magnesium_1m" }, "checkout.0.quantity", /whole number/],
    ["an unknown product", { ...magnesium, productid: "gold" }, "checkout.0.productid", /no longer offered/],
    ["an unknown pricing", { ...magnesium, pricingid: "gold" }, "checkout.0.pricingid", /no longer offered/],
    ["another product’s pricing", { ...magnesium, pricingid: "moisturizer_1m" }, "checkout.0.pricingid", /no longer/],
    ["a price", { ...magnesium, price: 1 }, "checkout.0", /price/],
  ])("%s is a 400 that names its field", async (_, line, path, message) => {
    for (const call of [store.checkout, store.computeTax]) {
      const body = { checkout: [line] } as never;
      const { status, problem } = await shop.call(call, { body }, { token: buyer.token });
      expect([status, problem.code]).toEqual([400, "bad_request"]);
      expect(problem.details?.fields).toEqual([{ path, message: expect.stringMatching(message) }]);
    }
  });

  it("an absurdly large quantity is a 400", async () => {
    const raw = await shop.app.inject({
      method: "POST",
      url: "/api/transact/checkout",
      headers: {
        authorization: `Bearer ${buyer.token}`,
        "content-type": "application/json",
        "idempotency-key": newId(),
      },
      payload: `{"checkout":[{"productid":"magnesium","pricingid":"magnesium_1m","quantity":1e400}]}`,
    });
    expect([raw.statusCode, raw.json()]).toMatchObject([
      400,
      { details: { fields: [{ path: "checkout.0.quantity", message: "Please enter a whole number." }] } },
    ]);
  });

  it("a product listed twice is reported on its second line", async () => {
    const { status, problem } = await pay({ checkout: [magnesium, magnesium] });
    expect([status, problem.details?.fields]).toEqual([
      400,
      [{ path: "checkout.1.pricingid", message: "Please list each product once." }],
    ]);
  });

  it("is reported before a missing address is", async () => {
    const { token, id, email } = await shop.newPatient();
    const { problem } = await pay({ checkout: [{ ...magnesium, productid: "gold" }] }, { token, id, email });
    expect(problem.details?.fields?.[0]?.path).toBe("checkout.0.productid");
    expect((await pay({ checkout: [magnesium] }, { token, id, email })).problem.code).toBe("no_shipping_address");
  });
});

describe("§4 signup/nonrx: the cart from start to finish", () => {
  it("the order is paid at once, visible to the patient, and on their home screen", async () => {
    const rosa = await nonRxPatient();
    const { token } = rosa;
    const { status, ok } = await pay({ checkout: [magnesium], totalamount: 40.28 }, rosa);
    expect([status, ok.order.status]).toEqual([201, "paid"]);
    const see = async () => (await shop.call(treatment.order, { params: { id: ok.order.id } }, { token })).ok;
    const steps = async () => (await see()).timeline.map(({ label, state }) => `${label}: ${state}`);
    expect(await see()).toEqual(ok.order);
    expect(await shop.charges(ok.order.id)).toMatchObject([{ status: "succeeded", amount_captured: 4028 }]);
    expect(await steps()).toEqual([
      "Paid: done",
      "Being prepared at our warehouse: current",
      "Shipping: todo",
      "Delivery: todo",
    ]);
    await shop.jobs.drain();
    expect(await steps()).toEqual(["Paid: done", "At our warehouse: done", "Shipping: current", "Delivery: todo"]);
    expect((await see()).timeline.slice(0, 2).every(({ at }) => at !== null)).toBe(true);
    const parcel = { carrier: "Meadow Post", trackingnumber: "MP-1" };
    await shop.call(care.shipOrder, { params: { id: ok.order.id }, body: parcel }, { apiKey: testApiKey });
    expect(await steps()).toEqual(["Paid: done", "At our warehouse: done", "Shipped: done", "Delivery: current"]);
    const home = await shop.call(treatment.overview, {}, { token });
    expect(home.status).toBe(200);
    expect(home.ok.orders).toEqual([await see()]);
    expect(home.ok).toMatchObject({ plan: { status: "none" }, subscriptions: [] });
  });

  it("the patient gets an order mail and a receipt, which say nothing but number, total and link", async () => {
    const rosa = await nonRxPatient();
    const { order } = (await pay({ checkout: [magnesium] }, rosa)).ok;
    await shop.jobs.drain();
    const mails = (await shop.mailbox.list(rosa.email)).filter(({ subject }) => subject.includes("order"));
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      `Receipt for order ${order.number}`,
      `Thank you for order ${order.number}`,
    ]);
    for (const { subject, text } of mails) {
      expect(text).toContain("$40.28");
      expect(text).toContain(`/order/${order.id}`);
      expect(`${subject}\n${text}`).not.toMatch(
        /magnesium|vitamin|supplement|health|treat|pharmac|doctor|hidden lane/i,
      );
    }
  });

  it("an order that costs nothing has no receipt, a declined one no mail", async () => {
    const rosa = await nonRxPatient();
    expect((await pay({ checkout: [magnesium], couponid: "FSAHSA80" }, rosa)).ok.order.summary.totalamount).toBe(0);
    const ana = await nonRxPatient();
    await shop.call(payment.saveSource, { body: { source: "tok_chargeCustomerFail" } }, { token: ana.token });
    expect((await pay({ checkout: [magnesium] }, ana)).status).toBe(402);
    await shop.jobs.drain();
    const about = async (email: string) =>
      (await shop.mailbox.list(email)).map(({ subject }) => subject).filter((subject) => subject.includes("order"));
    expect(await about(rosa.email)).toEqual([expect.stringMatching(/^Thank you for order/)]);
    expect(await about(ana.email)).toEqual([]);
  });

  it("logs no address, card or product name", () => {
    expect(shop.logged()).not.toMatch(/Hidden Lane|tok_visa|Tretinoin|undeclared error code/);
  });
});
