import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { errorMessage, isApiError } from "#app/api/api-error.ts";
import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Spinner } from "#app/ui/actions/spinner.tsx";
import { SecretField } from "#app/ui/forms/secret-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import { queryOf } from "#clinic/api/query.ts";
import { refusalAt } from "#clinic/api/refusal.ts";
import { AuthenticatorSetup } from "#clinic/factors/authenticator-setup.tsx";
import { PasskeySetup } from "#clinic/factors/passkey-setup.tsx";
import { RecoveryCodes } from "#clinic/factors/recovery-codes.tsx";
import { session, useSession } from "#clinic/session/current.ts";
import { hasPasskeys } from "#clinic/session/passkey.ts";
import { linkedProviderUrl } from "#clinic/session/provider.ts";
import { EntryPage } from "#clinic/ui/entry-page.tsx";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import { staffLimits } from "#contract/staff/constants.ts";
import type { FactorAdded } from "#contract/staff/factors.ts";
import { type Invitation, staffSessionCalls, StaffPassword } from "#contract/staff/sessions.ts";

/**
 * The way in by a mailed link, an invitation or a new start: a password, a passkey or an authenticator app, the recovery codes. A reload after the
 * password continues where it was, because the session waits for the factor; in another browser the link begins again with the password.
 */
export function JoinPage({ token, onDone }: { token: string | null; onDone: () => void }) {
  const { stage } = useSession();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  async function added({ recoverycodes }: FactorAdded) {
    if (recoverycodes !== null) return setCodes(recoverycodes);
    await session.refresh();
    onDone();
  }
  async function saved() {
    await session.refresh();
    onDone();
  }
  if (codes !== null)
    return (
      <EntryPage title="Save your recovery codes">
        <RecoveryCodes codes={codes} onSaved={() => void saved()} />
      </EntryPage>
    );
  if (stage === "enrolling") return <FactorStep onAdded={(result) => void added(result)} />;
  return token === null ? <LinkProblem /> : <PasswordStep token={token} />;
}

function LinkProblem() {
  return (
    <EntryPage title="This link doesn’t work">
      <Stack gap={4}>
        <p>
          It has expired, a newer one was sent, you have come in with it before, or it wasn’t copied in full. An
          administrator can send it again.
        </p>
        <p>
          <a href="/clinic">Sign in instead</a>
        </p>
      </Stack>
    </EntryPage>
  );
}

function PasswordStep({ token }: { token: string }) {
  const invitation = useQuery({
    // The token stays out of the cache's keys.
    queryKey: ["invitation"],
    queryFn: () => call(staffSessionCalls.invitation, { body: { token } }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (isApiError(invitation.error) && invitation.error.code !== "network" && invitation.error.status < 500)
    return <LinkProblem />;
  if (invitation.isError)
    return (
      <EntryPage title="We couldn’t open your link">
        <Alert
          tone="warning"
          actions={
            <Button variant="secondary" onClick={() => void invitation.refetch()}>
              Try again
            </Button>
          }
        >
          {errorMessage(invitation.error)}
        </Alert>
      </EntryPage>
    );
  if (!invitation.data)
    return (
      <EntryPage title="Opening your link">
        <Spinner label="One moment" />
      </EntryPage>
    );
  return <Ways token={token} invitation={invitation.data} />;
}

/** By the practice's identity provider where it has one; with a password where that is allowed, and always for an emergency account. */
function Ways({ token, invitation }: { token: string; invitation: Invitation }) {
  const options = useQuery(queryOf(staffSessionCalls.signInOptions, {}));
  const [withPassword, setWithPassword] = useState(false);
  if (options.isPending)
    return (
      <EntryPage title="Opening your link">
        <Spinner label="One moment" />
      </EntryPage>
    );
  const { provider, password } = options.data ?? { provider: false, password: true };
  if (!provider || withPassword) return <PasswordForm token={token} invitation={invitation} />;
  return (
    <EntryPage
      title={invitation.kind === "invitation" ? `Welcome, ${invitation.name}` : "Start anew"}
      lead="Sign in the way you do everywhere at your practice. After that you come in with one button."
      foot={`This link works until ${practiceDayAndTime(invitation.expiresat)}.`}
    >
      <Stack gap={4}>
        <Button wide data-first onClick={() => location.assign(linkedProviderUrl(token))}>
          Use your practice’s sign-in
        </Button>
        <Button variant="quiet" onClick={() => setWithPassword(true)}>
          {password ? "Choose a password instead" : "This is an emergency account"}
        </Button>
      </Stack>
    </EntryPage>
  );
}

const Choice = z.strictObject({ password: StaffPassword });

function PasswordForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const starting = invitation.kind === "invitation";
  return (
    <EntryPage
      title={starting ? `Welcome, ${invitation.name}` : "Start anew"}
      lead={
        starting
          ? "Choose a password first. Then you add a passkey or an authenticator app."
          : "Your old password and everything you signed in with have ended. Choose a new password."
      }
      foot={`This link works until ${practiceDayAndTime(invitation.expiresat)}.`}
    >
      <Form
        schema={Choice}
        names={["password"]}
        defaultValues={{ password: "" }}
        onSubmit={({ password }) =>
          session.accept({ token, password }).catch((error: unknown) => {
            throw refusalAt(error, { common_password: "password" });
          })
        }
      >
        {({ field, busy }) => (
          <>
            {/* A password manager files the password under it. */}
            <input type="text" autoComplete="username" value={invitation.email} readOnly hidden />
            <p>
              You’ll sign in as <b>{invitation.email}</b>.
            </p>
            <SecretField
              label="New password"
              hint={`At least ${staffLimits.passwordMin} characters. Several words are easier to remember.`}
              autoComplete="new-password"
              {...field("password")}
            />
            <Button type="submit" wide busy={busy} busyLabel="Saving">
              Continue
            </Button>
          </>
        )}
      </Form>
    </EntryPage>
  );
}

function FactorStep({ onAdded }: { onAdded: (added: FactorAdded) => void }) {
  const passkeys = hasPasskeys();
  const [way, setWay] = useState<"passkey" | "app">(passkeys ? "passkey" : "app");
  return (
    <EntryPage
      title={way === "passkey" ? "Add a passkey" : "Add an authenticator app"}
      lead={
        way === "passkey"
          ? "Your fingerprint, your face or a security key. It can’t be guessed or given away by mistake."
          : "An app on your phone that shows a new code every 30 seconds."
      }
    >
      <Stack gap={4}>
        {way === "passkey" ? <PasskeySetup onAdded={onAdded} /> : <AuthenticatorSetup onAdded={onAdded} />}
        {passkeys && (
          <Button variant="quiet" onClick={() => setWay(way === "passkey" ? "app" : "passkey")}>
            {way === "passkey" ? "Use an authenticator app instead" : "Use a passkey instead"}
          </Button>
        )}
        {!passkeys && <p>This browser can’t make passkeys. You can add one later on another device.</p>}
      </Stack>
    </EntryPage>
  );
}
