import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { store } from "#contract/cart/calls.ts";
import { payment } from "#contract/payment.ts";
import { onlyOrder, openShop, type Shop } from "#server/orders/testing/shop.ts";
import { newId } from "#server/platform/ids.ts";
import type { TestPatient } from "#server/testing/harness.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const address = {
  firstname: "Rosa",
  lastname: "Winter",
  address1: "12 Hidden Lane",
  address2: "Apt 4",
  city: "Ames",
  state: "IA",
  zipcode: "50010",
  phoneno: "1 (515) 555-2345",
};
const cart = [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 2 }];

async function ready(card: string | null = "tok_visa"): Promise<TestPatient> {
  const patient = await shop.newPatient();
  const { token } = patient;
  expect((await shop.call(store.createShippingAddress, { body: address }, { token })).status).toBe(201);
  if (card) expect((await shop.call(payment.saveSource, { body: { source: card } }, { token })).status).toBe(200);
  return patient;
}

describe("§7 GET /products", () => {
  it("lists the catalogue in dollars to anyone", async () => {
    const { status, ok } = await shop.call(store.products, {});
    expect(status).toBe(200);
    const magnesium = ok.items.find((item) => item.productid === "magnesium");
    expect(magnesium).toMatchObject({
      prescription: false,
      pricings: [
        { price: 19, months: 1 },
        { price: 51, permonth: 17 },
      ],
    });
  });

  it("is read only", async () => {
    expect((await shop.app.inject({ method: "POST", url: "/api/v2/products" })).statusCode).toBe(404);
  });
});

describe("§7 shipping addresses", () => {
  it("keeps addresses encrypted, the newest as default, and updates one", async () => {
    const { token, id } = await shop.newPatient();
    expect((await shop.call(store.defaultShippingAddress, {}, { token })).ok).toEqual({ address: null });
    const first = await shop.call(store.createShippingAddress, { body: address }, { token });
    expect(first.ok).toMatchObject({ address1: "12 Hidden Lane", phoneno: "5155552345", country: "US", default: true });
    const second = await shop.call(
      store.createShippingAddress,
      { body: { ...address, address1: "2 Oak Road" } },
      { token },
    );
    const changed = await shop.call(
      store.updateShippingAddress,
      { params: { id: first.ok.id }, body: { ...address, city: "Boone" } },
      { token },
    );
    expect(changed.ok).toMatchObject({ id: first.ok.id, city: "Boone", default: false });
    const { ok } = await shop.call(store.shippingAddresses, {}, { token });
    expect(ok.items.map((item) => [item.id, item.default])).toEqual([
      [second.ok.id, true],
      [first.ok.id, false],
    ]);
    expect((await shop.call(store.defaultShippingAddress, {}, { token })).ok.address?.id).toBe(second.ok.id);
    const rows = await shop.services.db
      .selectFrom("shipping_address")
      .selectAll()
      .where("patient_id", "=", id)
      .execute();
    expect(
      JSON.stringify(rows.map((row) => ({ ...row, lines_sealed: Buffer.from(row.lines_sealed).toString("latin1") }))),
    ).not.toContain("Hidden Lane");
  });

  it("another patient's address is not found and stays as it is", async () => {
    const [mine, others] = [await shop.newPatient(), await shop.newPatient()];
    const { ok } = await shop.call(store.createShippingAddress, { body: address }, { token: others.token });
    const attempt = await shop.call(
      store.updateShippingAddress,
      { params: { id: ok.id }, body: { ...address, city: "Elsewhere" } },
      { token: mine.token },
    );
    expect([attempt.status, attempt.problem.code]).toEqual([404, "not_found"]);
    expect((await shop.call(store.shippingAddresses, {}, { token: others.token })).ok.items[0]?.city).toBe("Ames");
    expect((await shop.call(store.shippingAddresses, {}, { token: mine.token })).ok.items).toEqual([]);
  });

  it("refuses a state that is not served, a missing field and no token", async () => {
    const { token } = await shop.newPatient();
    const unserved = shop.services.content.states.find((state) => state.status === "not_served")?.id ?? "ZZ";
    const refused = await shop.call(store.createShippingAddress, { body: { ...address, state: unserved } }, { token });
    expect([refused.status, refused.problem.code]).toEqual([409, "not_available_in_state"]);
    const { ok } = await shop.call(store.createShippingAddress, { body: address }, { token });
    expect(
      (
        await shop.call(
          store.updateShippingAddress,
          { params: { id: ok.id }, body: { ...address, state: unserved } },
          { token },
        )
      ).problem.code,
    ).toBe("not_available_in_state");
    const incomplete = await shop.call(store.createShippingAddress, { body: { ...address, address1: " " } }, { token });
    expect(incomplete.problem.details?.fields).toEqual([
      { path: "address1", message: "Please enter your street address." },
    ]);
    expect((await shop.call(store.shippingAddresses, {})).status).toBe(401);
    expect((await shop.call(store.defaultShippingAddress, {})).status).toBe(401);
  });
});

