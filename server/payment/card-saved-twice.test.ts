import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { payment } from "#contract/payment.ts";
import { erasePatient } from "#server/operations/patient/erase.ts";
import { placeOrder } from "#server/orders/placing/place-order.ts";
import { openShop, refusal, type Shop, withGateway } from "#server/orders/testing/shop.ts";
import { deleteCustomer, setChargeDecline } from "#server/platform/gateway/sandbox/emulator/payment-methods.ts";
import * as say from "#server/platform/gateway/testing/scripted-answers.ts";
import { newId } from "#server/platform/ids.ts";
import { putCardOnFile } from "./cards.ts";

let shop: Shop;
beforeAll(async () => void (shop = await openShop("stripe")));
afterAll(() => shop.close());

const save = (patientId: string, source = "tok_visa", services = shop.services) =>
  putCardOnFile(services, { patientId, source, idempotencyKey: newId() });
const ours = (patientId: string) =>
  shop.services.db.selectFrom("payment_source").selectAll().where("patient_id", "=", patientId).execute();
const cardsOf = async (patientId: string) =>
  shop.gatewayDb
    .selectFrom("sandbox.payment_method")
    .innerJoin("sandbox.customer", "sandbox.customer.id", "sandbox.payment_method.customer_id")
    .select("sandbox.payment_method.id")
    .where("sandbox.customer.patient_id", "=", patientId)
    .where("sandbox.customer.deleted_at", "is", null)
    .execute();
const customers = (patientId: string) =>
  shop.gatewayDb
    .selectFrom("sandbox.customer")
    .select(["id", "deleted_at"])
    .where("patient_id", "=", patientId)
    .execute();
const gone = async (patientId: string) => {
  for (const { id } of await customers(patientId)) await deleteCustomer({ db: shop.gatewayDb, clock: shop.clock }, id);
};
const pay = (patientId: string, services = shop.services) =>
  placeOrder(services, shop.orderRequest(patientId, { kind: "cart", capture: "automatic" }));

describe("Save card, pressed twice", () => {
  test.each([
    ["one after the other", async (id: string) => [await save(id), await save(id)]],
    ["at once, on two nodes", (id: string) => Promise.all([save(id), save(id)])],
  ])("%s is one card, here and at the gateway", async (_, press) => {
    const id = await shop.shopper({ card: null });
    const [first, second] = await press(id);
    expect(first?.id).toBe(second?.id);
    expect(await ours(id)).toHaveLength(1);
    expect(await cardsOf(id)).toEqual([{ id: first?.gateway_method_id }]);
    await pay(id);
    expect(await shop.chargesOf(id)).toBe(1);
  });

  test("by the call, with keys of their own", async () => {
    const { token, id } = await shop.newPatient();
    const press = () => shop.call(payment.saveSource, { body: { source: "tok_visa" } }, { token });
    const [first, second] = await Promise.all([press(), press()]);
    expect([first.status, second.status, second.ok.id]).toEqual([200, 200, first.ok.id]);
    expect([(await ours(id)).length, (await cardsOf(id)).length]).toEqual([1, 1]);
  });

  test("another card, and the same one after it was declined, are cards of their own", async () => {
    const id = await shop.shopper();
    const { gateway_method_id } = await save(id, "tok_mastercard");
    await setChargeDecline({ db: shop.gatewayDb, clock: shop.clock }, gateway_method_id, "incorrect_cvc");
    expect(await refusal(pay(id))).toBe("card_declined");
    const again = await save(id, "tok_mastercard");
    expect(again.gateway_method_id).not.toBe(gateway_method_id);
    await pay(id);
    expect(await ours(id)).toHaveLength(3);
  });

  test("where the second one stays at the gateway, it is still one here", async () => {
    const id = await shop.shopper({ card: null });
    await save(id);
    shop.script("POST /v1/payment_methods/", null);
    const detachSource = () => Promise.reject(new Error("not now"));
    await save(id, "tok_visa", withGateway(shop.services, { detachSource }));
    expect([(await ours(id)).length, (await cardsOf(id)).length]).toEqual([1, 2]);
  });
});

