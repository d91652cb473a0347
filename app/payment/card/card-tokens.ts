import { networkErrorText } from "#contract/http/status-texts.ts";
import { loadStripeScript } from "../stripe-script.ts";

export interface Card {
  /** Digits only. */
  readonly number: string;
  readonly expMonth: number;
  /** Four digits. */
  readonly expYear: number;
  readonly cvc: string;
  readonly zip?: string;
}

/** The gateway's objection to a card, in text for the patient, and the field it concerns. */
export interface CardError {
  readonly message: string;
  readonly field?: "number" | "expiry" | "cvc" | "zip";
}

/** `token` goes to `PUT /payment/source`. */
export type CardTokenResult =
  | { readonly token: string; readonly error?: undefined }
  | { readonly error: CardError; readonly token?: undefined };

export const cardLoadingResult: CardTokenResult = {
  error: { message: "The card form is still loading. Please try again." },
};

/** The entered card as a token; where the card form has not loaded yet, the error that says so. */
export const tokenizeEntry = async (
  entry: { readonly tokenize: () => Promise<CardTokenResult> } | null,
): Promise<CardTokenResult> => (await entry?.tokenize()) ?? cardLoadingResult;

interface Gateway {
  readonly name: string;
  readonly publishablekey: string;
}

/**
 * Turns a card into a token at the sandbox gateway; the card goes nowhere else. Stripe takes cards only in its own element (`loadStripeElement`), so
 * calling this for Stripe is a programming error and throws.
 */
export async function createCardToken(gateway: Gateway, card: Card): Promise<CardTokenResult> {
  if (gateway.name !== "sandbox") throw new Error("Only the sandbox gateway takes cards typed into our own fields");
  try {
    const response = await fetch("/sandbox/v1/tokens", {
      method: "POST",
      credentials: "omit",
      headers: { authorization: `Bearer ${gateway.publishablekey}`, "content-type": "application/json" },
      body: JSON.stringify({
        number: card.number,
        exp_month: card.expMonth,
        exp_year: card.expYear,
        cvc: card.cvc,
        ...(card.zip !== undefined && card.zip !== "" && { address_zip: card.zip }),
      }),
    });
    const answer = (await response.json()) as { id?: string; error?: GatewayError };
    return answer.id === undefined ? { error: toCardError(answer.error ?? {}) } : { token: answer.id };
  } catch {
    return { error: { message: networkErrorText } };
  }
}

export interface StripeElement {
  /** Draws the card entry into `host`; `onChange` gets whether it is complete and its error. */
  mount(host: HTMLElement, onChange: (state: { complete: boolean; error?: CardError }) => void): void;
  /** The entered card as a payment method. */
  createPaymentMethod(billing?: { name?: string; zip?: string }): Promise<CardTokenResult>;
  unmount(): void;
}

/** Stripe's card element. Throws when its script does not load. */
export async function loadStripeElement(publishablekey: string): Promise<StripeElement> {
  const stripe = await loadStripeScript(publishablekey);
  const element = stripe.elements().create("card", { hidePostalCode: true, disableLink: true });

  return {
    mount(host, onChange) {
      element.update({ style: stripeStyle(host) });
      element.on("change", ({ complete, error }) =>
        onChange({ complete, ...(error && { error: toCardError(error) }) }),
      );
      element.mount(host);
    },
    async createPaymentMethod({ name, zip } = {}) {
      try {
        const { paymentMethod, error } = await stripe.createPaymentMethod({
          type: "card",
          card: element,
          billing_details: {
            ...(name !== undefined && { name }),
            ...(zip !== undefined && { address: { postal_code: zip } }),
          },
        });
        return error ? { error: toCardError(error) } : { token: paymentMethod.id };
      } catch {
        return { error: { message: networkErrorText } };
      }
    },
    unmount: () => element.destroy(),
  };
}

interface GatewayError {
  readonly code?: string;
  readonly message?: string;
}

/** Fields by the gateway's error codes: https://docs.stripe.com/error-codes */
const fieldByErrorCode: Readonly<Record<string, NonNullable<CardError["field"]>>> = {
  incorrect_number: "number",
  invalid_number: "number",
  incomplete_number: "number",
  card_declined: "number",
  expired_card: "expiry",
  invalid_expiry_month: "expiry",
  invalid_expiry_year: "expiry",
  invalid_expiry_year_past: "expiry",
  incomplete_expiry: "expiry",
  incorrect_cvc: "cvc",
  invalid_cvc: "cvc",
  incomplete_cvc: "cvc",
  incorrect_zip: "zip",
  incomplete_zip: "zip",
};

function toCardError({ code, message }: GatewayError): CardError {
  const field = fieldByErrorCode[code ?? ""];
  return { message: message ?? "We couldn't save your card. Please try again.", ...(field && { field }) };
}

/** The element is another site's frame: it gets our design tokens by value. */
function stripeStyle(host: HTMLElement) {
  const computed = getComputedStyle(host);
  const value = (token: string) => computed.getPropertyValue(token).trim();
  return {
    base: {
      color: value("--color-ink"),
      fontFamily: computed.fontFamily,
      fontSize: computed.fontSize,
      "::placeholder": { color: value("--color-ink-muted") },
    },
    invalid: { color: value("--color-danger") },
  };
}
