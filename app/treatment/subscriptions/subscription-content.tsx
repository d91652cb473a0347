import { Columns } from "#app/ui/layout/columns.tsx";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { RequestCard } from "#app/account/requests/record-requests.tsx";
import { call } from "#app/api/call.ts";
import { NotMine } from "#app/api/not-mine.tsx";
import { queryClient, queryKey, queryOf } from "#app/api/query.ts";
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
import { treatment } from "#contract/treatment/calls.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { ResultMessage } from "#app/ui/feedback/result-message.tsx";
import { type SubscriptionAction, actionByLink } from "../actions/subscription-action.ts";
import { SubscriptionStatusPanel } from "./subscription-status-panel.tsx";
import { PrescriptionOrdersCard } from "../prescription-orders/prescription-orders-card.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { BackLink } from "#app/ui/actions/back-link.tsx";
import { subscriptionStatus } from "./subscription-status-text.ts";
import css from "./subscription-content.module.css";
import { HowToUse } from "#app/catalogue/how-to-use.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { SummaryList } from "#app/ui/data/summary-list.tsx";
import { useDates } from "#app/formats/use-dates.ts";
import { CardHead } from "#app/ui/data/card-head.tsx";
import { priceAndPeriodText } from "./subscription-text.ts";

const SubscriptionActionDialog = lazyRoute(() => import("../actions/subscription-action-dialog.tsx")).Part;

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
      {subscription.misfiled === "reported" && (
        <Alert tone="info">
          You told us this medicine isn't yours. We won't send it or charge you for it until a doctor has looked into
          it.
        </Alert>
      )}
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
        <SubscriptionDetailsCard
          subscription={subscription}
          onReported={(result) => {
            setMessage(result);
            resultArea.current?.focus();
          }}
        />
      </Columns>
      <RequestCard about={{ subscriptionid: subscription.id }} />
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

/** The item and its status. */
function SubscriptionHead({ subscription }: { subscription: Subscription }) {
  const { item } = subscription;
  const status = subscriptionStatus(subscription);
  return (
    <Stack gap={2} align="start">
      <BackLink href="/treatment">Your plan</BackLink>
      <div className={css["item"]}>
        <div className={css["picture"]}>
          <img src={item.image} alt="" width={96} height={96} />
        </div>
        <div className={css["text"]}>
          <h1 className={css["name"]}>{item.name}</h1>
          <p className={css["dosage"]}>
            {item.dosage}
            {item.prescription && " · Prescription"}
          </p>
          <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
        </div>
      </div>
    </Stack>
  );
}

/** Directions and terms of the subscription. */
function SubscriptionDetailsCard({
  subscription,
  onReported,
}: {
  subscription: Subscription;
  onReported: (message: string) => void;
}) {
  const { formatDay } = useDates();
  const { item, startedat, status } = subscription;
  const isCancelled = status === "cancelled";
  const { refills } = subscription.state;
  return (
    <Card as="section" gap={5} aria-labelledby="facts">
      <CardHead id="facts" title="Good to know" />
      {item.directions && (
        <HowToUse picture={item.image}>
          <p>{item.directions}</p>
        </HowToUse>
      )}
      <SummaryList
        rows={[
          ...(isCancelled ? [] : [{ label: "Price", value: priceAndPeriodText(subscription) }]),
          ...(refills ? [{ label: "Prescription", value: refills }] : []),
          { label: "Since", value: formatDay(startedat) },
        ]}
      />
      <div>
        {!isCancelled && (
          <p className={css["muted"]}>Prices are before tax. We'll email you at least 5 days before every charge.</p>
        )}
        <Link standalone href="/account-settings/billing-details">
          Card and billing
        </Link>
      </div>
      {subscription.reportable && (
        <div>
          <NotMine
            question={`Wasn't ${item.name} prescribed to you?`}
            detail="We won't send it or charge you for it, and a doctor will look into it today. If it turns out to be yours, everything continues as planned."
            busyLabel="Sending"
            report={async () => {
              const { message } = await call(treatment.reportMedicine, { params: { id: subscription.id } });
              onReported(message);
              await queryClient.invalidateQueries({ queryKey: queryKey(treatment.overview) });
            }}
          />
        </div>
      )}
    </Card>
  );
}
