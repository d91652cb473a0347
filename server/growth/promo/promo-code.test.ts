import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { store } from "#contract/cart/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { saveCoupon } from "#server/discounts/public.ts";
import { openShop, type Shop } from "#server/orders/testing/shop.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import type { TestPatient } from "#server/testing/harness.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { placeOrder, addAddressAndCard } from "../testing/referrals.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const applyPromoCode = async ({ token }: TestPatient, code: string) => {
  const { status, ok, problem } = await shop.call(growth.applyPromoCode, { body: { code } }, { token });
  return status === 200 ? ok : problem.code;
};
const validate = async ({ id, token }: TestPatient, promocode: string, whose = id) => {
  const { status, ok, problem } = await shop.call(
    growth.validateDiscount,
    { params: { id: whose }, body: { promocode } },
    { token },
  );
  return status === 200 ? ok : problem;
};
const home = async ({ token }: TestPatient) => (await shop.call(treatment.overview, {}, { token })).ok;
const used = async (code: string) =>
  (await shop.services.db.selectFrom("coupon_counter").select("used").where("code", "=", code).executeTakeFirst())
    ?.used ?? 0;
/** Saves a promo code; returns the code, or why it was refused. */
async function saveTestCoupon(
  { id }: TestPatient,
  more: Partial<Services["content"]["coupons"][number]>,
): Promise<string> {
  const coupon = { description: "10% off", percent: 10, startson: "2020-01-01", endson: "2099-12-31", perpatient: 1 };
  const made = { code: "ATEST10", returningonly: true, banner: "10% off", ...coupon, ...more };
  const services = { ...shop.services, content: { ...shop.services.content, coupons: [made] } };
  return inTransaction(services, (tx) => saveCoupon(tx, id, "atest10")).then(
    ({ code }) => code,
    (error: { code: string }) => error.code,
  );
}

describe("§7 an existing customer's promo code", () => {
  test("is saved for the next charge, shown there, and used once", async () => {
    const rosa = await inCare(shop);
    const before = (await home(rosa)).charges[0]?.amount ?? 0;
    expect(await applyPromoCode(rosa, "winback10")).toMatchObject({
      message: "Thank you. You'll get 10% off because you came back on your next charge.",
      coupon: { code: "WINBACK10", percent: 10, amount: null },
    });
    const { charges, discounts } = await home(rosa);
    expect(discounts.map(({ text }) => text)).toEqual(["10% off your next charge, with code WINBACK10"]);
    expect(charges[0]?.amount).toBeCloseTo(before * 0.9, 2);
    const { order } = await placeOrder(shop, rosa);
    expect(order?.summary).toMatchObject({ discount: 3.8, couponid: "WINBACK10" });
    expect([await applyPromoCode(rosa, "WINBACK10"), (await home(rosa)).discounts]).toEqual(["coupon_used", []]);
  });

  test("saved twice, or fifty times at once, is saved once and counted once", async () => {
    const rosa = await inCare(shop);
    const before = await used("WINBACK10");
    const results = await Promise.all(Array.from({ length: 50 }, () => applyPromoCode(rosa, "WINBACK10")));
    expect(results.every((each) => typeof each === "object")).toBe(true);
    expect((await home(rosa)).discounts).toHaveLength(1);
    expect(await used("WINBACK10")).toBe(before + 1);
  });

  test("entered at a checkout while it is saved: the patient is told that it is", async () => {
    const rosa = await inCare(shop);
    await applyPromoCode(rosa, "WINBACK10");
    const { problem } = await shop.call(
      store.computeTax,
      {
        body: { checkout: [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 1 }], couponid: "WINBACK10" },
      },
      { token: rosa.token },
    );
    expect([problem.code, problem.message]).toEqual([
      "coupon_used",
      "This code is already saved for your next charge.",
    ]);
  });

  test("is not for a new patient, and a code for an order is not saved", async () => {
    expect(await applyPromoCode(await shop.newPatient(), "WINBACK10")).toBe("coupon_not_applicable");
    expect(await applyPromoCode(await inCare(shop), "FSASTORE30")).toBe("coupon_not_applicable");
  });

  test("§5 unknown and expired codes are refused with their sentence", async () => {
    const rosa = await inCare(shop);
    expect(await applyPromoCode(rosa, "NOSUCHCODE")).toBe("coupon_not_found");
    expect(await saveTestCoupon(rosa, { endson: "2021-01-01" })).toBe("coupon_expired");
  });

  test("quality 3: the last use of a code goes to one of ten who save it at once", async () => {
    const patients = await Promise.all(Array.from({ length: 10 }, () => shop.newPatient()));
    for (const each of patients) {
      await addAddressAndCard(shop, each);
      await placeOrder(shop, each);
    }
    const results = await Promise.all(patients.map((each) => saveTestCoupon(each, { totallimit: 1 })));
    expect(results.toSorted()).toEqual(["ATEST10", ...Array<string>(9).fill("coupon_used")]);
    expect(await used("ATEST10")).toBe(1);
  });
});

