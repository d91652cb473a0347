import type { SavedCard } from "#app/payment/card/new-card-form.tsx";
import type { Order, User } from "#contract/entities.ts";

/** What became of a charge that was tried again with a new card. */
export type RetryOutcome = "none" | "paid" | "declined" | "pending";

const openOrderStatuses: readonly Order["status"][] = ["authorizing", "unknown"];

/**
 * The outcome as of now. The reply may leave it open while the bank has not answered; then her user says whether it was paid, and an order
 * that is still open at the bank that nobody knows yet.
 */
export function retryOutcome(
  retried: SavedCard["retried"],
  user: Pick<User, "hasfailedtransaction"> | undefined,
  orders: readonly Pick<Order, "status">[] | undefined,
): RetryOutcome {
  if (retried === null) return "none";
  if (retried.outcome !== "pending") return retried.outcome;
  if (user?.hasfailedtransaction === false) return "paid";
  if (!user || !orders || orders.some(({ status }) => openOrderStatuses.includes(status))) return "pending";
  return "declined";
}
