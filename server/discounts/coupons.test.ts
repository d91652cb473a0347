import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayIn } from "#contract/fields/formats.ts";
import { placeOrder } from "#server/orders/placing/place-order.ts";
import { quoteOrder } from "#server/orders/pricing/quote-order.ts";
import { openShop, refusal, type Shop, withGateway } from "#server/orders/testing/shop.ts";
import { GatewayRefused } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import type { Refusal } from "#server/platform/refusal.ts";
import type { JobServices } from "#server/platform/services.ts";
import { couponFor, findCoupon, type Coupon } from "./coupons.ts";

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
const withCoupon = (more: Partial<Coupon>): JobServices => ({
  ...shop.services,
  content: { ...shop.services.content, coupons: [coupon(more)] },
});
const at = (services: JobServices, iso: string) => ({ ...services, clock: { now: () => new Date(iso) } });

describe("decisions §7 coupons", () => {
  it("a code for returning patients needs an earlier order", async () => {
    const services = withCoupon({ code: "COMEBACK", returningonly: true });
    const patient = await shop.shopper();
    expect(await refusal(couponFor(services, patient, "COMEBACK"))).toBe("coupon_not_applicable");
    await placeOrder(shop.services, shop.orderRequest(patient, { kind: "cart", capture: "automatic" }));
    expect((await couponFor(services, patient, "COMEBACK")).code).toBe("COMEBACK");
  });

  it("spec §9 BFBLOSSOM40: for a first order, also after a failed first attempt; its order can be repeated with it", async () => {
    const patient = await shop.shopper();
    const first = shop.orderRequest(patient, { couponCode: "BFBLOSSOM40" });
    const refused = withGateway(shop.services, {
      authorize: () => Promise.reject(new GatewayRefused("declined", "The bank refused")),
    });
    await expect(placeOrder(refused, first)).rejects.toMatchObject({ code: "card_declined" });
    const again = shop.orderRequest(patient, { couponCode: "BFBLOSSOM40" });
    const { id } = await placeOrder(shop.services, again);
    expect((await placeOrder(shop.services, again)).id).toBe(id);
    expect((await placeOrder(shop.services, { ...again, idempotencyKey: newId() })).id).toBe(id);
  });

  it("spec §9 BFBLOSSOM40: is refused everywhere to a patient who has ordered", async () => {
    const patient = await shop.shopper();
    const cart = { kind: "cart", capture: "automatic" } as const;
    await placeOrder(shop.services, shop.orderRequest(patient, cart));
    const asked = {
      patientId: patient,
      couponCode: "BFBLOSSOM40",
      shipState: "IA",
      lines: shop.orderRequest(patient).lines,
    };
    for (const ask of [
      () => couponFor(shop.services, patient, "BFBLOSSOM40"),
      () => quoteOrder(shop.services, asked),
      () => placeOrder(shop.services, shop.orderRequest(patient, { ...cart, couponCode: "BFBLOSSOM40FIXED" })),
    ])
      expect(await ask().catch((refusal: Refusal) => refusal.problem(shop.services.content))).toMatchObject({
        code: "coupon_not_applicable",
        message: "This code is for a first order, and you've ordered before.",
      });
  });

  it("spec §9 BFBLOSSOM40: cart and visit paid at the same time with the two first-order codes: only one gets its discount", async () => {
    const patient = await shop.shopper();
    const answers = await Promise.allSettled([
      placeOrder(shop.services, shop.orderRequest(patient, { kind: "cart", couponCode: "BFBLOSSOM40" })),
      placeOrder(shop.services, shop.orderRequest(patient, { couponCode: "BFBLOSSOM40FIXED" })),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(answers.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "coupon_not_applicable" },
    });
  });

  it("is accepted from the first to the last day in the clinic's time zone", () => {
    const services = withCoupon({ startson: "2026-03-01", endson: "2026-03-31" });
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

  it("of a limited code a use that came to nothing is everybody's again, and one that didn't is used", async () => {
    const services = withCoupon({ code: "LASTONE", totallimit: 1 });
    const [declined, first, late] = [await shop.shopper(), await shop.shopper(), await shop.shopper()];
    const order = (patient: string) => shop.orderRequest(patient, { couponCode: "LASTONE" });
    const refused = withGateway(services, {
      authorize: () => Promise.reject(new GatewayRefused("declined", "The bank refused")),
    });
    expect(await refusal(placeOrder(refused, order(declined)))).toBe("card_declined");
    await placeOrder(services, order(first));
    expect(await refusal(placeOrder(services, order(late)))).toBe("coupon_used");
  });

  it("a coupon that would leave less than the smallest charge is not applicable", async () => {
    const services = withCoupon({ code: "ALMOST", percent: undefined, amountcents: 3770 });
    const patient = await shop.shopper({ state: "OR" });
    expect(await refusal(placeOrder(services, shop.orderRequest(patient, { couponCode: "ALMOST" })))).toBe(
      "coupon_not_applicable",
    );
  });
});
