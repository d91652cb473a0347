import { Stack } from "#app/ui/layout/stack.tsx";
import { useParams } from "wouter";
import { errorMessage } from "#app/api/api-error.ts";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { MapPinPlant } from "#app/ui/brand/illustrations/map-pin-plant.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { BackLink } from "#app/ui/actions/back-link.tsx";
import { useTreatment } from "../queries.ts";
import { SubscriptionContent } from "./subscription-content.tsx";

/** One subscription: costs and dates, everything the patient can do with it, and past orders. */
export default function SubscriptionPage() {
  const { id } = useParams<{ id: string }>();
  const { data, error, isFetching, refetch } = useTreatment();
  const subscription = data?.subscriptions.find((each) => each.id === id);
  if (data && !subscription) return <SubscriptionNotFound />;
  return (
    <Stack gap={6}>
      {data && subscription ? (
        <SubscriptionContent key={id} subscription={subscription} charges={data.charges} />
      ) : (
        <>
          <div>
            <BackLink href="/treatment">Your plan</BackLink>
            <h1>Your subscription</h1>
          </div>
          {error ? (
            <ErrorState busy={isFetching} onRetry={() => void refetch()}>
              {errorMessage(error)}
            </ErrorState>
          ) : (
            <>
              <Skeleton shape="card" count={1} />
              <Skeleton shape="row" count={4} label="" />
            </>
          )}
        </>
      )}
    </Stack>
  );
}

function SubscriptionNotFound() {
  return (
    <EmptyState
      level={1}
      illustration={<MapPinPlant />}
      title="We couldn't find this subscription"
      action={<ButtonLink href="/treatment">See your plan</ButtonLink>}
    >
      The address may be misspelled, or the subscription belongs to another account.
    </EmptyState>
  );
}
