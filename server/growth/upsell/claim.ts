import type { Tx } from "#server/platform/database/open.ts";
import { isDead, orderStates } from "#server/store/public.ts";
import { lockOpenUpsells, tieUpsells } from "./queries.ts";

/**
 * Ties open offers to the order that is to buy them, in its transaction. False when one is decided, or another order that is not over buys
 * it; then the transaction is to be undone.
 */
export async function claimUpsells(tx: Tx, ids: readonly string[], orderId: string): Promise<boolean> {
  const open = await lockOpenUpsells(tx, ids);
  const tied = await orderStates(
    tx,
    open.flatMap(({ order_id }) => order_id ?? []),
  );
  if (open.length !== ids.length || ![...tied.values()].every(isDead)) return false;
  await tieUpsells(tx, ids, orderId);
  return true;
}
