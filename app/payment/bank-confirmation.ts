import { ApiError, isApiError } from "#app/api/api-error.ts";
import { CardAuthentication } from "#contract/payment.ts";
import { loadStripeScript } from "./stripe-script.ts";

/** Maximum number of confirmations a bank may ask for on one payment. */
const maxConfirmations = 3;

export const confirmationFailedText =
  "We couldn’t open your bank’s window to confirm this payment. You haven’t been charged. Please check your connection and try again.";

/**
 * Sends a call that charges a card. Where the bank asks the cardholder to confirm (3-D Secure), the gateway asks the patient in its own window, and
 * the very same call is sent again: it continues the same order, or reports a decline. Where the patient could not be asked, it throws
 * `payment_action` with a text that says so: the same call may be sent again.
 */
export async function withBankConfirmation<R>(send: () => Promise<R>, confirm = confirmWithBank): Promise<R> {
  for (let confirmations = 0; ; confirmations += 1) {
    try {
      return await send();
    } catch (error) {
      const step =
        isApiError(error) && error.code === "payment_action" ? CardAuthentication.safeParse(error.details) : null;
      if (!step?.success || confirmations >= maxConfirmations) throw error;
      await confirm(step.data);
    }
  }
}

/**
 * Has the bank ask the patient. Ends when the patient has answered, whatever the answer: the gateway tells the server. Throws when the patient could
 * not be asked.
 */
export async function confirmWithBank(step: CardAuthentication): Promise<void> {
  try {
    await (step.gateway === "sandbox" ? confirmAtSandbox(step) : confirmAtStripe(step));
  } catch (cause) {
    throw new ApiError(confirmationFailedText, { status: 409, code: "payment_action", cause });
  }
}

async function confirmAtSandbox(step: CardAuthentication): Promise<void> {
  const { openSandboxBank: confirm } = await import("./sandbox-bank.tsx");
  await confirm(step);
}

/** Errors that mean the patient was never asked; any other one is the bank's answer. https://docs.stripe.com/api/errors */
const neverShownErrors: readonly string[] = ["api_connection_error", "api_error", "rate_limit_error"];

async function confirmAtStripe({ publishablekey, clientsecret }: CardAuthentication): Promise<void> {
  const stripe = await loadStripeScript(publishablekey);
  const { error } = await stripe.handleNextAction({ clientSecret: clientsecret });
  if (error && neverShownErrors.includes(error.type)) throw new Error(error.message ?? error.type);
}
