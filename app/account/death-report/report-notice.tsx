import { useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { call } from "#app/api/call.ts";
import { queryClient } from "#app/api/query.ts";
import { settings } from "#app/settings.ts";
import { signOut } from "#app/sign-out/sign-out.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { moveFocusToTop } from "#app/ui/focus.ts";
import { Card } from "#app/ui/layout/card.tsx";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { account } from "#contract/account/calls.ts";

/** In place of every page while somebody says that the patient died: whoever reads it can say that it's wrong, by one press. */
export function ReportNotice({ firstname }: { firstname: string | null }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  async function startAgain() {
    setBusy(true);
    setFailure(null);
    try {
      await call(account.denyDeath, {});
      await queryClient.invalidateQueries();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }
  const { supportphone } = settings.brand;
  const phone = <Link href={`tel:+1-${supportphone}`}>{supportphone}</Link>;
  return (
    <div ref={moveFocusToTop} tabIndex={-1}>
      <Stack gap={6}>
        <Heading lead="Everything is still here. Nothing is lost.">Your account is on hold</Heading>
        <Card as="section" aria-labelledby="alive" gap={4}>
          <h2 id="alive">{firstname === null ? "Is this your account?" : `Are you ${firstname}?`}</h2>
          <p>
            Someone told us that the owner of this account has died. So we've stopped your orders, charges, emails and
            reminders. If that's wrong, we're so glad, and we're sorry for the scare.
          </p>
          <p>
            Tell us you're OK, and we'll start everything again. We'll let you know before your next charge, as always.
            If you need medicine now, call us at {phone}.
          </p>
          {failure !== null && <Alert tone="danger">{errorMessage(failure)}</Alert>}
          <Cluster>
            <Button busy={busy} busyLabel="Starting again" onClick={() => void startAgain()}>
              I'm OK. Start everything again
            </Button>
          </Cluster>
        </Card>
        <Card as="section" aria-labelledby="family" gap={4}>
          <h2 id="family">Are you family or a friend?</h2>
          <p>
            We're sorry for your loss. You don't need to do anything here. To talk to us, or to ask for records, call us
            at {phone}.
          </p>
          <Cluster>
            <Button variant="secondary" onClick={() => void signOut()}>
              Log out
            </Button>
          </Cluster>
        </Card>
      </Stack>
    </div>
  );
}
