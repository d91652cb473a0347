import { linkedRecords } from "#server/persons/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { loadUpsellRequests } from "#server/upsell-requests/public.ts";
import { type ExcludedSubscriptions, upcomingProducts } from "../snapshot/change-queries.ts";

/**
 * Every product a patient takes or is about to take: from subscriptions, from treatment changes not agreed to yet, and from upsell requests
 * waiting for the doctor. Whatever may add a product checks this list, under the lock of the patient's orders.
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

/** As `currentAndPendingProducts`, of the other records of the same person: two accounts aren't sold the same medicine. */
export async function takenInOtherRecords(
  { db }: { readonly db: Database },
  patientId: string,
): Promise<readonly string[]> {
  const others = await linkedRecords(db, patientId);
  return [...new Set((await Promise.all(others.map((id) => currentAndPendingProducts({ db }, id)))).flat())];
}
