import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { ledger, onlyOrder, openShop, refusal, withGateway, type Shop } from "../testing/shop.ts";
import { presentOrder } from "../views/present-order.ts";
import { placeOrder } from "./place-order.ts";

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

describe.each([
  { kind: "onboarding", capture: "manual", placed: "authorized", held: "requires_capture" },
  { kind: "cart", capture: "automatic", placed: "paid", held: "succeeded" },
] as const)("placing an order: $kind", ({ kind, capture, placed, held: chargeStatus }) => {
  const request = (patient: string, more = {}) => shop.orderRequest(patient, { kind, capture, ...more });

  it("sound checkout 1: 50 parallel calls with one key make one order and one charge", async () => {
    const patient = await shop.shopper();
    const one = request(patient);
    const all = await Promise.all(Array.from({ length: 50 }, () => placeOrder(shop.services, one)));
    expect(new Set(all.map((order) => JSON.stringify(order))).size).toBe(1);
    expect(all[0]).toMatchObject({ status: placed });
    expect(await shop.charges(await onlyOrder(shop, patient))).toMatchObject([{ status: chargeStatus }]);
  });

  it("sound checkout 2: the order's row is there before the charge", async () => {
    const patient = await shop.shopper();
    let before: unknown;
    const watching = withGateway(shop.services, {
      authorize: async (input) => {
        before = await shop.orderRow(input.orderId);
        return shop.services.gateway.authorize(input);
      },
    });
    await placeOrder(watching, request(patient));
    expect(before).toMatchObject({ status: "authorizing", number: null });
  });

  it.each(["before", "after"] as const)(
    "sound checkout 7: an answer lost %s the charge is unknown until the job asks",
    async (fault) => {
      const patient = await shop.shopper();
      shop.faults.add("authorize", fault);
      expect(await refusal(placeOrder(shop.services, request(patient)))).toBe("payment_pending");
      const order = await onlyOrder(shop, patient);
      expect(await shop.orderRow(order)).toMatchObject({ status: "unknown", number: null });
      expect(await refusal(placeOrder(shop.services, request(patient)))).toBe("payment_pending");
      await shop.reconcile();
      expect((await shop.orderRow(order)).status).toBe(placed);
      expect(await shop.charges(order)).toMatchObject([{ status: chargeStatus }]);
    },
  );

  it("sound checkout 7: after a crash between the charge and its recording, the same key completes the order", async () => {
    const patient = await shop.shopper();
    const one = request(patient);
    const crashing = withGateway(shop.services, {
      authorize: async (input) => {
        await shop.services.gateway.authorize(input);
        throw new Error("killed");
      },
    });
    await expect(placeOrder(crashing, one)).rejects.toThrow("killed");
    const order = await onlyOrder(shop, patient);
    expect((await shop.orderRow(order)).status).toBe("authorizing");
    expect(await placeOrder(shop.services, one)).toMatchObject({ id: order, status: placed });
    expect(await shop.charges(order)).toHaveLength(1);
  });

  it("sound checkout 7: a crash while the outcome is written leaves nothing half-written", async () => {
    const patient = await shop.shopper();
    const one = request(patient);
    const enqueue = () => Promise.reject(new Error("killed"));
    const crashing = { ...shop.services, jobs: { ...shop.services.jobs, enqueue } };
    await expect(placeOrder(crashing, one)).rejects.toThrow("killed");
    const order = await onlyOrder(shop, patient);
    expect(await shop.orderRow(order)).toMatchObject({ status: "authorizing", number: null });
    expect(await ledger(shop, order)).toEqual({ sum: 0, gateway: 0 });
    await shop.reconcile();
    expect((await shop.orderRow(order)).status).toBe(placed);
    expect(await shop.charges(order)).toHaveLength(1);
  });

  it("sound checkout 7: a charge the gateway never heard of is given up, not made, when the patient is long gone", async () => {
    const patient = await shop.shopper();
    shop.faults.add("authorize", "before");
    expect(await refusal(placeOrder(shop.services, request(patient)))).toBe("payment_pending");
    shop.clock.advance(20 * 60_000);
    await shop.reconcile();
    const order = await onlyOrder(shop, patient);
    expect(await shop.orderRow(order)).toMatchObject({ status: "failed", decline_code: null });
    expect(await shop.charges(order)).toHaveLength(0);
  });

  it("sound checkout 15: the screen learns the outcome by asking", async () => {
    const patient = await shop.shopper();
    shop.faults.add("authorize", "after");
    expect(await refusal(placeOrder(shop.services, request(patient)))).toBe("payment_pending");
    const order = await onlyOrder(shop, patient);
    expect(await presentOrder(shop.services, order)).toMatchObject({ status: "unknown", number: null });
    await shop.reconcile();
    expect(await presentOrder(shop.services, order)).toMatchObject({
      status: placed,
      card: { brand: "visa", last4: "4242" },
    });
  });

  it.each([["tok_chargeCustomerFail", "card_declined"]])(
    "a decline of %s ends the order as failed and the next attempt is a new one",
    async (card, code) => {
      const patient = await shop.shopper({ card });
      const one = request(patient);
      expect(await refusal(placeOrder(shop.services, one))).toBe(code);
      expect(await refusal(placeOrder(shop.services, one))).toBe(code);
      const failed = await onlyOrder(shop, patient);
      expect(await shop.orderRow(failed)).toMatchObject({
        status: "failed",
        number: null,
        decline_code: "generic_decline",
      });
      await shop.services.db
        .updateTable("sandbox.payment_method")
        .set({ charge_decline: null })
        .where("last4", "=", "0341")
        .execute();
      const next = await placeOrder(shop.services, request(patient));
      expect(next.id).not.toBe(failed);
      expect(next.status).toBe(placed);
    },
  );

  it("sound checkout 14: numbers are taken by orders that became real, without gaps from failed attempts", async () => {
    const first = await placeOrder(shop.services, request(await shop.shopper()));
    const broke = await shop.shopper({ card: "tok_chargeCustomerFail" });
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await refusal(placeOrder(shop.services, request(broke)))).toBe("card_declined");
    const second = await placeOrder(shop.services, request(await shop.shopper()));
    expect(Number(second.number)).toBe(Number(first.number) + 1);
  });

  it("an order that costs nothing is placed without a charge", async () => {
    const patient = await shop.shopper();
    const order = await placeOrder(shop.services, request(patient, { couponCode: "FSAHSA80" }));
    expect(order).toMatchObject({ status: placed, totalCents: 0 });
    expect(await shop.charges(order.id)).toHaveLength(0);
  });

  it("refuses without a card or an address, to a state that isn't served, or with another patient's address", async () => {
    const [patient, other] = [await shop.shopper({ card: null }), await shop.shopper()];
    expect(await refusal(placeOrder(shop.services, request(patient)))).toBe("no_payment_method");
    const { id } = await shop.services.db
      .selectFrom("shipping_address")
      .select("id")
      .where("patient_id", "=", other)
      .executeTakeFirstOrThrow();
    expect(await refusal(placeOrder(shop.services, request(patient, { shippingId: id })))).toBe("not_found");
    const abroad = await shop.shopper();
    await shop.services.db
      .updateTable("shipping_address")
      .set({ state: "ZZ" })
      .where("patient_id", "=", abroad)
      .execute();
    expect(await refusal(placeOrder(shop.services, request(abroad)))).toBe("not_available_in_state");
    await shop.services.db.deleteFrom("shipping_address").where("patient_id", "=", patient).execute();
    expect(await refusal(placeOrder(shop.services, request(patient)))).toBe("no_shipping_address");
    expect(
      await refusal(
        placeOrder(shop.services, request(other, { lines: [{ productid: "gold", pricingid: "gold", quantity: 1 }] })),
      ),
    ).toBe("bad_request");
  });
});

describe("placing an order: one live onboarding order", () => {
  it("is returned for another key once it is authorized", async () => {
    const patient = await shop.shopper();
    const first = await placeOrder(shop.services, shop.orderRequest(patient));
    const again = await placeOrder(shop.services, shop.orderRequest(patient, { idempotencyKey: newId() }));
    expect(again).toEqual(first);
    expect(await shop.charges(first.id)).toHaveLength(1);
  });

  it("50 parallel calls with different keys charge once", async () => {
    const patient = await shop.shopper();
    const all = await Promise.allSettled(
      Array.from({ length: 50 }, () => placeOrder(shop.services, shop.orderRequest(patient))),
    );
    expect(all.some((each) => each.status === "fulfilled")).toBe(true);
    expect(await shop.charges(await onlyOrder(shop, patient))).toHaveLength(1);
  });
});
