import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { dayIn } from "#server/platform/clinic-day.ts";
import type { Services } from "#server/platform/services.ts";
import { couponFor, findCoupon, type Coupon } from "./coupons.ts";
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

describe("coupons", () => {
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
