import type { Stripe } from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";

/**
 * Stripe's script, for this key. Call it only where Stripe is the gateway. Throws when the script does not load; asked again, it is tried
 * again. The loader itself is no chunk of its own: browsers remember one that did not arrive, and would not ask for it again.
 */
export async function loadStripeScript(publishablekey: string): Promise<Stripe> {
  const stripe = await loadStripe(publishablekey);
  if (stripe === null) throw new Error("Stripe's script did not load");
  return stripe;
}
