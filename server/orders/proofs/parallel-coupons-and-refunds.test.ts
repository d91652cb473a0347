import { expect, it } from "vitest";
import type { Content } from "#content/loader/load.ts";
import { care } from "#contract/care/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey } from "#server/testing/harness.ts";
import { type Buyer, cartCents, expectPaidOnce, describeEachGateway } from "./testing/each-gateway.ts";

const used = "This code has already been used.";
/** Adds a ten percent coupon to the content's own. */
const coupon =
  (code: string, more: Partial<Content["coupons"][number]> = {}) =>
  ({ coupons }: Content): Partial<Content> => ({
    coupons: [
      ...coupons,
      {
        code,
        description: "Ten percent off",
        percent: 10,
        startson: "2020-01-01",
        endson: "2099-12-31",
        perpatient: 1,
        returningonly: false,
        banner: "Ten percent off",
        ...more,
      },
    ],
  });
const tenOffCents = 3625;

describeEachGateway((shop) => {
  const uses = async (code: string) =>
    (await shop.services.db.selectFrom("coupon_counter").select("used").where("code", "=", code).executeTakeFirst())
      ?.used ?? 0;

  it("checkout proof 10: a coupon with limit 1 under 100 parallel checkouts of different patients is used once", async () => {
    const buyers: Buyer[] = [];
    for (let group = 0; group < 10; group += 1)
      buyers.push(...(await Promise.all(Array.from({ length: 10 }, () => shop.buyer()))));
    const answers = await shop.withContent(coupon("ONLYONE", { totallimit: 1 }), () =>
      Promise.all(buyers.map((buyer) => shop.pay(buyer, { couponid: "onlyone" }))),
    );
    const losers = answers.filter(({ status }) => status !== 201);
    expect(losers).toHaveLength(99);
    for (const { status, problem } of losers)
      expect([status, problem.code, problem.message]).toEqual([409, "coupon_used", used]);
    expect(await uses("ONLYONE")).toBe(1);
    const orders = await shop.services.db
      .selectFrom("customer_order")
      .select("total_cents")
      .where("coupon_code", "=", "ONLYONE")
      .execute();
    expect(orders).toEqual([{ total_cents: tenOffCents }]);
  });

  it("checkout proof 10: is used once per patient, in parallel too, and given back when the payment fails", async () => {
    await shop.withContent(coupon("ONCEEACH"), async () => {
      const couponid = "ONCEEACH";
      const buyer = await shop.buyer();
      const both = await Promise.all([shop.pay(buyer, { couponid }), shop.pay(buyer, { couponid })]);
      expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
      const again = await shop.pay(buyer, { couponid });
      expect([again.status, again.problem.message]).toEqual([409, used]);
      await expectPaidOnce(shop, buyer, tenOffCents);

      const broke = await shop.buyer("tok_chargeCustomerFail");
      for (let attempt = 0; attempt < 2; attempt += 1)
        expect((await shop.pay(broke, { couponid })).problem.code).toBe("card_declined");
      expect(await uses("ONCEEACH")).toBe(1);
    });
  });

  it.each([
    ["NOBODYS", 404, "coupon_not_found", "The coupon you entered does not exist, please check the code you entered."],
    ["OUTDATED", 409, "coupon_expired", "This code has expired."],
    ["SOLDOUT", 409, "coupon_used", used],
    ["WINBACK10", 409, "coupon_not_applicable", "This code can't be used for this order."],
  ])(
    "§5 checkout with the coupon %s is answered with its sentence and orders nothing",
    async (couponid, status, code, message) => {
      const buyer = await shop.buyer();
      const contents = (content: Content) => ({
        coupons: [
          ...(coupon("OUTDATED", { endson: "2020-12-31" })(content).coupons ?? []),
          ...(coupon("SOLDOUT", { totallimit: 1 })({ ...content, coupons: [] }).coupons ?? []),
        ],
      });
      await shop.withContent(contents, async () => {
        if (couponid === "SOLDOUT") expect((await shop.pay(await shop.buyer(), { couponid })).status).toBe(201);
        const { status: answered, problem } = await shop.pay(buyer, { couponid });
        expect([answered, problem.code, problem.message]).toEqual([status, code, message]);
      });
      expect(await shop.paymentState(buyer)).toEqual({ orders: [], charges: [], ledger: 0 });
    },
  );

  const refund = (id: string, amount: number, key = newId()) =>
    shop.call(care.refundOrder, { params: { id }, body: { amount, reason: "Damaged" } }, { apiKey: testApiKey, key });

  it("checkout proof 12: a refund and its webhook at once, in parts, each given and posted once", async () => {
    const buyer = await shop.buyer();
    const { id } = (await shop.pay(buyer)).ok.order;
    const key = newId();
    for (const [amount, given] of [
      [5, 500],
      [12.34, 1734],
    ] as const) {
      const partKey = `${key}-${amount}`;
      await Promise.all([
        refund(id, amount, partKey),
        shop.deliverAll(),
        refund(id, amount, partKey),
        shop.jobs.drain(),
      ]);
      await Promise.all([shop.jobs.drain(), shop.deliverAll()]);
      expect(await shop.paymentState(buyer)).toMatchObject({
        orders: [{ status: "paid" }],
        charges: [{ amount_refunded: given }],
        ledger: cartCents - given,
      });
    }
    await Promise.all([refund(id, 22.94), shop.deliverAll()]);
    await shop.jobs.drain();
    await shop.deliverAll();
    expect(await shop.paymentState(buyer)).toMatchObject({
      orders: [{ status: "refunded" }],
      charges: [{ amount_refunded: cartCents }],
      ledger: 0,
    });
  });

  it("checkout proof 12: twenty refunds at once never give back more than was paid", async () => {
    const buyer = await shop.buyer();
    const { id } = (await shop.pay(buyer)).ok.order;
    const answers = await Promise.all(Array.from({ length: 20 }, () => refund(id, 12)));
    const granted = answers.filter(({ status }) => status < 300);
    for (const { status, problem } of answers)
      if (status >= 300) expect([status, problem.code]).toEqual([409, "wrong_state"]);
    expect(granted).toHaveLength(3);
    await shop.jobs.drain();
    await shop.deliverAll();
    expect(await shop.paymentState(buyer)).toMatchObject({
      charges: [{ amount_refunded: 3600 }],
      ledger: cartCents - 3600,
    });
    expect((await refund(id, 4.29)).problem.code).toBe("wrong_state");
  });

  it("checkout proof 12: a refund whose answer is lost is found by the job, once", async () => {
    const buyer = await shop.buyer();
    const { id } = (await shop.pay(buyer)).ok.order;
    shop.faults.add("refund", "after");
    await refund(id, 7);
    for (let minute = 0; minute < 2; minute += 1) await shop.reconcile();
    expect(await shop.paymentState(buyer)).toMatchObject({
      charges: [{ amount_refunded: 700 }],
      ledger: cartCents - 700,
    });
  });
});
