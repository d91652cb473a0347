import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Services } from "#server/platform/services.ts";
import { couponFor, dayIn, findCoupon, type Coupon } from "./coupons.ts";
import { placeOrder } from "./place-order.ts";
import { openShop, refusal, type Shop } from "./testing.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const coupon = (more: Partial<Coupon>): Coupon => ({
  code: "ONLYONE",
  description: "One",
  percent: 10,
  startson: "2020-01-01",
  endson: "2099-12-31",
  perpatient: 1,
  returningonly: false,
  banner: "One",
  ...more,
});
const selling = (more: Partial<Coupon>): Services => ({
  ...shop.services,
  content: { ...shop.services.content, coupons: [coupon(more)] },
});
const at = (services: Services, iso: string) => ({ ...services, clock: { now: () => new Date(iso) } });

describe("sound checkout 10: coupons", () => {
  it("a limit of 1 under 100 parallel checkouts is used once", async () => {
    const services = selling({ totallimit: 1 });
    const patients = await Promise.all(Array.from({ length: 100 }, () => shop.shopper()));
    const all = await Promise.allSettled(
      patients.map((patient) => placeOrder(services, shop.order(patient, { couponCode: "onlyone " }))),
    );
    expect(all.filter((each) => each.status === "fulfilled")).toHaveLength(1);
    const refusals = all.flatMap((each) =>
      each.status === "rejected" ? [(each.reason as { code: string }).code] : [],
    );
    expect(new Set(refusals)).toEqual(new Set(["coupon_used"]));
    expect(
      await shop.services.db.selectFrom("coupon_counter").select("used").where("code", "=", "ONLYONE").execute(),
    ).toEqual([{ used: 1 }]);
  });

  it("is used once per patient, and again after a declined card", async () => {
    const services = selling({ code: "ONCEEACH" });
    const patient = await shop.shopper({ card: "tok_chargeCustomerFail" });
    const cart = () => shop.order(patient, { kind: "cart", capture: "automatic", couponCode: "ONCEEACH" });
    expect(await refusal(placeOrder(services, cart()))).toBe("card_declined");
    await shop.services.db
      .updateTable("sandbox.payment_method")
      .set({ charge_decline: null })
      .where("last4", "=", "0341")
      .execute();
    expect((await placeOrder(services, cart())).status).toBe("paid");
    expect(await refusal(placeOrder(services, cart()))).toBe("coupon_used");
    expect(
      await shop.services.db.selectFrom("coupon_counter").select("used").where("code", "=", "ONCEEACH").execute(),
    ).toEqual([{ used: 1 }]);
  });

  it("for returning patients needs an earlier order", async () => {
    const services = selling({ code: "COMEBACK", returningonly: true });
    const patient = await shop.shopper();
    expect(await refusal(couponFor(services, patient, "COMEBACK"))).toBe("coupon_not_applicable");
    await placeOrder(shop.services, shop.order(patient, { kind: "cart", capture: "automatic" }));
    expect((await couponFor(services, patient, "COMEBACK")).code).toBe("COMEBACK");
  });

  it("is taken from the first to the last day in the clinic's time zone", () => {
    const services = selling({ startson: "2026-03-01", endson: "2026-03-31" });
    const on = (iso: string) => {
      try {
        return findCoupon(at(services, iso), "ONLYONE").code;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(services.content.brand.timezone).toBe("America/New_York");
    expect(on("2026-03-01T04:59:59Z")).toBe("coupon_not_found");
    expect(on("2026-03-01T05:00:00Z")).toBe("ONLYONE");
    expect(on("2026-04-01T03:59:59Z")).toBe("ONLYONE");
    expect(on("2026-04-01T04:00:00Z")).toBe("coupon_expired");
    expect(dayIn("America/New_York", new Date("2026-01-01T03:00:00Z"))).toBe("2025-12-31");
  });

  it("that would leave less than the smallest charge is not applicable", async () => {
    const services = selling({ code: "ALMOST", percent: undefined, amountcents: 3770 });
    const patient = await shop.shopper({ state: "OR" });
    expect(await refusal(placeOrder(services, shop.order(patient, { couponCode: "ALMOST" })))).toBe(
      "coupon_not_applicable",
    );
  });
});

describe("sound checkout 9: prices", () => {
  const priced = (pricecents: number): Services => {
    const { content } = shop.services;
    const products = content.catalogue.products.map((product) =>
      product.productid === "magnesium"
        ? {
            ...product,
            name: "Magnesium, new",
            pricings: product.pricings.map((pricing) => ({ ...pricing, pricecents })),
          }
        : product,
    );
    return { ...shop.services, content: { ...content, catalogue: { ...content.catalogue, products } } };
  };

  it("a price that rose asks again with the new total, one that fell passes on", async () => {
    const patient = await shop.shopper({ state: "OR" });
    const cart = shop.order(patient, { expectedTotalCents: 3800 });
    const raised = await placeOrder(priced(2000), cart).catch((error: unknown) => error);
    expect(raised).toMatchObject({ code: "price_changed", options: { details: { totalamount: 40 } } });
    expect(await shop.chargesOf(patient)).toBe(0);
    expect(await placeOrder(priced(1500), cart)).toMatchObject({ status: "authorized", totalCents: 3000 });
  });

  it("name, price, tax and terms stay on the order when the catalogue changes", async () => {
    const patient = await shop.shopper();
    const { id } = await placeOrder(shop.services, shop.order(patient));
    priced(9900);
    const line = await shop.services.db
      .selectFrom("order_line")
      .selectAll()
      .where("order_id", "=", id)
      .executeTakeFirstOrThrow();
    expect(line).toMatchObject({
      name: "Magnesium glycinate",
      unit_price_cents: 1900,
      tax_cents: 228,
      tax_category: "otc_drug",
    });
    const order = await shop.services.db
      .selectFrom("customer_order")
      .select(["terms_version", "ship_state"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    expect(order).toEqual({ terms_version: "terms@test", ship_state: "IA" });
  });
});
