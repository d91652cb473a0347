import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { queryOf } from "#app/api/query.ts";
import type { SavedCard } from "#app/payment/new-card.tsx";
import { dollars } from "#app/treatment/money.ts";
import { Alert } from "#app/ui/alert.tsx";
import { account } from "#contract/account.ts";
import type { User } from "#contract/entities.ts";
import { treatment } from "#contract/treatment.ts";
import { retryOutcome } from "./retry-outcome.ts";

const askEvery = 2000;
/** After so long she need not wait on the page. */
const patience = 90_000;

/** The new card is saved; what became of the charge that had failed, asked for as long as the bank has not answered. */
export function Retried({ saved: { retried }, user }: { saved: SavedCard; user: User | undefined }) {
  const [waited, setWaited] = useState(false);
  const open = retried?.outcome === "pending";
  useEffect(() => {
    if (!open) return;
    const timer = setTimeout(() => setWaited(true), patience);
    return () => clearTimeout(timer);
  }, [open]);
  const asking = open && !waited && user?.hasfailedtransaction !== false && { refetchInterval: askEvery };
  useQuery({ ...queryOf(account.user, {}), ...asking });
  const { data } = useQuery({ ...queryOf(treatment.full, {}), ...asking });

  switch (retryOutcome(retried, user, data?.orders)) {
    case "none":
      return (
        <Alert kind="success" title="Your new card is saved">
          We use it from the next payment on.
        </Alert>
      );
    case "paid":
      return (
        <Alert kind="success" title="Your new card is saved, and your payment went through">
          {retried?.outcome === "paid" ? retried.message : retried && `${dollars(retried.amount)} is paid.`}
        </Alert>
      );
    case "declined":
      return (
        <Alert kind="warning" title="Your new card is saved, but the payment failed again">
          {retried?.outcome === "declined" ? retried.message : "Your bank said no. Please try another card."}
        </Alert>
      );
    case "pending":
      return (
        <Alert kind="info" title={waited ? "Your bank is taking its time" : "We are asking your bank"}>
          <p>{retried?.message}</p>
          {waited && <p>You may leave this page. We write to you as soon as we know.</p>}
        </Alert>
      );
  }
}
