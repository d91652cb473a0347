import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { growth } from "#contract/growth/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { readOnboardingRecord } from "#server/onboarding/testing/answers.ts";
import { placeOrder } from "#server/orders/public.ts";
import { newId } from "#server/platform/ids.ts";
import { type TestPatient, testApiKey } from "#server/testing/harness.ts";
import { shopAtNoon } from "#server/treatment/testing/at-noon.ts";
import { home } from "#server/treatment/testing/in-care.ts";
import {
  acceptUpsell,
  upsellAtClinic,
  patientAtAddons,
  firstUpsellInVisit,
  answeredPatientInCare,
  dashboardUpsell,
  upsellOrders,
} from "../testing/upsells.ts";
import { acceptUpsells } from "./accept-upsells.ts";
import { denyUpsell } from "./deny-upsell.ts";

const cream = { productId: "estriol_cream", pricingId: "estriol_cream_1m" };
const serum = { productId: "minoxidil_serum", pricingId: "minoxidil_serum_1m" };
const shop = shopAtNoon();

const accept = (patient: TestPatient, id: string, totalamount: number, coupon?: string) =>
  acceptUpsell(shop, patient, id, { totalamount, ...(coupon !== undefined && { coupon }) });
const withCoupon = (upsellId: string, code: string) =>
  shop.services.db.updateTable("upsell").set({ coupon_code: code }).where("id", "=", upsellId).execute();
/** The patient's cart order with a code. */
const placeCartOrder = ({ id }: TestPatient, couponCode: string) =>
  placeOrder(shop.services, shop.orderRequest(id, { kind: "cart", capture: "automatic", couponCode }));
const couponUsesOf = ({ id }: TestPatient) =>
  shop.services.db
    .selectFrom("coupon_use")
    .select("order_id")
    .where("patient_id", "=", id)
    .where("released_at", "is", null)
    .execute();
const runFinishJob = async () => {
  await shop.jobs.enqueue(shop.services.db, "growth.finish-upsells", {});
  await shop.jobs.drain();
};

/** The database, of which this transaction, counted from 1, begins after something else has happened. */
function beforeTransaction(number: number, act: () => Promise<unknown>): typeof shop.services.db {
  const { db } = shop.services;
  const outside = AsyncLocalStorage.snapshot();
  let begun = 0;
  return new Proxy(db, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (key !== "withoutPlugins") return typeof value === "function" ? value.bind(target) : value;
      return () => ({
        transaction: () => ({
          execute: async (work: Parameters<ReturnType<typeof db.transaction>["execute"]>[0]) => {
            begun += 1;
            if (begun === number) await outside(act);
            return db.withoutPlugins().transaction().execute(work);
          },
        }),
      });
    },
  });
}

