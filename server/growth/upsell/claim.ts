import type { Tx } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { isDead, orderStates } from "#server/store/public.ts";
import { lockOpenUpsells } from "./queries.ts";

/**
 * Locks offers until the end of the transaction that is to order them. Refuses `wrong_state` when one is decided, or another order that is not
 * over buys it.
 */
export async function lockUnclaimed(tx: Tx, ids: readonly string[]): Promise<void> {
  const open = await lockOpenUpsells(tx, ids);
  const tied = await orderStates(
    tx,
    open.flatMap(({ order_id }) => order_id ?? []),
  );
  if (open.length !== ids.length || ![...tied.values()].every(isDead))
    throw new Refusal("wrong_state", { message: "You have added this already." });
}
