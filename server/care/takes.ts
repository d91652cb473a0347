import type { Database } from "#server/platform/database/open.ts";
import { type ExcludedSubscriptions, upcomingProducts } from "#server/treatment/public.ts";
import { loadUpsellRequests } from "./open-addition.ts";

/**
 * Every product a patient takes or is about to take: what her subscriptions bring, what a change she has not agreed to would bring, and what she
 * added and her doctor is looking at. Whatever may bring her something new asks this list, under the lock of her orders.
 */
export async function currentAndPendingProducts(
  { db }: { readonly db: Database },
  patientId: string,
  except: ExcludedSubscriptions = {},
): Promise<readonly string[]> {
  const [subscriptionProducts, upsellRequests] = await Promise.all([
    upcomingProducts(db, patientId, except),
    loadUpsellRequests({ db }, patientId),
  ]);
  const waiting = upsellRequests.waiting
    .filter(({ orderId }) => orderId !== except.orderId)
    .map(({ productId }) => productId);
  return [...new Set([...subscriptionProducts, ...waiting])];
}
