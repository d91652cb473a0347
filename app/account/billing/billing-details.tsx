import { formatCalendarDay } from "#contract/fields/formats.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import { LoadError } from "#app/api/load-error.tsx";
import { queryOf, refetchShowing } from "#app/api/query.ts";
import { CardOnFile } from "#app/payment/card/card-on-file.tsx";
import { NewCardForm, type SavedCard } from "#app/payment/card/new-card-form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { payment } from "#contract/payment.ts";
import { treatment } from "#contract/treatment/calls.ts";
import css from "./billing-details.module.css";
import { RetriedCharge } from "./retried-charge.tsx";
import { SettingsSection } from "../settings/settings-section.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { useUser } from "#app/auth/use-user.ts";
import { failedPaymentNotice } from "#app/payment/failed-payment-banner.tsx";
import { formatDollars } from "#app/formats/money.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";

/** The card on file and a form for a new one; after a failed charge, what happened and the result of retrying it with the new card. */
export default function BillingDetails() {
  const cache = useQueryClient();
  const sources = useQuery({ ...queryOf(payment.sources, {}), staleTime: 0 });
  const { data: user } = useUser();
  const [saved, setSaved] = useState<SavedCard | null>(null);
  const statusArea = useRef<HTMLDivElement>(null);
  const failed = user?.hasfailedtransaction === true;
  const [showNewCard, setShowNewCard] = useState<boolean | null>(null);
  // A failed charge is due, so the form opens at once.
  const entering = showNewCard ?? failed;

  function onCardSaved(card: SavedCard) {
    setSaved(card);
    setShowNewCard(false);
    // The failed-payment banner and the plan depend on the outcome of the charge.
    void refetchShowing(cache, ["payment"]);
  }
  useLayoutEffect(() => {
    if (saved) moveFocusTo(statusArea.current);
  }, [saved]);

  return (
    <SettingsPage title="Card" lead="You pay for your orders with this card.">
      <div ref={statusArea} tabIndex={-1} className={css["news"]}>
        {saved ? <RetriedCharge saved={saved} user={user} /> : failed && <FailedCharge user={user} />}
      </div>
      <SettingsSection id="card" title={entering || !sources.data?.source ? "A new card" : "Your card"}>
        {sources.isError ? (
          <LoadError query={sources} />
        ) : !sources.data ? (
          <Skeleton shape="row" count={2} />
        ) : sources.data.source && !entering ? (
          <>
            <CardOnFile source={sources.data.source} />
            <div>
              <Button onClick={() => setShowNewCard(true)}>Use another card</Button>
            </div>
          </>
        ) : (
          <NewCardForm gateway={sources.data.gateway} wide={false} onSaved={onCardSaved}>
            {sources.data.source && (
              <Button variant="quiet" onClick={() => setShowNewCard(false)}>
                Keep the card on file
              </Button>
            )}
          </NewCardForm>
        )}
      </SettingsSection>
      <p>Your card number goes straight to our payment service. We only keep the last four digits.</p>
    </SettingsPage>
  );
}

/** The amount of the failed charge, why it failed, and what happens next. */
function FailedCharge({ user }: { user: Parameters<typeof failedPaymentNotice>[0] }) {
  const { data } = useQuery(queryOf(treatment.overview, {}));
  const retriedCharge = data?.charges.find(({ retry }) => retry);
  return (
    <Alert
      tone="warning"
      title={retriedCharge ? `A payment of ${formatDollars(retriedCharge.amount)} failed` : "Your last payment failed"}
    >
      <p>{failedPaymentNotice(user)?.text}</p>
      <p>
        Save a new card below, and we'll try again right away.
        {retriedCharge && ` If you do nothing, we'll try again on ${formatCalendarDay(retriedCharge.chargeon)}.`}
      </p>
    </Alert>
  );
}
