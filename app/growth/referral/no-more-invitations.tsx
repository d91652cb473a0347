import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isApiError, errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { queryClient } from "#app/api/query.ts";
import { marketingUrl, settings } from "#app/settings.ts";
import { StandalonePage } from "#app/ui/layout/standalone-page.tsx";
import { OfflineNotice } from "#app/ui/feedback/offline-notice.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { MapPinPlant } from "#app/ui/brand/illustrations/map-pin-plant.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { growth } from "#contract/growth/calls.ts";

/** Target of the opt-out link in an invitation: opening it stops all further invitations, no account needed. */
export default function NoMoreInvitations() {
  return (
    <QueryClientProvider client={queryClient}>
      <StandalonePage home={marketingUrl("/")}>
        <OfflineNotice />
        <StatusMessage visible>
          <StopInvitations />
        </StatusMessage>
      </StandalonePage>
    </QueryClientProvider>
  );
}

function StopInvitations() {
  const [token] = useState(() => location.hash.slice(1));
  const { isPending, error, isFetching, refetch } = useQuery({
    queryKey: ["stop invitations", token],
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => call(growth.stopInvitations, { body: { token } }),
  });
  if (isPending) return <EmptyState level={1} illustration={<EnvelopeFlower />} title="One moment …" />;
  if (isApiError(error) && error.status === 400)
    return (
      <EmptyState level={1} illustration={<MapPinPlant />} title="Part of this link is missing">
        Please open it again from the email, or contact {settings.brand.supportemail} and we'll take care of it.
      </EmptyState>
    );
  if (error)
    return (
      <ErrorState level={1} title="That didn't work yet" busy={isFetching} onRetry={() => void refetch()}>
        {errorMessage(error)}
      </ErrorState>
    );
  return (
    <EmptyState level={1} illustration={<EnvelopeFlower />} title="No more invitations">
      Done. No one can send you an invitation from {settings.brand.name} again. You’re all set, and you can close this
      page.
    </EmptyState>
  );
}
