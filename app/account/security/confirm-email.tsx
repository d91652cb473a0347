import { useState } from "react";
import { call } from "#app/api/call.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { queryClient, queryOf } from "#app/api/query.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { account } from "#contract/account/calls.ts";

/** Confirms the address the link was mailed to. It takes a press: programs that check mails open links, and so does a browser that loads ahead. */
export function ConfirmEmail({ code }: { code: string }) {
  const [busy, setBusy] = useState(false);
  const [confirmed, setConfirmed] = useState<string | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  async function confirm() {
    setBusy(true);
    setFailure(null);
    try {
      const { email } = await call(account.verifyEmail, { body: { code } });
      setConfirmed(email);
      await queryClient.invalidateQueries({ queryKey: queryOf(account.user, {}).queryKey });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  if (confirmed !== null)
    return (
      <Alert tone="success" title="Thank you">
        {confirmed} is confirmed.
      </Alert>
    );
  return (
    <Alert tone="info" title="Is this your email address?">
      <Stack gap={3}>
        <p>You opened the link we emailed. Press here, and we’ll send everything to that address.</p>
        {failure !== null && <Alert tone="warning">{errorMessage(failure)}</Alert>}
        <Button busy={busy} busyLabel="Confirming your email" onClick={() => void confirm()}>
          Confirm my email
        </Button>
      </Stack>
    </Alert>
  );
}
