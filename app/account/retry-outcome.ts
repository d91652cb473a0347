import type { SavedCard } from "#app/payment/card/new-card-form.tsx";
import type { Order, User } from "#contract/entities.ts";

/** The outcome of retrying a failed charge with a new card. */
export type RetryOutcome = "none" | "paid" | "declined" | "pending";

const openOrderStatuses: readonly Order["status"][] = ["authorizing", "unknown"];

/**
 * The outcome so far. The response may be pending while the bank has not answered; then the user tells whether the charge was paid, and an
 * order still open at the bank means that it is undecided.
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
