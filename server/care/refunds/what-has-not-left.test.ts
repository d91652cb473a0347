import { describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { store } from "#contract/cart/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { shopAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare, type InCare, passDays, shipInParts, tokenOf } from "#server/treatment/testing/in-care.ts";
import { sandboxCharges } from "../testing/sandbox-charges.ts";

const shop = shopAtNoon();
const patch = "estradiol_patch_0_05";
const capsule = "progesterone_capsule_100";

interface Ordered {
  readonly patient: InCare;
  readonly orderId: string;
}
const parcel = { carrier: "Meadow Post", trackingnumber: "MP-1" };
const ship = (id: string, body: object = {}) =>
  shop.call(care.shipOrder, { params: { id }, body: { ...parcel, ...body } }, { apiKey });
const deliver = (id: string) => shop.call(care.deliverOrder, { params: { id }, body: {} }, { apiKey });
const bringBack = (id: string) =>
  shop.call(care.returnOrder, { params: { id }, body: { reason: "address" } }, { apiKey });
const refund = async (id: string, amount?: number) => {
  const body = { reason: "Not wanted", ...(amount !== undefined && { amount }) };
  expect((await shop.call(care.refundOrder, { params: { id }, body }, { apiKey })).status).toBe(200);
};
async function stop({ id: patientId }: InCare, product = patch): Promise<void> {
  const { id } = await shop.services.db
    .selectFrom("prescription")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("product_id", "=", product)
    .executeTakeFirstOrThrow();
  const body = { reason: "DVT found on ultrasound", message: "Please stop the patch today." };
  expect((await shop.call(care.stopPrescription, { params: { id }, body }, { apiKey })).status).toBe(200);
}
const close = async (patient: InCare): Promise<void> => {
  const { password } = patient;
  const { status } = await shop.call(
    account.closeAccount,
    { body: { password } },
    { token: await tokenOf(shop, patient) },
  );
  expect(status).toBe(200);
};

const statusOf = async (id: string) =>
  (await shop.services.db.selectFrom("customer_order").select("status").where("id", "=", id).executeTakeFirstOrThrow())
    .status;
const cancelledOf = async (id: string) =>
  (
    await shop.services.db
      .selectFrom("order_line")
      .select("product_id")
      .where("order_id", "=", id)
      .where("cancelled_at", "is not", null)
      .orderBy("product_id")
      .execute()
  ).map(({ product_id }) => product_id);
const priceOf = async (id: string, product: string) => {
  const line = await shop.services.db
    .selectFrom("order_line")
    .selectAll()
    .where("order_id", "=", id)
    .where("product_id", "=", product)
    .executeTakeFirstOrThrow();
  return line.unit_price_cents * line.quantity - line.discount_cents + line.tax_cents;
};
const givenBack = async (id: string) => {
  await shop.jobs.drain();
  return (await sandboxCharges(shop, id))[0]?.amount_refunded ?? 0;
};
/** Refills left of the patch and of the capsules. */
const refills = async ({ id }: InCare) =>
  (
    await shop.services.db
      .selectFrom("prescription")
      .select("refills_left")
      .where("patient_id", "=", id)
      .orderBy("product_id")
      .execute()
  ).map(({ refills_left }) => refills_left);
const isReady = async (id: string) => {
  let nextpage: string | null | undefined;
  do {
    const query: { status: "ready"; nextpage?: string } = { status: "ready", ...(nextpage && { nextpage }) };
    const { ok } = await shop.call(care.orders, { query }, { apiKey });
    if (ok.items.some((item) => item.id === id)) return true;
    ({ nextpage } = ok);
  } while (nextpage);
  return false;
};
const failRefundsOf = (id: string) =>
  shop.services.db
    .updateTable("refund")
    .set({ status: "failed" })
    .where("payment_intent_id", "in", (of) => of.selectFrom("payment_intent").select("id").where("order_id", "=", id))
    .execute();

/** The first order of a plan. */
const first = async (): Promise<Ordered> => {
  const patient = await inCare(shop, { delivered: false });
  return { patient, orderId: patient.orderId };
};
/** A paid renewal of both medicines. */
const renewal = async (): Promise<Ordered> => {
  const patient = await inCare(shop);
  for (let day = 0; day < 40; day += 1) {
    const paid = await shop.services.db
      .selectFrom("customer_order")
      .select("id")
      .where("patient_id", "=", patient.id)
      .where("kind", "=", "renewal")
      .where("status", "=", "paid")
      .executeTakeFirst();
    if (paid) {
      await shop.jobs.drain();
      return { patient, orderId: paid.id };
    }
    await passDays(shop, 1);
    await shop.jobs.drain();
  }
  return expect.fail("no renewal");
};
/** Both medicines and magnesium, ordered once. */
const cart = async (): Promise<Ordered> => {
  const patient = await inCare(shop);
  const token = () => tokenOf(shop, patient);
  await shop.call(treatment.cancel, { params: { id: patient.id }, body: {} }, { token: await token() });
  await passDays(shop, 25);
  const checkout = [patch, capsule, "magnesium"].map((productid) => ({
    ...{ productid, pricingid: `${productid}_1m`, quantity: 1 },
  }));
  const { ok, raw } = await shop.call(store.checkout, { body: { checkout } }, { token: await token() });
  await shop.jobs.drain();
  return { patient, orderId: ok.order?.id ?? expect.fail(raw.payload) };
};
const sentInParts = async ({ patient, orderId }: Ordered): Promise<void> => {
  await shipInParts(shop, { ...patient, orderId });
  expect(await statusOf(orderId)).toBe("shipped");
};

describe.each([
  ["the first order of a plan", first],
  ["a renewal", renewal],
  ["a cart", cart],
])("of %s the progesterone has left", (_, order) => {
  test("a stop of the patch refunds it, and the order is delivered once the rest has arrived; another patient's goes on", async () => {
    const [rosa, ana] = [await order(), await order()];
    for (const each of [rosa, ana]) await sentInParts(each);
    await stop(rosa.patient);
    expect(await cancelledOf(rosa.orderId)).toEqual([patch]);
    expect(await givenBack(rosa.orderId)).toBe(await priceOf(rosa.orderId, patch));
    expect([await cancelledOf(ana.orderId), await givenBack(ana.orderId)]).toEqual([[], 0]);
    if (order === cart) await ship(rosa.orderId, { trackingnumber: "MP-2" });
    await deliver(rosa.orderId);
    await deliver(ana.orderId);
    expect(await statusOf(rosa.orderId)).toBe("delivered");
    expect(await statusOf(ana.orderId)).toBe("shipped");
  });

  test("a stop of what has left refunds nothing", async () => {
    const rosa = await order();
    await sentInParts(rosa);
    await stop(rosa.patient, capsule);
    expect([await cancelledOf(rosa.orderId), await givenBack(rosa.orderId)]).toEqual([[], 0]);
  });

  test("an account that closes has the rest refunded, and nothing of what has left", async () => {
    const [rosa, ana] = [await order(), await order()];
    await sentInParts(rosa);
    await ship(ana.orderId);
    const paid = await shop.services.db
      .selectFrom("customer_order")
      .select("total_cents")
      .where("id", "=", rosa.orderId)
      .executeTakeFirstOrThrow();
    await close(rosa.patient);
    await close(ana.patient);
    expect(await givenBack(rosa.orderId)).toBe(paid.total_cents - (await priceOf(rosa.orderId, capsule)));
    expect(await givenBack(ana.orderId)).toBe(0);
    const lines = [{ pricingid: `${patch}_1m` }];
    expect((await ship(rosa.orderId, { trackingnumber: "MP-2", lines })).problem.message).toMatch(/was canceled/);
    expect(await isReady(rosa.orderId)).toBe(false);
  });
});

test("a stop after the first parcel arrived delivers the order; one whose parcel came back is refunded all of it", async () => {
  const [rosa, ana] = [await first(), await first()];
  for (const each of [rosa, ana]) await sentInParts(each);
  await deliver(rosa.orderId);
  expect(await statusOf(rosa.orderId)).toBe("shipped");
  await stop(rosa.patient);
  expect(await statusOf(rosa.orderId)).toBe("delivered");
  // The patch is on its way, and the capsules came back.
  await ship(ana.orderId, { trackingnumber: "MP-2" });
  await shop.call(
    care.returnOrder,
    { params: { id: ana.orderId }, body: { reason: "address", parcel: 1 } },
    { apiKey },
  );
  await stop(ana.patient, capsule);
  expect(await cancelledOf(ana.orderId)).toEqual([capsule]);
  expect(await givenBack(ana.orderId)).toBe(await priceOf(ana.orderId, capsule));
});

describe("all of an order is being refunded", () => {
  test("nothing of it is packed, printed or sent, and it says why; once the refund fails for good it's ready again", async () => {
    const [rosa, ana] = [await first(), await first()];
    await refund(rosa.orderId);
    expect([await isReady(rosa.orderId), await isReady(ana.orderId)]).toEqual([false, true]);
    const { id } = { id: rosa.orderId };
    const lines = [{ pricingid: `${patch}_1m` }];
    for (const { status, problem } of [
      await ship(id),
      await shop.call(care.packOrder, { params: { id }, body: { lines } }, { apiKey }),
      await shop.call(care.printOrders, { body: { orderids: [id], what: "slips" } }, { apiKey }),
    ])
      expect([status, problem.code, problem.message]).toEqual([
        ...[409, "wrong_state"],
        expect.stringContaining("is being refunded, so nothing of it may leave"),
      ]);
    await failRefundsOf(id);
    expect(await isReady(id)).toBe(true);
    expect((await ship(id)).status).toBe(200);
  });

  test("a part that is refunded holds nothing; the rest of what was paid does", async () => {
    const { orderId } = await first();
    await refund(orderId, 1);
    expect(await isReady(orderId)).toBe(true);
    await shop.jobs.drain();
    await refund(orderId);
    expect(await isReady(orderId)).toBe(false);
    expect((await ship(orderId)).status).toBe(409);
  });

  test("a cart whose patient closed the account doesn't leave before the gateway has answered", async () => {
    const rosa = await cart();
    await close(rosa.patient);
    expect(await isReady(rosa.orderId)).toBe(false);
    expect((await ship(rosa.orderId)).status).toBe(409);
    expect(await statusOf(rosa.orderId)).toBe("paid");
  });

  test("a parcel that comes back meanwhile isn't sent again, nor what is voided of it; its tracking may be corrected", async () => {
    const [rosa, ana] = [await first(), await first()];
    for (const { orderId } of [rosa, ana]) {
      await ship(orderId);
      await refund(orderId);
    }
    await bringBack(rosa.orderId);
    expect(await isReady(rosa.orderId)).toBe(false);
    expect((await ship(rosa.orderId, { trackingnumber: "MP-2" })).status).toBe(409);
    expect((await ship(ana.orderId, { trackingnumber: "MP-3" })).status).toBe(200);
    const wrong = { pricingid: `${patch}_1m`, parcel: 1, wrong: "strength" as const, note: "Two stood side by side" };
    const voided = await shop.call(
      care.voidFill,
      { params: { id: ana.orderId }, body: { ...wrong, sendagain: true } },
      { apiKey },
    );
    expect(voided.problem.message).toMatch(/is going back/);
  });
});

describe("an order that is refunded in full gives back the fills of what hasn't left, once", () => {
  test("a renewal's", async () => {
    const [rosa, ana] = [await renewal(), await renewal()];
    expect([await refills(rosa.patient), await refills(ana.patient)]).toEqual([
      [11, 11],
      [11, 11],
    ]);
    await sentInParts(ana);
    for (const { orderId } of [rosa, ana]) await refund(orderId);
    expect(await refills(rosa.patient)).toEqual([11, 11]);
    await shop.jobs.drain();
    expect(await statusOf(rosa.orderId)).toBe("refunded");
    expect(await refills(rosa.patient)).toEqual([12, 12]);
    // The capsules have left.
    expect(await refills(ana.patient)).toEqual([12, 11]);
    await stop(rosa.patient);
    await shop.jobs.drain();
    expect(await refills(rosa.patient)).toEqual([12, 12]);
  });

  test("a renewal's and a cart's of which a line was canceled before", async () => {
    for (const order of [renewal, cart]) {
      const rosa = await order();
      await stop(rosa.patient);
      expect(await refills(rosa.patient)).toEqual([12, 11]);
      await refund(rosa.orderId);
      await shop.jobs.drain();
      expect(await statusOf(rosa.orderId)).toBe("refunded");
      expect(await refills(rosa.patient)).toEqual([12, 12]);
    }
  });
});

test("a discount may be used again when the refund is done, and not where it fails", async () => {
  const orders = [await first(), await first()] as const;
  const [rosa, ana] = orders;
  for (const { patient, orderId } of orders)
    await shop.services.db
      .insertInto("earned_discount")
      .values({
        ...{ id: newId(), patient_id: patient.id, source: "friend", source_id: newId(), order_id: orderId },
        ...{ earned_at: shop.clock.now(), used_at: shop.clock.now(), code: "FRIEND10", percent: 10 },
      })
      .execute();
  const usedFor = () =>
    Promise.all(
      orders.map(
        async ({ patient }) =>
          (
            await shop.services.db
              .selectFrom("earned_discount")
              .select("order_id")
              .where("patient_id", "=", patient.id)
              .executeTakeFirstOrThrow()
          ).order_id,
      ),
    );
  for (const { orderId } of orders) await refund(orderId);
  expect(await usedFor()).toEqual([rosa.orderId, ana.orderId]);
  await failRefundsOf(ana.orderId);
  await shop.jobs.drain();
  expect(await usedFor()).toEqual([null, ana.orderId]);
});