describe("a customer who was deleted at the gateway", () => {
  test("is made anew once, whatever card is saved and on how many nodes at once", async () => {
    const id = await shop.shopper();
    await gone(id);
    await Promise.all([save(id), save(id, "tok_mastercard"), save(id, "tok_amex")]);
    const all = await customers(id);
    expect([all.length, all.filter(({ deleted_at }) => deleted_at === null).length]).toEqual([2, 1]);
    await pay(id);
    expect(await shop.chargesOf(id)).toBe(1);
  });

  test("at a checkout: the card isn't there any more and wasn't charged; entered again it is", async () => {
    const id = await shop.shopper();
    await gone(id);
    await expect(pay(id)).rejects.toMatchObject({ code: "card_declined" });
    expect(await shop.chargesOf(id)).toBe(0);
    expect(await refusal(pay(id))).toBe("no_payment_method");
    await save(id);
    await pay(id);
    expect(await shop.chargesOf(id)).toBe(1);
  });

  test("charges made before are still found: what was lost on the way isn't charged again", async () => {
    const id = await shop.shopper();
    const request = shop.orderRequest(id, { kind: "cart", capture: "automatic" });
    shop.faults.add("authorize", "after");
    expect(await refusal(placeOrder(shop.services, request))).toBe("payment_pending");
    await gone(id);
    await save(id, "tok_mastercard");
    shop.clock.advance(30 * 60_000);
    await shop.reconcile();
    expect(await placeOrder(shop.services, request)).toMatchObject({ status: "paid" });
    expect(await shop.chargesOf(id)).toBe(1);
  });

  test("is erased: gone is done", async () => {
    const { id, token, password } = await shop.newPatient();
    await save(id);
    await gone(id);
    expect((await shop.call(account.closeAccount, { body: { password } }, { token })).status).toBe(200);
    await erasePatient(shop.services, id);
    expect(await ours(id)).toMatchObject([{ brand: "erased" }]);
  });
});

describe("a checkout while the gateway fails", () => {
  test.each<[string, say.ScriptedAnswer]>([
    ["an expired key", say.stripeError(401, { code: "api_key_expired" })],
    ["a missing permission", say.stripeError(403, {})],
    ["an outage", say.stripeError(500, { type: "api_error" })],
    ["a JSON string", say.text(200, '"ok"')],
    ["a code nobody knows", say.stripeError(400, { code: "brand_new_code" })],
  ])("%s: the truth is told, and the same press later is one charge", async (_, script) => {
    const id = await shop.shopper();
    const request = shop.orderRequest(id, { kind: "cart", capture: "automatic" });
    shop.script("", script);
    const refused: unknown = await placeOrder(shop.services, request).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "payment_pending" });
    expect((refused as { text: (content: unknown) => string }).text(shop.services.content)).toBe(
      "We couldn't reach the payment service. We'll keep trying and show the result here. Please don't pay again.",
    );
    await expect(save(id)).rejects.toMatchObject({ code: "unavailable" });
    shop.script("", null);
    expect(await placeOrder(shop.services, request)).toMatchObject({ status: "paid" });
    expect(await shop.chargesOf(id)).toBe(1);
  });

  test("given up, nothing was charged and nobody was declined", async () => {
    const id = await shop.shopper();
    const request = shop.orderRequest(id, { kind: "cart", capture: "automatic" });
    shop.script("", say.stripeError(401, { code: "api_key_expired" }));
    expect(await refusal(placeOrder(shop.services, request))).toBe("payment_pending");
    shop.script("", null);
    shop.clock.advance(30 * 60_000);
    const refused: unknown = await placeOrder(shop.services, request).catch((error: unknown) => error);
    expect((refused as { text: (content: unknown) => string }).text(shop.services.content)).toBe(
      "We couldn't reach the payment service, so this payment wasn't made and you weren't charged. Please try again.",
    );
    expect(await shop.chargesOf(id)).toBe(0);
  });
});

test("a card isn't refused because one with its number and another expiry was; the same card is", async () => {
  const id = await shop.shopper({ card: null });
  const old = await save(id);
  const refuse = (row: { readonly id: string }, exp_year: number) =>
    shop.services.db
      .updateTable("payment_source")
      .set({ refused_at: shop.clock.now(), exp_year })
      .where("id", "=", row.id)
      .execute();
  await refuse(old, old.exp_year - 1);
  shop.clock.advance(11 * 60_000);
  const renewed = await save(id);
  expect([renewed.id === old.id, renewed.refused_at]).toEqual([false, null]);
  await refuse(renewed, renewed.exp_year);
  shop.clock.advance(11 * 60_000);
  expect((await save(id)).refused_at).toEqual(expect.any(Date));
});