describe("§7 POST /discount/{id}/validate", () => {
  test("says what a code gives the patient", async () => {
    expect(await validate(await shop.newPatient(), " fsahsa80 ")).toMatchObject({
      couponid: "FSAHSA80",
      percent: null,
      amount: 80,
    });
  });

  test("§5 a missing coupon has its sentence", async () => {
    expect(await validate(await shop.newPatient(), "NOSUCHCODE")).toMatchObject({
      code: "coupon_not_found",
      message: "The coupon you entered does not exist, please check the code you entered.",
    });
  });

  test("refuses what the patient may not use, and reveals nothing of another patient", async () => {
    const [rosa, mia] = [await shop.newPatient(), await shop.newPatient()];
    expect(await validate(rosa, "WINBACK10")).toMatchObject({ code: "coupon_not_applicable" });
    expect(await validate(rosa, "FSAHSA80", mia.id)).toMatchObject({ code: "not_found" });
    await addAddressAndCard(shop, rosa);
    await placeOrder(shop, rosa, "FSASTORE30");
    expect(await validate(rosa, "FSASTORE30")).toMatchObject({ code: "coupon_used" });
  });
});

describe("§5 coupons of the visit", () => {
  test("an applied one may be applied again, replaced by another, and removed", async () => {
    const { token } = await shop.newPatient();
    const apply = async (couponid: string) =>
      (await shop.call(onboarding.applyCoupon, { body: { couponid } }, { token })).ok.onboarding.couponid;
    expect([await apply("FSASTORE30"), await apply("fsastore30"), await apply("HSASTORE30")]).toEqual([
      "FSASTORE30",
      "FSASTORE30",
      "HSASTORE30",
    ]);
    expect((await shop.call(onboarding.removeCoupon, {}, { token })).ok.couponid).toBeNull();
  });

  test("§5 a used-up code is refused wherever it is entered, before anything is ordered with it", async () => {
    const { db, content } = shop.services;
    const { code, totallimit = 0 } =
      content.coupons.find((each) => each.totallimit !== undefined) ?? expect.fail("No limit");
    await db.insertInto("coupon_counter").values({ code, used: totallimit }).execute();
    const rosa = await shop.newPatient();
    const { token } = rosa;
    await addAddressAndCard(shop, rosa);
    const checkout = [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 1 }];
    const answers = [
      await validate(rosa, code),
      (await shop.call(onboarding.applyCoupon, { body: { couponid: code } }, { token })).problem,
      (await shop.call(store.computeTax, { body: { checkout, couponid: code } }, { token })).problem,
      (await shop.call(growth.applyPromoCode, { body: { code } }, { token })).problem,
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ code: "coupon_used", message: "This code has already been used." });
    await db.deleteFrom("coupon_counter").where("code", "=", code).execute();
  });

  test("after the visit: “You've already completed this step”", async () => {
    const rosa = await inCare(shop);
    const { problem } = await shop.call(
      onboarding.applyCoupon,
      { body: { couponid: "FSASTORE30" } },
      { token: rosa.token },
    );
    expect([problem.code, problem.message]).toEqual(["step_completed", "You've already completed this step"]);
  });
});
