import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryOf } from "#app/api/query.ts";
import type { SavedCard } from "#app/payment/card/new-card-form.tsx";
import { formatDollars } from "#app/formats/money.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { account } from "#contract/account/calls.ts";
import type { User } from "#contract/account/profile.ts";
import type { Order } from "#contract/orders/orders.ts";
import { treatment } from "#contract/treatment/calls.ts";

/** The outcome of retrying a failed charge with a new card. */
type RetryOutcome = "none" | "paid" | "declined" | "pending";

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

const pollIntervalMs = 2000;
/** After this long the patient need not wait on the page. */
const maxPollMs = 90_000;

/** The new card is saved; shows what became of the failed charge and polls until the bank has answered. */
export function RetriedCharge({ saved: { retried }, user }: { saved: SavedCard; user: User | undefined }) {
  const [timedOut, setTimedOut] = useState(false);
  const open = retried?.outcome === "pending";
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => setTimedOut(true), maxPollMs);
    return () => clearTimeout(timer);
  }, [open]);
  const polling = open && !timedOut && user?.hasfailedtransaction !== false && { refetchInterval: pollIntervalMs };
  useQuery({ ...queryOf(account.user, {}), ...polling });
  const { data } = useQuery({ ...queryOf(treatment.overview, {}), ...polling });

  switch (retryOutcome(retried, user, data?.orders)) {
    case "none":
      return (
        <Alert tone="success" title="Your new card is saved">
          We'll use it starting with your next payment.
        </Alert>
      );
    case "paid":
      return (
        <Alert tone="success" title="Your new card is saved, and your payment went through">
          {retried?.outcome === "paid" ? retried.message : retried && `${formatDollars(retried.amount)} is paid.`}
        </Alert>
      );
    case "declined":
      return (
        <Alert tone="warning" title="Your new card is saved, but the payment failed again">
          {retried?.outcome === "declined" ? retried.message : "Your bank said no. Please try another card."}
        </Alert>
      );
    case "pending":
      return (
        <Alert tone="info" title={timedOut ? "Your bank is taking its time" : "We're checking with your bank"}>
          <p>{retried?.message}</p>
          {timedOut && <p>You can leave this page. We'll email you as soon as we know.</p>}
        </Alert>
      );
  }
}
