import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  GatewayRefused,
  GatewayUnknownOutcome,
  type Intent,
  type IntentStatus,
  type PaymentGateway,
  type RefusedCode,
} from "#server/platform/gateway/port.ts";
import { newId } from "#server/platform/ids.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { defaultSource } from "../cards.ts";
import { gatewayCustomersOf } from "../customer.ts";
import { addCharge, type Payer, twoPayers } from "../testing/payment-rows.ts";
import { type IntentRow, intentById } from "./payment-intents.ts";
import { resolveCharge } from "./resolve-charge.ts";

const server = serverAtNoon();
let rosa: Payer;
let other: Payer;
let charged = 0;
beforeAll(async () => {
  [rosa, other] = await twoPayers(server);
  made = intent();
});
beforeEach(async () => {
  charged = 0;
  const cards = server.services.db.updateTable("payment_source").set({ is_default: true });
  await cards.where("id", "=", rosa.charge.payment_source_id).execute();
});

const ago = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000);
/** A new charge of the order, which the gateway has not named yet. */
async function charge(values: Parameters<typeof addCharge>[2] = {}): Promise<IntentRow> {
  const fresh = { status: "created", created_at: ago(1), attempted_at: null, attempts: 0, off_session: true } as const;
  const id = await addCharge(server, rosa, { ...fresh, gateway_intent_id: null, charge_for: [], ...values });
  return (await intentById(server.services.db, id)) as IntentRow;
}
const intent = (values: Partial<Intent> = {}): Intent => ({
  ...{ id: `pi_${newId()}`, status: "requires_capture" as IntentStatus, amount: 700, currency: "usd" },
  ...{ amountCaptured: 0, amountRefunded: 0, orderId: rosa.orderId, customer: null, chargeKey: null, chargeFor: [] },
  ...values,
});
let made: Intent;
const resolve = (row: IntentRow, changes: Partial<PaymentGateway> = {}) => {
  const gateway = {
    ...server.services.gateway,
    intentsOf: () => Promise.resolve([]),
    authorize: () => Promise.resolve(made),
    ...changes,
  };
  const counted: PaymentGateway["authorize"] = (input) => {
    charged += 1;
    return gateway.authorize(input);
  };
  return resolveCharge({ ...server.services, gateway: { ...gateway, authorize: counted } }, row);
};
const refuses = (code: RefusedCode) => ({ authorize: () => Promise.reject(new GatewayRefused(code, "No")) });
const attemptsOf = async ({ id }: IntentRow) => (await intentById(server.services.db, id))?.attempts;

describe("a charge that is asked for", () => {
  test("is what the gateway makes of it, and each attempt is counted", async () => {
    const row = await charge();
    expect(await resolve(row)).toEqual({ intent: made });
    expect([charged, await attemptsOf(row)]).toEqual([1, 1]);
  });

  test("costs nothing without a gateway", async () => {
    const row = await charge({ amount_cents: 0 });
    expect(await resolve(row)).toMatchObject({ intent: { id: `free_${row.id}`, status: "requires_capture" } });
    expect([charged, await attemptsOf(row)]).toEqual([0, 0]);
  });

  test.each<[RefusedCode, object | "unknown"]>([
    ["declined", { notCharged: "declined" }],
    ["card_gone", { notCharged: "card_gone" }],
    ["wrong_amount", "unknown"],
    ["not_found", "unknown"],
  ])("and refused with %s has this outcome: %j", async (code, outcome) => {
    const asked = resolve(await charge(), refuses(code));
    await (outcome === "unknown"
      ? expect(asked).rejects.toThrow(GatewayUnknownOutcome)
      : expect(asked).resolves.toEqual(outcome));
    const card = await defaultSource(server.services.db, rosa.id);
    expect(card === undefined).toBe(code === "card_gone");
    expect(await defaultSource(server.services.db, other.id)).toBeDefined();
  });

  test.each<RefusedCode>(["declined", "card_gone"])("again, and %s now, is looked for", async (code) => {
    const own = intent();
    const again = await charge({ attempts: 1 });
    expect(await resolve(again, { ...refuses(code), intentsOf: () => Promise.resolve([own]) })).toEqual({
      intent: own,
    });
    expect(server.logged(), "their own is not adopted").not.toContain(`"intent":"${own.id}"`);
    await expect(resolve(await charge({ attempts: 1 }), refuses(code))).rejects.toThrow(GatewayUnknownOutcome);
  });

  test("of a customer who was deleted at the gateway is refused with their card, and the customer made anew", async () => {
    const { db } = server.services;
    const [before] = await gatewayCustomersOf(db, rosa.id);
    const gone = await resolve(await charge(), refuses("customer_gone"));
    expect(gone).toEqual({ notCharged: "card_gone" });
    expect(await gatewayCustomersOf(db, rosa.id)).toEqual([expect.not.stringMatching(before ?? ""), before]);
    expect(await defaultSource(db, rosa.id)).toBeUndefined();
  });

  test("isn't known where the gateway doesn't answer", async () => {
    const lost = { authorize: () => Promise.reject(new GatewayUnknownOutcome("authorize")) };
    await expect(resolve(await charge(), lost)).rejects.toThrow("The outcome of authorize is unknown");
  });
});

