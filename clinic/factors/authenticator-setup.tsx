import { useEffect, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Spinner } from "#app/ui/actions/spinner.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { call } from "#clinic/api/call.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { type FactorAdded, staffFactorCalls } from "#contract/staff/factors.ts";
import { AuthenticatorCodeField } from "#clinic/session/authenticator-code-field.tsx";
import { focusFirst } from "#clinic/ui/focus.ts";
import css from "./authenticator-setup.module.css";
import { QrCode } from "./qr-code.tsx";

/** In groups of four, as it is typed from the screen. */
export const spacedSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");

/** Sets up an authenticator app: the code to scan or to type, then the first six digits. */
export function AuthenticatorSetup({ onAdded }: { onAdded: (added: FactorAdded) => void }) {
  const [secret, setSecret] = useState<Output<typeof staffFactorCalls.newAuthenticator> | null>(null);
  const [problem, setProblem] = useState("");
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    call(staffFactorCalls.newAuthenticator, { body: {} }).then(
      (answer) => current && setSecret(answer),
      (error: unknown) => current && setProblem(errorMessage(error)),
    );
    return () => {
      current = false;
    };
  }, [attempt]);
  if (problem)
    return (
      <Alert
        tone="warning"
        actions={
          <Button
            variant="secondary"
            onClick={() => {
              setProblem("");
              setAttempt(attempt + 1);
            }}
          >
            Try again
          </Button>
        }
      >
        {problem}
      </Alert>
    );
  if (!secret) return <Spinner label="One moment" />;
  return (
    <Stack gap={4} ref={focusFirst}>
      <ol className={css["steps"]}>
        <li>
          <p>Scan this with your authenticator app, or type the key into it.</p>
          <div className={css["scan"]}>
            <QrCode text={secret.uri} label="QR code for your authenticator app" />
            <p>
              Key
              <br />
              <code className={css["secret"]}>{spacedSecret(secret.secret)}</code>
            </p>
          </div>
        </li>
        <li>
          <p>Enter the 6 digits it shows now.</p>
        </li>
      </ol>
      <Form
        schema={staffFactorCalls.confirmAuthenticator.body}
        names={["code"]}
        defaultValues={{ code: "" }}
        onSubmit={async (body) => onAdded(await call(staffFactorCalls.confirmAuthenticator, { body }))}
      >
        {({ field, busy }) => (
          <>
            <AuthenticatorCodeField {...field("code")} />
            <Button type="submit" busy={busy} busyLabel="Checking">
              Add the app
            </Button>
          </>
        )}
      </Form>
    </Stack>
  );
}
