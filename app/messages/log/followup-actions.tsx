import { Stack } from "#app/ui/layout/stack.tsx";
import { errorMessage } from "#app/api/api-error.ts";
import { openFollowup } from "#app/followup/followup-opener.ts";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import { CheckIcon } from "#app/ui/brand/base-icons.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import type { Message } from "#contract/messages/message.ts";
import { useMarkActionDone } from "../queries.ts";

/** The action a message asks of the patient: do it, or mark it as done. */
export function FollowupActions({ message }: { message: Message }) {
  const { mutate, isPending, error } = useMarkActionDone(message);
  const busy = useDelayedBusy(isPending);
  const done = message.actionstatus === "ANSWERED";
  return (
    <Stack gap={4} aria-live="polite">
      {done ? (
        <StatusBadge tone="success">
          <CheckIcon />
          Done
        </StatusBadge>
      ) : (
        <>
          {error && <Alert tone="warning">{errorMessage(error)}</Alert>}
          <Cluster stretch>
            <ButtonLink href="/home" onClick={openFollowup}>
              Answer now
            </ButtonLink>
            <Button variant="secondary" busy={busy} busyLabel="Please wait" onClick={() => isPending || mutate()}>
              Mark as done
            </Button>
          </Cluster>
        </>
      )}
    </Stack>
  );
}
