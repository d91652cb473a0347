import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";

/**
 * Stripe's script, for this key. Call it only where Stripe is the gateway. Throws when the script does not load; another call tries again. The loader
 * is not its own chunk: browsers cache a failed import and would not request it again.
 */
export async function loadStripeScript(publishablekey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishablekey);
  if (stripe === null) throw new Error("Stripe's script did not load");
  return stripe;
}
