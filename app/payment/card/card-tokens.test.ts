import { afterEach, describe, expect, test, vi } from "vitest";
import { createCardToken, loadStripeElement, tokenizeEntry } from "./card-tokens.ts";

const card = { number: "4242424242424242", expMonth: 12, expYear: 2030, cvc: "123" };
const sandbox = { name: "sandbox", publishablekey: "pk_sandbox" };

afterEach(() => vi.unstubAllGlobals());

describe("§2.3 billing: card token", () => {
  const answers = (status: number, body: object | string) => {
    const fetching = vi.fn<typeof fetch>(
      async () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status }),
    );
    vi.stubGlobal("fetch", fetching);
    return fetching;
  };

  test("the card goes to the gateway's own address, without cookies", async () => {
    const fetching = answers(200, { id: "tok_1" });
    expect(await createCardToken(sandbox, { ...card, zip: "90210" })).toEqual({ token: "tok_1" });
    const [url, init] = fetching.mock.calls[0] ?? [];
    expect(url).toBe("/sandbox/v1/tokens");
    expect(init).toMatchObject({ credentials: "omit", headers: { authorization: "Bearer pk_sandbox" } });
    expect(JSON.parse(init?.body as string)).toEqual({
      number: "4242424242424242",
      exp_month: 12,
      exp_year: 2030,
      cvc: "123",
      address_zip: "90210",
    });
  });

  test.each([
    ["incorrect_number", "number"],
    ["invalid_expiry_year", "expiry"],
    ["invalid_cvc", "cvc"],
    ["incorrect_zip", "zip"],
  ])("%s is shown at the field %s", async (code, field) => {
    answers(402, { error: { code, message: "Your card is wrong." } });
    expect(await createCardToken(sandbox, card)).toEqual({ error: { message: "Your card is wrong.", field } });
  });

  test("an unknown error belongs to no field", async () => {
    answers(429, { error: { code: "rate_limit", message: "Please wait." } });
    expect(await createCardToken(sandbox, card)).toEqual({ error: { message: "Please wait." } });
  });

  test.each([
    ["no network", () => vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")))],
    ["an answer that is no JSON", () => answers(502, "<html>")],
  ])("%s is the network text of §8", async (_, arrange) => {
    arrange();
    expect(await createCardToken(sandbox, card)).toEqual({
      error: { message: "Oops! Network Error. Try again later" },
    });
  });

  test("a card is never sent to another gateway", async () => {
    const fetching = answers(200, { id: "tok_1" });
    await expect(createCardToken({ name: "stripe", publishablekey: "pk_live" }, card)).rejects.toThrow("sandbox");
    expect(fetching).not.toHaveBeenCalled();
  });
});

const stripe = vi.hoisted(() => ({
  listeners: [] as ((state: object) => void)[],
  element: {
    update: vi.fn<(options: object) => void>(),
    mount: vi.fn<(host: object) => void>(),
    destroy: vi.fn<() => void>(),
  },
  createPaymentMethod: vi.fn<(input: object) => Promise<object>>(),
}));
vi.mock("@stripe/stripe-js/pure", () => ({
  loadStripe: async (key: string) =>
    key === "pk_broken"
      ? null
      : {
          elements: () => ({
            create: () => ({
              ...stripe.element,
              on: (_: string, states: (state: object) => void) => stripe.listeners.push(states),
            }),
          }),
          createPaymentMethod: stripe.createPaymentMethod,
        },
}));

describe("§2.3 billing: Stripe's card element", () => {
  const host = {} as HTMLElement;

  test("is drawn with our colours and reports its state", async () => {
    vi.stubGlobal("getComputedStyle", () => ({
      fontFamily: "serif",
      fontSize: "18px",
      getPropertyValue: (name: string) => ` ${name}`,
    }));
    const states = vi.fn<(state: object) => void>();
    (await loadStripeElement("pk_1")).mount(host, states);
    expect(stripe.element.mount).toHaveBeenCalledWith(host);
    expect(stripe.element.update).toHaveBeenCalledWith({
      style: expect.objectContaining({ invalid: { color: "--color-danger" } }),
    });
    stripe.listeners.at(-1)?.({ complete: false, error: { code: "incomplete_cvc", message: "Too short." } });
    stripe.listeners.at(-1)?.({ complete: true, error: undefined });
    expect(states.mock.calls).toEqual([
      [{ complete: false, error: { message: "Too short.", field: "cvc" } }],
      [{ complete: true }],
    ]);
  });

  test("gives a payment method, or the reason for none", async () => {
    const element = await loadStripeElement("pk_1");
    stripe.createPaymentMethod.mockResolvedValueOnce({ paymentMethod: { id: "pm_1" } });
    expect(await element.createPaymentMethod({ name: "Ana", zip: "90210" })).toEqual({ token: "pm_1" });
    expect(stripe.createPaymentMethod.mock.lastCall?.[0]).toMatchObject({
      billing_details: { name: "Ana", address: { postal_code: "90210" } },
    });
    stripe.createPaymentMethod.mockResolvedValueOnce({ error: { code: "expired_card", message: "Expired." } });
    expect(await element.createPaymentMethod()).toEqual({ error: { message: "Expired.", field: "expiry" } });
    stripe.createPaymentMethod.mockRejectedValueOnce(new Error("offline"));
    expect(await element.createPaymentMethod()).toEqual({ error: { message: "Oops! Network Error. Try again later" } });
  });

  test("a script that does not load is an error, not an empty form", async () => {
    await expect(loadStripeElement("pk_broken")).rejects.toThrow("did not load");
  });
});

test("a card form that has not loaded yet is an error, never the card on file", async () => {
  expect(await tokenizeEntry(null)).toEqual({
    error: { message: "The card form is still loading. Please try again." },
  });
  expect(await tokenizeEntry({ tokenize: async () => ({ token: "pm_1" }) })).toEqual({ token: "pm_1" });
});