describe("§7 GET /coupon/{code}", () => {
  it("says what a coupon gives, whatever its case", async () => {
    const { status, ok } = await shop.call(store.coupon, { params: { code: "fsahsa80" } });
    expect([status, ok]).toEqual([
      200,
      { couponid: "FSAHSA80", code: "FSAHSA80", description: "$80 off treatment", percent: null, amount: 80 },
    ]);
  });

  it("§5 answers a missing coupon with its sentence", async () => {
    const { status, problem } = await shop.call(store.coupon, { params: { code: "NOTHING" } });
    expect([status, problem.message]).toEqual([
      404,
      "The coupon you entered does not exist, please check the code you entered.",
    ]);
  });
});

describe("§7 POST /transact/computeTax", () => {
  it("adds up a cart with a coupon for the default address", async () => {
    const { token } = await ready(null);
    const { status, ok } = await shop.call(
      store.computeTax,
      { body: { checkout: cart, couponid: "FSASTORE30" } },
      { token },
    );
    expect(status).toBe(200);
    expect(ok.ordersummary).toEqual({
      subtotal: 38,
      discountfrom: "FSASTORE30",
      discount: 11.4,
      taxamount: 1.6,
      shipping: 0,
      totalamount: 28.2,
      couponid: "FSASTORE30",
    });
    expect(ok.orderdetail).toMatchObject([
      { productid: "magnesium", quantity: 2, price: 19, discount: 11.4, tax: 1.6, total: 28.2, dayssupply: 60 },
    ]);
  });

  it("refuses without an address, without a treatment, with another patient's address or an unknown product", async () => {
    const { token } = await shop.newPatient();
    expect((await shop.call(store.computeTax, { body: { checkout: cart } }, { token })).problem.code).toBe(
      "no_shipping_address",
    );
    expect((await shop.call(store.computeTax, { body: {} }, { token })).problem.code).toBe("wrong_state");
    expect(
      (await shop.call(store.computeTax, { body: { checkout: cart, shippingid: newId() } }, { token })).status,
    ).toBe(404);
    const mine = await ready(null);
    const unknown = await shop.call(
      store.computeTax,
      { body: { checkout: [{ productid: "gold", pricingid: "x", quantity: 1 }] } },
      { token: mine.token },
    );
    expect([unknown.status, unknown.problem.details?.fields?.[0]?.path]).toEqual([400, "checkout.0.productid"]);
    expect(
      (await shop.call(store.computeTax, { body: { checkout: cart, couponid: "WINBACK10" } }, { token: mine.token }))
        .problem.code,
    ).toBe("coupon_not_applicable");
  });
});

describe("§7 POST /transact/checkout", () => {
  it("orders and pays a cart of items without prescription", async () => {
    const { token, id } = await ready();
    const { status, ok } = await shop.call(store.checkout, { body: { checkout: cart, totalamount: 40.28 } }, { token });
    expect(status).toBe(201);
    expect(ok).toMatchObject({
      message: "success",
      order: {
        status: "paid",
        summary: { totalamount: 40.28 },
        card: { brand: "visa", last4: "4242" },
        shipto: { address1: "12 Hidden Lane" },
      },
    });
    expect(ok.order.timeline.map(({ event, state }) => [event, state])).toEqual([
      ["paid", "done"],
      ["pharmacy", "current"],
      ["shipped", "todo"],
      ["delivered", "todo"],
    ]);
    expect(await shop.charges(await onlyOrder(shop, id))).toMatchObject([{ status: "succeeded", amount: 4028 }]);
  });

  it.each([
    [
      "tok_chargeCustomerFail",
      "card_declined",
      "Your card has been declined. Update your payment info to continue treatment.",
    ],
  ])("§8 a card of %s is answered with its sentence and nothing is ordered", async (card, code, sentence) => {
    const { token, id } = await ready(card);
    const { status, problem } = await shop.call(store.checkout, { body: { checkout: cart } }, { token });
    expect([status, problem.code, problem.message]).toEqual([402, code, sentence]);
    expect((await shop.orderRow(await onlyOrder(shop, id))).status).toBe("failed");
  });

  it("§8 a patient without a treatment reads nothing about one in a decline", async () => {
    const { token, id } = await ready("tok_chargeCustomerFail");
    await shop.services.db.updateTable("patient").set({ nonrx_only: true }).where("id", "=", id).execute();
    const { problem } = await shop.call(store.checkout, { body: { checkout: cart } }, { token });
    const sentence = "Your card was declined. Please use another card, or ask your bank.";
    expect([problem.code, problem.message]).toEqual(["card_declined", sentence]);
  });

  it("refuses a total that rose and an empty cart", async () => {
    const { token, id } = await ready();
    const raised = await shop.call(store.checkout, { body: { checkout: cart, totalamount: 38 } }, { token });
    expect([raised.status, raised.problem.code, raised.problem.details?.["totalamount"]]).toEqual([
      409,
      "price_changed",
      40.28,
    ]);
    const empty = await shop.call(store.checkout, { body: { checkout: [] } }, { token });
    expect(empty.problem.details?.fields?.[0]?.message).toBe("Oops! Your cart is empty.");
    expect(await shop.chargesOf(id)).toBe(0);
  });

  it("logs no address, card or undeclared code", () => {
    const lines = shop.logged();
    expect(lines).not.toContain("Hidden Lane");
    expect(lines).not.toContain("tok_visa");
    expect(lines).not.toContain("undeclared error code");
  });
});
