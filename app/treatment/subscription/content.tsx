import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyRoute } from "#app/router/lazy-route.tsx";
import { queryOf } from "#app/api/query.ts";
import { useSession } from "#app/api/session.ts";
import type { Subscription } from "#contract/entities.ts";
import { payment } from "#contract/payment.ts";
import { type Charge, chargeOf, comingSupply, pastSupplies } from "../charges.ts";
import { cardText } from "../money.ts";
import { News } from "../news-place.tsx";
import { type Change, changeByLink } from "./change.ts";
import { FactsCard } from "./facts-card.tsx";
import { Head } from "./head.tsx";
import { StandingPanel } from "./standing-panel.tsx";
import css from "./subscription.module.css";
import { SuppliesCard } from "./supplies-card.tsx";

const ChangeDialog = lazyRoute(() => import("./change-dialog.tsx")).Part;

interface Asking {
  readonly change: Change;
  readonly open: boolean;
  readonly count: number;
}

export function SubscriptionContent({
  subscription,
  charges,
}: {
  subscription: Subscription;
  charges: readonly Charge[];
}) {
  const { record } = useSession();
  const sources = useQuery(queryOf(payment.sources, {}));
  const coming = comingSupply(subscription);
  const [asking, setAsking] = useState<Asking | undefined>(() => {
    const change = changeByLink(location.search, subscription);
    return change ? { change, open: true, count: 1 } : undefined;
  });
  const [message, setMessage] = useState("");
  const news = useRef<HTMLDivElement>(null);

  const ask = (change: Change) => {
    setMessage("");
    setAsking({ change, open: true, count: (asking?.count ?? 0) + 1 });
  };
  const past = pastSupplies(subscription);
  // The way back from a cancellation is not left to be found in the list.
  const again =
    subscription.status === "cancelled" ? past.find(({ actions }) => actions.includes("reorder")) : undefined;
  useEffect(() => {
    if (location.search !== "") history.replaceState(history.state, "", location.pathname);
  }, []);
  const close = () => setAsking((before) => before && { ...before, open: false });

  return (
    <>
      <Head subscription={subscription} />
      <News ref={news} message={message} />
      <StandingPanel
        subscription={subscription}
        supply={coming}
        again={again}
        charge={chargeOf(charges, subscription)}
        card={cardText(sources.data?.source ?? null)}
        onAsk={ask}
      />
      <div className={css["columns"]}>
        <SuppliesCard
          supplies={[...(coming ? [coming] : []), ...past]}
          refillsleft={subscription.refillsleft}
          onAsk={ask}
        />
        <FactsCard subscription={subscription} />
      </div>
      {asking && record && (
        <Suspense fallback={null}>
          <ChangeDialog
            key={asking.count}
            first={asking.change}
            open={asking.open}
            patientid={record.id}
            onClose={close}
            onDone={(said) => {
              setMessage(said);
              close();
            }}
            {...{ subscription, charges, news }}
          />
        </Suspense>
      )}
    </>
  );
}
