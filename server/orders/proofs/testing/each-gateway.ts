import { afterAll, afterEach, beforeAll, describe, expect } from "vitest";
import type { Content } from "#content/loader/load.ts";
import { store } from "#contract/cart/calls.ts";
import type { Input, Output } from "#contract/http/endpoint.ts";
import { payment } from "#contract/payment.ts";
import { issueAccessToken } from "#server/auth/sessions/access-token.ts";
import { startSession } from "#server/auth/sessions/session.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { AdapterName } from "#server/platform/gateway/testing/adapters.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import type { CallResult } from "#server/testing/harness.ts";
import { ledger, openShop, type Shop } from "../../testing/shop.ts";

/** A token of a new session, without a password: hashing hundreds of them would only slow the proofs. */
async function signInAs(services: Services, patientId: string): Promise<string> {
  const session = await inTransaction(services, ({ db: tx }) =>
    startSession(tx, services, { patientId, userAgent: "test" }),
  );
  return issueAccessToken(services, session, session.expiresAt);
}

/** With GATEWAYS=sandbox one of both: for the second of two databases in one run. Production has Stripe with a server only. */
export const adapterNames: readonly AdapterName[] =
  process.env["GATEWAYS"] === "sandbox" ? ["sandbox"] : ["sandbox", "stripe"];

type Checkout = Input<typeof store.checkout>["body"];

/** A patient who uses the cart: no visit, an address and a card. */
export interface Buyer {
  readonly id: string;
  readonly token: string;
  readonly email: string;
}

/** A shop with the cart's steps, each over HTTP. */
export interface CartShop extends Shop {
  buyer(card?: string): Promise<Buyer>;
  /** With a new token, when the old one has expired. */
  signInAgain(buyer: Buyer): Promise<Buyer>;
  quote(buyer: Buyer, more?: Partial<Checkout>): Promise<Output<typeof store.computeTax>["ordersummary"]>;
  pay(buyer: Buyer, more?: Partial<Checkout>, key?: string): Promise<CallResult<Output<typeof store.checkout>>>;
  outcome(buyer: Buyer, key: string): Promise<Output<typeof store.checkoutOutcome>>;
  /** Delivers every gateway event so far, then runs the jobs they enqueue. */
  deliverAll(): Promise<void>;
  /** Runs `work` with changed content. */
  withContent<T>(change: (content: Content) => Partial<Content>, work: () => Promise<T>): Promise<T>;
  /** Everything the patient ever ordered, as recorded by the shop and the gateway. */
  paymentState(buyer: Buyer): Promise<PaymentState>;
}

export interface PaymentState {
  readonly orders: readonly { id: string; status: string; number: string | null; total_cents: number }[];
  readonly charges: readonly { status: string; amount: number; amount_captured: number; amount_refunded: number }[];
  /** Cents the ledger says the gateway owes us. */
  readonly ledger: number;
}

/** Two of a product, in a state that taxes it: $38.00 and $2.28 of tax. */
export const cart = [{ productid: "magnesium", pricingid: "magnesium_1m", quantity: 2 }];
export const cartCents = 4028;

/** Runs the same proofs with every payment adapter. */
export function describeEachGateway(tests: (shop: CartShop) => void): void {
  describe.each(adapterNames)("%s", (adapter) => {
    const shop = {} as CartShop;
    beforeAll(async () => void Object.assign(shop, withCartSteps(await openShop(adapter))));
    afterEach(() => expect(shop.faults.clear(), "faults that struck nobody").toBe(0));
    afterAll(() => shop.close());
    tests(shop);
  });
}

/** Checks that the patient paid once: one order, one charge of the same amount, posted once. */
export async function expectPaidOnce(shop: CartShop, buyer: Buyer, cents = cartCents): Promise<string> {
  const state = await shop.paymentState(buyer);
  expect(state).toEqual({
    orders: [{ id: expect.any(String), status: "paid", number: expect.stringMatching(/^\d+$/), total_cents: cents }],
    charges: [{ status: "succeeded", amount: cents, amount_captured: cents, amount_refunded: 0 }],
    ledger: cents,
  });
  return state.orders[0]?.id ?? "";
}

/** Adds the cart's steps to a shop. */
export function withCartSteps(shop: Shop): CartShop {
  const { db } = shop.services;
  return {
    ...shop,
    async buyer(card = "tok_visa") {
      const id = await shop.shopper({ card: null });
      const token = await signInAs(shop.services, id);
      expect((await shop.call(payment.saveSource, { body: { source: card } }, { token })).status).toBe(200);
      return { id, token, email: `${id}@example.com` };
    },
    signInAgain: async (buyer) => ({ ...buyer, token: await signInAs(shop.services, buyer.id) }),
    quote: async ({ token }, { checkout = cart, couponid } = {}) =>
      (await shop.call(store.computeTax, { body: { checkout, couponid } }, { token })).ok.ordersummary,
    pay: ({ token }, more = {}, key = newId()) =>
      shop.call(store.checkout, { body: { checkout: cart, ...more } }, { token, key }),
    outcome: async ({ token }, key) => (await shop.call(store.checkoutOutcome, { params: { key } }, { token })).ok,
    async deliverAll() {
      for (const event of await shop.events()) expect(await shop.deliver(event)).toBe(200);
      await shop.jobs.drain();
    },
    async withContent(change, work) {
      const services = shop.services as { content: Content };
      const before = services.content;
      services.content = { ...before, ...change(before) };
      return work().finally(() => (services.content = before));
    },
    async paymentState({ id }) {
      const orders = await db
        .selectFrom("customer_order")
        .select(["id", "status", "number", "total_cents"])
        .where("patient_id", "=", id)
        .orderBy("placed_at")
        .execute();
      const charges = await shop.gatewayDb
        .selectFrom("sandbox.intent")
        .innerJoin("sandbox.customer", "sandbox.customer.id", "sandbox.intent.customer_id")
        .select(["status", "amount", "amount_captured", "amount_refunded"])
        .where("sandbox.customer.patient_id", "=", id)
        .execute();
      let owed = 0;
      for (const order of orders) {
        const { sum, gateway } = await ledger(shop, order.id);
        expect(sum).toBe(0);
        owed += gateway;
      }
      return { orders, charges, ledger: owed };
    },
  };
}