describe("a charge for a period", () => {
  const period = () => `period ${newId()} 1`;
  const found = (...intents: readonly Intent[]) => ({ intentsOf: () => Promise.resolve(intents) });

  test("is looked for first, and adopted where no row of ours knows it", async () => {
    const chargeFor = [period()];
    const lost = intent({ orderId: newId(), chargeFor });
    const row = await charge({ charge_for: chargeFor });
    expect(await resolve(row, found(lost))).toEqual({ intent: lost });
    expect([charged, await attemptsOf(row)]).toEqual([0, 0]);
    expect(server.logged()).toContain(`"order":"${rosa.orderId}","intent":"${lost.id}"`);
  });

  test("is made where ours know what was charged for the same, or nothing was", async () => {
    const chargeFor = [period()];
    const known = intent({ id: other.charge.gateway_intent_id ?? "", orderId: newId(), chargeFor });
    const row = await charge({ charge_for: chargeFor });
    expect(await resolve(row, found(known))).toEqual({ intent: made });
    expect(await resolve(await charge({ charge_for: [period()] }))).toEqual({ intent: made });
    expect(charged).toBe(2);
  });

  test("isn't made where the gateway refuses to say", async () => {
    const refused = { intentsOf: () => Promise.reject(new GatewayRefused("not_found", "No")) };
    await expect(resolve(await charge({ charge_for: [period()] }), refused)).rejects.toThrow(GatewayUnknownOutcome);
    expect(charged).toBe(0);
  });

  test("is looked for under each customer of the patient; one who is gone counts only for what was asked for", async () => {
    const { db } = server.services;
    const customers = [...(await gatewayCustomersOf(db, rosa.id)), `cus_${newId()}`];
    const former_ids = customers.slice(1);
    await db.updateTable("payment_customer").set({ former_ids }).where("patient_id", "=", rosa.id).execute();
    const own = intent();
    const intentsOf = (customer: string) =>
      customer === customers[1] ? Promise.reject(new GatewayRefused("customer_gone", "No")) : Promise.resolve([own]);
    const late = { created_at: ago(25 * 60) };
    expect(await resolve(await charge(late), { intentsOf })).toEqual({ intent: own });
    const asked = await charge({ ...late, attempts: 1, attempted_at: ago(10) });
    await expect(resolve(asked, { intentsOf })).rejects.toThrow(GatewayUnknownOutcome);
    const elsewhere = (customer: string) => Promise.resolve(customer === customers[1] ? [own] : []);
    expect(await resolve(asked, { intentsOf: elsewhere })).toEqual({ intent: own });
  });
});

describe("a charge whose time is over", () => {
  test("is given up where there is none, and waited for while its request may still run", async () => {
    expect(await resolve(await charge({ created_at: ago(25 * 60) }))).toEqual({ notCharged: "given_up" });
    const asked = await charge({ created_at: ago(25 * 60), attempts: 1, attempted_at: ago(1) });
    await expect(resolve(asked)).rejects.toThrow(GatewayUnknownOutcome);
    expect(charged).toBe(0);
  });

  test.each<[string, number, boolean, IntentStatus, boolean]>([
    ["while the patient may still answer the bank", 14, false, "requires_action", false],
    ["when they won't any more", 15, false, "requires_action", true],
    ["when it was cancelled", 1, true, "requires_action", true],
    ["when the bank has answered", 60, false, "requires_capture", false],
  ])("%s, is retrieved; given up: %#", async (_, minutes, cancel_requested, status, isCanceled) => {
    const row = await charge({ gateway_intent_id: `pi_${newId()}`, created_at: ago(minutes), cancel_requested });
    const asked: unknown[] = [];
    const gateway: Partial<PaymentGateway> = {
      retrieve: (id) => Promise.resolve(intent({ id, status })),
      cancel: (input) => {
        asked.push(input);
        return Promise.resolve(intent({ id: input.intentId, status: "canceled" }));
      },
    };
    const expected = isCanceled ? "canceled" : status;
    expect(await resolve(row, gateway)).toMatchObject({ intent: { id: row.gateway_intent_id, status: expected } });
    expect(asked).toEqual(isCanceled ? [{ intentId: row.gateway_intent_id, idempotencyKey: `${row.id}:abandon` }] : []);
  });

  test("isn't known where the gateway refuses to retrieve it", async () => {
    const row = await charge({ gateway_intent_id: `pi_${newId()}` });
    const retrieve = () => Promise.reject(new GatewayRefused("not_found", "No"));
    await expect(resolve(row, { retrieve })).rejects.toThrow(GatewayUnknownOutcome);
  });
});