describe("§7 Upsell: denied while an acceptance is being paid", () => {
  test("a denial that comes while the bank is asked is refused, and the doctor gets the order", async () => {
    const rosa = await answeredPatientInCare(shop);
    const { upsellId, total } = await dashboardUpsell(shop, rosa, "minoxidil");
    const answers: unknown[] = [];
    shop.beforeGatewayAnswer(async () => {
      const { problem } = await shop.call(
        growth.denyUpsell,
        { params: { id: upsellId }, body: {} },
        { token: rosa.token },
      );
      answers.push(problem.code);
    });
    expect((await accept(rosa, upsellId, total)).status).toBe(200);
    expect(answers).toEqual(["wrong_state"]);
    expect((await upsellAtClinic(shop, rosa))?.status).toBe("open");
  });

  test("accepted between the read and the write of a denial: the denial sees it", async () => {
    const rosa = await answeredPatientInCare(shop);
    const { upsellId, total } = await dashboardUpsell(shop, rosa, "minoxidil");
    // The first transaction of the denial begins after the acceptance.
    const late = beforeTransaction(1, () => accept(rosa, upsellId, total));
    await expect(denyUpsell({ ...shop.services, db: late }, rosa.id, upsellId)).rejects.toMatchObject({
      code: "wrong_state",
    });
    expect((await upsellAtClinic(shop, rosa))?.status).toBe("open");
  });

  test("denied between the read and the order: nothing is ordered", async () => {
    const rosa = await answeredPatientInCare(shop);
    const { upsellId, total } = await dashboardUpsell(shop, rosa, "minoxidil");
    const params = { id: upsellId };
    const late = beforeTransaction(2, () => shop.call(growth.denyUpsell, { params, body: {} }, { token: rosa.token }));
    const selected = { path: "", upsellId, productId: undefined, pricingId: undefined, triggeredfrom: undefined };
    const acceptance = { selections: [selected], coupon: undefined, totalamount: total };
    await expect(acceptUpsells({ ...shop.services, db: late }, rosa.id, acceptance, newId())).rejects.toMatchObject({
      code: "wrong_state",
    });
    expect((await upsellOrders(shop, rosa)).filter(({ status }) => status !== "failed")).toEqual([]);
  });

  test("an authorized order reaches the doctor when every listener failed", async () => {
    const rosa = await answeredPatientInCare(shop);
    const { upsellId, total } = await dashboardUpsell(shop, rosa, "minoxidil");
    await accept(rosa, upsellId, total);
    const { db } = shop.services;
    await shop.jobs.drain();
    await db.deleteFrom("upsell_request").where("patient_id", "=", rosa.id).execute();
    await db.updateTable("upsell").set({ status: "open", decided_at: null }).where("id", "=", upsellId).execute();
    await runFinishJob();
    expect(await upsellAtClinic(shop, rosa)).toMatchObject({
      status: "open",
      order: { id: (await upsellOrders(shop, rosa))[0]?.id },
    });
  });
});

describe("§7 Upsell, limits under parallel requests: two requests for the same upsells", () => {
  test("in opposite order at once: one order, and no deadlock", async () => {
    const rosa = await answeredPatientInCare(shop);
    const send = (upsells: (typeof cream)[]) =>
      shop.call(
        growth.acceptUpsellProducts,
        { body: { upsells, totalamount: 98 } },
        { token: rosa.token, key: newId() },
      );
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => send(at % 2 === 0 ? [cream, serum] : [serum, cream])),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const { status, problem } of answers.filter((each) => each.status !== 201))
      expect([status, ["payment_pending", "wrong_state"].includes(problem.code)]).toEqual([409, true]);
    expect((await upsellOrders(shop, rosa)).filter(({ status }) => status !== "failed")).toHaveLength(1);
  });
});

