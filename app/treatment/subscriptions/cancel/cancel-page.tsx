import { Stack } from "#app/ui/layout/stack.tsx";
import { useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { useSession } from "#app/api/session/session.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import type { Emergency } from "#contract/emergency/emergency.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { BackLink } from "#app/ui/actions/back-link.tsx";
import { useTreatment } from "../../queries.ts";
import css from "./cancel.module.css";
import { CancelForm } from "./cancel-form.tsx";
import { Cancelled } from "./subscription-cancelled.tsx";
import { cancellableSubscriptions } from "./cancel-rules.ts";
import { CancelOfferAccepted } from "./cancel-confirmation.tsx";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { MoonLeaves } from "#app/ui/brand/illustrations/moon-leaves.tsx";

/** Says why there is nothing to cancel. */
function NothingToCancel({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const pending = subscriptions.some(({ status }) => status === "pending");
  return (
    <EmptyState
      level={1}
      illustration={<MoonLeaves />}
      title={pending ? "Your subscription hasn't started yet" : "You have nothing to cancel"}
      action={
        pending ? (
          <ButtonLink href="/contact-us">Contact us</ButtonLink>
        ) : (
          <ButtonLink href="/treatment">See your plan</ButtonLink>
        )
      }
    >
      {pending
        ? "It starts when your doctor approves it. You won't be charged before then. If you change your mind, please contact us."
        : "There are no charges planned on your card."}
    </EmptyState>
  );
}

export interface CancelOutcome {
  readonly kind: "cancel" | "stay";
  readonly ids: readonly string[];
  /** The server's message. */
  readonly message: string;
  /** All of the patient's subscriptions after the decision. */
  readonly after: readonly Subscription[];
  /** The reason the patient gave reveals an emergency: whom to turn to at once. */
  readonly emergency: Emergency | null;
}

/** Cancelling takes one screen to decide and one to confirm. No reason required, no chat, no call (decisions §9). */
export default function CancelSubscription() {
  const { record } = useSession();
  const { data, error, isFetching, refetch } = useTreatment();
  const [outcome, setOutcome] = useState<CancelOutcome | null>(null);
  if (outcome) return outcome.kind === "cancel" ? <Cancelled {...outcome} /> : <CancelOfferAccepted {...outcome} />;
  if (data && cancellableSubscriptions(data.subscriptions).length === 0)
    return <NothingToCancel subscriptions={data.subscriptions} />;
  return (
    <Stack gap={6} className={css["page"]}>
      <div>
        <BackLink href="/treatment">Your plan</BackLink>
        <Heading lead="You don't need a reason or a call. It ends right away, and you won't be charged again.">
          Cancel your subscription
        </Heading>
      </div>
      {data && record ? (
        <CancelForm
          subscriptions={cancellableSubscriptions(data.subscriptions)}
          patientid={record.id}
          onDone={setOutcome}
        />
      ) : error ? (
        <ErrorState busy={isFetching} onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <Skeleton shape="row" count={4} />
      )}
    </Stack>
  );
}
