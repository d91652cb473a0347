import type { Database } from "#server/platform/database/open.ts";
import { type Apart, productsToCome } from "#server/treatment/public.ts";
import { addedBy } from "./open-addition.ts";

/**
 * Every product a patient takes or is about to take: what her subscriptions bring, what a change she has not agreed to would bring, and what she
 * added and her doctor is looking at. Whatever may bring her something new asks this list, under the lock of her orders.
 */
export async function takes(
  { db }: { readonly db: Database },
  patientId: string,
  apart: Apart = {},
): Promise<readonly string[]> {
  const [toCome, added] = await Promise.all([productsToCome(db, patientId, apart), addedBy({ db }, patientId)]);
  const waiting = added.waiting.filter(({ orderId }) => orderId !== apart.orderId).map(({ productId }) => productId);
  return [...new Set([...toCome, ...waiting])];
}
