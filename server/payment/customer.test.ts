import { expect, test } from "vitest";
import { GatewayRefused } from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { defaultSource } from "./cards.ts";
import { knownIntentIds } from "./charges/charged-once.ts";
import {
  ensureGatewayCustomer,
  gatewayCustomersOf,
  isGatewayCustomer,
  replaceGatewayCustomer,
  withGatewayCustomer,
} from "./customer.ts";
import { minute, type Payer, twoPayers } from "./testing/payment-rows.ts";

const server = serverAtNoon();

/** Does work for a patient that fails at first, by this error of the gateway. */
async function afterRefusal({ id }: Payer, code: "customer_gone" | "not_found"): Promise<readonly string[]> {
  const asked: string[] = [];
  await withGatewayCustomer(server.services, id, (customer) => {
    asked.push(customer);
    return asked.length === 1 ? Promise.reject(new GatewayRefused(code, "No")) : Promise.resolve();
  });
  return asked;
}

test("a customer who was deleted at the gateway is made anew, without a card; nobody else is", async () => {
  const { db } = server.services;
  const [rosa, other] = await twoPayers(server);
  const [before, others] = [await gatewayCustomersOf(db, rosa.id), await gatewayCustomersOf(db, other.id)];
  const [gone, anew] = await afterRefusal(rosa, "customer_gone");
  expect(before).toEqual([gone]);
  expect(await gatewayCustomersOf(db, rosa.id)).toEqual([anew, gone]);
  expect(await gatewayCustomersOf(db, other.id)).toEqual(others);
  expect(await defaultSource(db, rosa.id)).toBeUndefined();
  expect(await defaultSource(db, other.id)).toBeDefined();
  for (const customer of [gone, anew]) expect(await isGatewayCustomer(db, customer ?? "")).toBe(true);
  expect(await isGatewayCustomer(db, "cus_nobody")).toBe(false);
});

test("the customer who was there first stays, where another is made at the same time", async () => {
  const { db, gateway } = server.services;
  const [rosa, other] = await twoPayers(server);
  const ids = () => db.selectFrom("payment_customer").select("gateway_customer_id").where("patient_id", "=", rosa.id);
  const meanwhile = (change: () => Promise<unknown>) => {
    const createCustomer = async () => {
      await change();
      return { id: `cus_${newId()}` };
    };
    return { db, gateway: { ...gateway, createCustomer } };
  };
  const [first, second] = [`cus_${newId()}`, `cus_${newId()}`];
  const set = (gateway_customer_id: string) =>
    db.updateTable("payment_customer").set({ gateway_customer_id }).where("patient_id", "=", rosa.id).execute();
  const add = () =>
    db.insertInto("payment_customer").values({ patient_id: rosa.id, gateway: "sandbox", gateway_customer_id: first });
  const [gone] = await gatewayCustomersOf(db, other.id);
  await db.deleteFrom("payment_customer").where("patient_id", "=", rosa.id).execute();
  expect(
    await ensureGatewayCustomer(
      meanwhile(() => add().execute()),
      rosa.id,
    ),
  ).toBe(first);
  expect(
    await replaceGatewayCustomer(
      meanwhile(() => set(second)),
      rosa.id,
      first,
    ),
  ).toBe(second);
  expect(await ids().execute()).toEqual([{ gateway_customer_id: second }]);
  expect(await gatewayCustomersOf(db, other.id)).toEqual([gone]);
});

test("a card that was saved for the new customer stays the default where the old one is replaced again, late", async () => {
  const { db } = server.services;
  const [rosa] = await twoPayers(server);
  const [gone = ""] = await gatewayCustomersOf(db, rosa.id);
  const anew = await replaceGatewayCustomer(server.services, rosa.id, gone);
  await db.updateTable("payment_source").set({ is_default: true }).where("patient_id", "=", rosa.id).execute();
  expect(await replaceGatewayCustomer(server.services, rosa.id, gone)).toBe(anew);
  expect(await gatewayCustomersOf(db, rosa.id)).toEqual([anew, gone]);
  expect(await defaultSource(db, rosa.id)).toBeDefined();
});

test("a customer stays whom the gateway refuses for another reason", async () => {
  const [rosa] = await twoPayers(server);
  const before = await gatewayCustomersOf(server.services.db, rosa.id);
  await expect(afterRefusal(rosa, "not_found")).rejects.toThrow("No");
  expect(await gatewayCustomersOf(server.services.db, rosa.id)).toEqual(before);
});

test("what the gateway has charged is known by its charge, a mismatch, a release or its order", async () => {
  const { db } = server.services;
  const [rosa, other] = await twoPayers(server);
  const intent = (id: string, orderId: string | null) =>
    ({ id, orderId }) as Parameters<typeof knownIntentIds>[1][number];
  const charged = rosa.charge.gateway_intent_id ?? "";
  const of = (id: string) => ({ gateway_intent_id: id, order_id: rosa.orderId });
  const mismatch = {
    intent_status: "succeeded",
    amount_cents: 1,
    captured_cents: 1,
    refunded_cents: 0,
    currency: "usd",
  };
  await db
    .insertInto("payment_mismatch")
    .values({ ...of(`pi_m_${rosa.id}`), ...mismatch, detected_at: minute(0) })
    .execute();
  const release = { gateway: "sandbox", reason: "late", requested_at: minute(0), last_attempt_at: minute(0) };
  await db
    .insertInto("payment_release")
    .values({ ...of(`pi_r_${rosa.id}`), ...release })
    .execute();
  const intents = [
    intent(charged, null),
    intent(`pi_m_${rosa.id}`, null),
    intent(`pi_r_${rosa.id}`, null),
    intent("pi_of_an_order", other.orderId),
    intent("pi_of_a_lost_order", newId()),
    intent("pi_of_another_shop", "order 7"),
    intent("pi_of_nothing", null),
  ];
  expect(await knownIntentIds(db, intents)).toEqual(
    new Set([charged, `pi_m_${rosa.id}`, `pi_r_${rosa.id}`, "pi_of_an_order"]),
  );
  for (const each of intents)
    expect((await knownIntentIds(db, [each])).has(each.id), each.id).toBe(!/^pi_of_(?!an_order)/.test(each.id));
  expect(await knownIntentIds(db, [])).toEqual(new Set());
});
