import { Columns } from "#app/ui/layout/columns.tsx";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { queryOf } from "#app/api/query.ts";
import { useSession } from "#app/api/session/session.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { payment } from "#contract/payment.ts";
import {
  type Charge,
  chargeOfSubscription,
  nextPrescriptionOrder,
  pastPrescriptionOrders,
} from "../billing/charges.ts";
import { cardOnFileText } from "#app/payment/card/card-number.ts";
import { ResultMessage } from "#app/ui/feedback/result-message.tsx";
import { type SubscriptionAction, actionByLink } from "./actions/subscription-action.ts";
import { SubscriptionDetailsCard } from "./subscription-details-card.tsx";
import { SubscriptionHead } from "./subscription-head.tsx";
import { SubscriptionStatusPanel } from "./subscription-status-panel.tsx";
import { PrescriptionOrdersCard } from "../prescription-orders/prescription-orders-card.tsx";

const SubscriptionActionDialog = lazyRoute(() => import("./actions/subscription-action-dialog.tsx")).Part;

interface DialogState {
  readonly action: SubscriptionAction;
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
  const nextOrder = nextPrescriptionOrder(subscription);
  const [dialog, setDialog] = useState<DialogState | undefined>(() => {
    const action = actionByLink(location.search, subscription);
    return action ? { action, open: true, count: 1 } : undefined;
  });
  const [message, setMessage] = useState("");
  const resultArea = useRef<HTMLDivElement>(null);

  const openDialog = (action: SubscriptionAction) => {
    setMessage("");
    setDialog({ action, open: true, count: (dialog?.count ?? 0) + 1 });
  };
  const past = pastPrescriptionOrders(subscription);
  // A cancelled subscription can be reordered from the top, without searching the list.
  const reorderable =
    subscription.status === "cancelled" ? past.find(({ actions }) => actions.includes("reorder")) : undefined;
  useEffect(() => {
    if (location.search !== "") history.replaceState(history.state, "", location.pathname);
  }, []);
  const close = () => setDialog((before) => before && { ...before, open: false });

  return (
    <>
      <SubscriptionHead subscription={subscription} />
      <ResultMessage ref={resultArea} message={message} />
      <SubscriptionStatusPanel
        subscription={subscription}
        nextOrder={nextOrder}
        reorderable={reorderable}
        charge={chargeOfSubscription(charges, subscription)}
        card={cardOnFileText(sources.data?.source ?? null)}
        onAction={openDialog}
      />
      <Columns first={1.4}>
        <PrescriptionOrdersCard
          prescriptionOrders={[...(nextOrder ? [nextOrder] : []), ...past]}
          refillsleft={subscription.refillsleft}
          onAction={openDialog}
        />
        <SubscriptionDetailsCard subscription={subscription} />
      </Columns>
      {dialog && record && (
        <Suspense fallback={null}>
          <SubscriptionActionDialog
            key={dialog.count}
            initialAction={dialog.action}
            open={dialog.open}
            patientid={record.id}
            onClose={close}
            onDone={(resultMessage) => {
              setMessage(resultMessage);
              close();
            }}
            {...{ subscription, charges, resultArea }}
          />
        </Suspense>
      )}
    </>
  );
}