describe("§7 Upsell: the coupon of an upsell", () => {
  test("one that has ended is ignored, as it was when shown", async () => {
    const rosa = await answeredPatientInCare(shop);
    const { upsellId } = await dashboardUpsell(shop, rosa, "minoxidil");
    await withCoupon(upsellId, "GONE");
    const shown = await dashboardUpsell(shop, rosa, "minoxidil");
    expect([shown.couponId, shown.total]).toEqual([null, 39]);
    // As sent by a browser that was shown the upsell before.
    const { status, ok } = await accept(rosa, upsellId, shown.total, "gone");
    expect([status, ok.order.summary.totalamount, ok.order.summary.couponid]).toEqual([200, 39, null]);
  });

  test("one the patient has already used is ignored: the normal price, and it is used once", async () => {
    const rosa = await answeredPatientInCare(shop);
    const { upsellId } = await dashboardUpsell(shop, rosa, "minoxidil");
    await withCoupon(upsellId, "FSASTORE30");
    const before = await dashboardUpsell(shop, rosa, "minoxidil");
    expect(before.couponId).toBe("FSASTORE30");
    await placeCartOrder(rosa, "FSASTORE30");
    // At the total shown before the coupon was used elsewhere, nothing is ordered.
    expect((await accept(rosa, upsellId, before.total, "FSASTORE30")).problem).toMatchObject({
      code: "price_changed",
      details: { totalamount: 39 },
    });
    expect(await upsellOrders(shop, rosa)).toEqual([]);
    const shown = await dashboardUpsell(shop, rosa, "minoxidil");
    expect([shown.couponId, shown.discount, shown.total]).toEqual([null, 0, 39]);
    const { status, ok } = await accept(rosa, upsellId, shown.total, "FSASTORE30");
    expect([status, ok.order.summary.totalamount, ok.order.summary.couponid]).toEqual([200, 39, null]);
    expect(await couponUsesOf(rosa)).toHaveLength(1);
  });

  test("one used in the cart at the same moment is taken by one of the two orders", async () => {
    const rosa = await answeredPatientInCare(shop);
    const { upsellId } = await dashboardUpsell(shop, rosa, "minoxidil");
    await withCoupon(upsellId, "FSASTORE30");
    const { total } = await dashboardUpsell(shop, rosa, "minoxidil");
    const [cart, upsellOrder] = await Promise.allSettled([
      placeCartOrder(rosa, "FSASTORE30"),
      accept(rosa, upsellId, total),
    ]);
    const accepted = upsellOrder.status === "fulfilled" && upsellOrder.value.status === 200;
    expect(accepted).toBe(cart.status === "rejected");
    expect(await couponUsesOf(rosa)).toHaveLength(1);
    expect(await upsellOrders(shop, rosa)).toHaveLength(accepted ? 1 : 0);
  });

  test("a valid one is deducted; when it ended after the upsell was shown, the patient is asked at the current price", async () => {
    const rosa = await answeredPatientInCare(shop);
    const { upsellId } = await dashboardUpsell(shop, rosa, "cream");
    await withCoupon(upsellId, "FSASTORE30");
    const shown = await dashboardUpsell(shop, rosa, "cream");
    expect([shown.couponId, shown.total]).toEqual(["FSASTORE30", 41.3]);
    await withCoupon(upsellId, "GONE");
    expect((await accept(rosa, upsellId, shown.total, "GONE")).problem).toMatchObject({
      code: "price_changed",
      details: { totalamount: 59 },
    });
    await withCoupon(upsellId, "FSASTORE30");
    expect((await accept(rosa, upsellId, shown.total)).ok.order.summary.couponid).toBe("FSASTORE30");
  });
});

describe("§7 Upsell: the total the patient was shown", () => {
  test("that is not a valid amount orders nothing", async () => {
    const rosa = await answeredPatientInCare(shop);
    const { upsellId } = await dashboardUpsell(shop, rosa, "cream");
    const { token } = rosa;
    const wrong = { totalamount: "59" } as unknown as { totalamount: number };
    const answers = [
      await shop.call(growth.acceptUpsell, { params: { id: upsellId }, body: wrong }, { token }),
      await shop.call(growth.acceptUpsellProduct, { body: { ...cream, ...wrong } }, { token }),
      await shop.call(growth.acceptUpsellProducts, { body: { upsells: [cream], ...wrong } }, { token }),
    ];
    for (const { status, problem } of answers)
      expect([status, problem.details?.fields?.map(({ path }) => path)]).toEqual([400, ["totalamount"]]);
    expect(await upsellOrders(shop, rosa)).toEqual([]);
  });
});

