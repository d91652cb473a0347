import { Stack } from "#app/ui/layout/stack.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { BackLink } from "#app/ui/actions/back-link.tsx";
import { subscriptionStatus } from "../status-labels.ts";
import css from "./subscription-head.module.css";

/** The item and its status. */
export function SubscriptionHead({ subscription }: { subscription: Subscription }) {
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
