import { ApiError, isApiError } from "#app/api/api-error.ts";
import { BankStep } from "#contract/payment.ts";
import { loadStripeScript } from "./stripe-script.ts";

/** How often a bank may ask about one payment. */
const asksAtMost = 3;

export const notAskedText =
  "We could not open your bank’s window to confirm this payment. You have not been charged. Please check your connection and try again.";

/**
 * Sends a call that charges a card. Where the bank asks its cardholder to confirm (3-D Secure), the gateway asks the patient in its own window, and the
 * very same call is sent again: it goes on with the same order, or says that it was declined. Where the patient could not be asked, it throws
 * `payment_action` with the sentence that says so: the same call may be sent again.
 */
export async function withBankStep<R>(send: () => Promise<R>, confirm = confirmWithBank): Promise<R> {
  for (let asked = 0; ; asked += 1) {
    try {
      return await send();
    } catch (error) {
      const step = isApiError(error) && error.code === "payment_action" ? BankStep.safeParse(error.details) : null;
      if (!step?.success || asked >= asksAtMost) throw error;
      await confirm(step.data);
    }
  }
}

/** Has the bank ask the patient. Ends when the patient has answered, whatever the answer: the gateway tells the server. Throws when nobody could be asked. */
export async function confirmWithBank(step: BankStep): Promise<void> {
  try {
    await (step.gateway === "sandbox" ? askAtSandbox(step) : askAtStripe(step));
  } catch (cause) {
    throw new ApiError(notAskedText, { status: 409, code: "payment_action", cause });
  }
}

async function askAtSandbox(step: BankStep): Promise<void> {
  const { askAtSandbox: ask } = await import("./sandbox-bank.tsx");
  await ask(step);
}

/** Errors with which the patient was never asked; any other one is what the bank said. https://docs.stripe.com/api/errors */
const unasked: readonly string[] = ["api_connection_error", "api_error", "rate_limit_error"];

async function askAtStripe({ publishablekey, clientsecret }: BankStep): Promise<void> {
  const stripe = await loadStripeScript(publishablekey);
  const { error } = await stripe.handleNextAction({ clientSecret: clientsecret });
  if (error && unasked.includes(error.type)) throw new Error(error.message ?? error.type);
}