describe("§7 Onboarding upsell: the coupon of an upsell in the visit", () => {
  const inVisit = async (patient: TestPatient) => (await firstUpsellInVisit(shop, patient)).upsellId;
  const add = ({ token }: TestPatient, upsellId: string, coupon?: string) =>
    shop.call(growth.acceptOnboardingUpsell, { body: { upsellId, ...(coupon && { coupon }) } }, { token });

  test("keeps the code the patient entered, and applies to a visit without one", async () => {
    const rosa = await patientAtAddons(shop);
    await shop.call(onboarding.applyCoupon, { body: { couponid: "FSAHSA80" } }, { token: rosa.token });
    const upsellId = await inVisit(rosa);
    await withCoupon(upsellId, "FSASTORE30");
    expect((await add(rosa, upsellId, "FSASTORE30")).status).toBe(200);
    expect((await readOnboardingRecord(shop, rosa)).couponid).toBe("FSAHSA80");
    const ines = await patientAtAddons(shop);
    const other = await inVisit(ines);
    await withCoupon(other, "FSASTORE30");
    expect((await add(ines, other)).status).toBe(200);
    expect((await readOnboardingRecord(shop, ines)).couponid).toBe("FSASTORE30");
  });

  test("one that has ended is ignored", async () => {
    const rosa = await patientAtAddons(shop);
    const upsellId = await inVisit(rosa);
    await withCoupon(upsellId, "GONE");
    expect((await add(rosa, upsellId, "GONE")).status).toBe(200);
    expect((await readOnboardingRecord(shop, rosa)).couponid).toBeNull();
  });
});

describe("§7 Upsell, accept-multiple: several upsells in one order", () => {
  test("are screened together: two that do not combine order nothing", async () => {
    const rosa = await answeredPatientInCare(shop);
    const { content } = shop.services;
    const insert = { productId: "estradiol_vaginal_insert", pricingId: "estradiol_vaginal_insert_1m" };
    const item = {
      ...(content.upsells[0] ?? expect.fail("No offers")),
      code: "INSERT",
      productid: insert.productId,
      pricingid: insert.pricingId,
    };
    const services = { ...shop.services, content: { ...content, upsells: [...content.upsells, item] } };
    const order = (selections: readonly (typeof insert)[]) =>
      acceptUpsells(
        services,
        rosa.id,
        {
          selections: selections.map((each) => ({ path: "", upsellId: undefined, triggeredfrom: undefined, ...each })),
          coupon: undefined,
          totalamount: 500,
        },
        newId(),
      );
    await expect(order([cream, insert])).rejects.toMatchObject({ code: "wrong_state" });
    expect(await upsellOrders(shop, rosa)).toEqual([]);
    expect((await order([insert])).upsells.map(({ productId }) => productId)).toEqual(["INSERT"]);
  });
});

describe("§7 Upsell: an order with an item that needs no prescription", () => {
  test("opens a subscription only for what was shown with a renewal", async () => {
    const rosa = await answeredPatientInCare(shop);
    const { content } = shop.services;
    const [first] = content.upsells;
    const vitamin = {
      ...(first ?? expect.fail("No offers")),
      code: "MAG",
      productid: "magnesium",
      pricingid: "magnesium_1m",
    };
    const services = { ...shop.services, content: { ...content, upsells: [...content.upsells, vitamin] } };
    const product = { path: "", upsellId: undefined, triggeredfrom: undefined };
    const selections = [
      { ...product, ...serum },
      { ...product, productId: "magnesium", pricingId: "magnesium_1m" },
    ];
    const { upsells } = await acceptUpsells(
      services,
      rosa.id,
      { selections, coupon: undefined, totalamount: 500 },
      newId(),
    );
    expect(upsells.map(({ renewal }) => renewal !== null)).toEqual([true, false]);
    const id = (await upsellAtClinic(shop, rosa))?.id ?? "";
    const approved = await shop.call(care.approveUpsell, { params: { id }, body: {} }, { apiKey: testApiKey });
    expect(approved.status).toBe(200);
    await shop.jobs.drain();
    const { subscriptions, orders } = await home(shop, rosa);
    const products = subscriptions.map(({ item }) => item.productid);
    expect([products.includes("minoxidil_serum"), products.includes("magnesium")]).toEqual([true, false]);
    expect(orders[0]?.detail.map(({ productid }) => productid)).toEqual(["minoxidil_serum", "magnesium"]);
  });
});
