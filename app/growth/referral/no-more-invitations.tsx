import { useState } from "react";
import { isApiError, errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { marketingUrl, settings } from "#app/settings.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { StandalonePage } from "#app/ui/layout/standalone-page.tsx";
import { OfflineNotice } from "#app/ui/feedback/offline-notice.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import { MapPinPlant } from "#app/ui/brand/illustrations/map-pin-plant.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { growth } from "#contract/growth/calls.ts";

/** Target of the opt-out link in an invitation; no account needed. It takes a press: programs that check mails open links. */
export default function NoMoreInvitations() {
  return (
    <StandalonePage home={marketingUrl("/")}>
      <OfflineNotice />
      <StatusMessage visible>
        <StopInvitations />
      </StatusMessage>
    </StandalonePage>
  );
}

function StopInvitations() {
  const [token] = useState(() => location.hash.slice(1));
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [error, setError] = useState<unknown>(null);
  async function stop() {
    setBusy(true);
    setError(null);
    try {
      await call(growth.stopInvitations, { body: { token } });
      setDone(true);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }
  if (isApiError(error) && error.status === 400)
    return (
      <EmptyState level={1} illustration={<MapPinPlant />} title="Part of this link is missing">
        Please open it again from the email, or contact {settings.brand.supportemail} and we'll take care of it.
      </EmptyState>
    );
  if (error !== null)
    return (
      <ErrorState level={1} title="That didn't work yet" busy={busy} onRetry={() => void stop()}>
        {errorMessage(error)}
      </ErrorState>
    );
  if (!done)
    return (
      <EmptyState
        level={1}
        illustration={<EnvelopeFlower />}
        title="No more invitations?"
        action={
          <Button busy={busy} busyLabel="One moment" onClick={() => void stop()}>
            Stop all invitations
          </Button>
        }
      >
        No one will be able to send you an invitation from {settings.brand.name} again.
      </EmptyState>
    );
  return (
    <EmptyState level={1} illustration={<EnvelopeFlower />} title="No more invitations">
      Done. No one can send you an invitation from {settings.brand.name} again. You’re all set, and you can close this
      page.
    </EmptyState>
  );
}
