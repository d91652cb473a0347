import { useState } from "react";
import { useSearch } from "wouter";
import * as z from "zod/mini";
import { errorMessage } from "#app/api/api-error.ts";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { Form } from "#app/forms/form.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { focusFirst } from "#clinic/ui/focus.ts";
import { staffSessionCalls, type Proof } from "#contract/staff/sessions.ts";
import { AuthenticatorCodeField } from "./authenticator-code-field.tsx";
import { providerProblem, providerUrl } from "./provider.ts";
import { askForPasskey, hasPasskeys } from "./passkey.ts";
import type { StaffSessionStore } from "./session.ts";
import css from "./proof-form.module.css";

const ways: Readonly<Record<Proof, string>> = {
  provider: "Use your practice’s sign-in",
  passkey: "Use a passkey",
  code: "Use an authenticator code",
  recovery_code: "Use a recovery code",
};

/** The ways to offer: what the person has, as far as this browser can use it. */
export const offeredProofs = (proofs: readonly Proof[], passkeys: boolean): readonly Proof[] =>
  (["provider", "passkey", "code", "recovery_code"] as const).filter(
    (proof) => proofs.includes(proof) && (proof !== "passkey" || passkeys),
  );

/** Proves that it is them, in one of the ways they have: at sign-in, at the lock, and again for what needs a fresh proof. */
export function ProofForm({ session, proofs }: { session: StaffSessionStore; proofs: readonly Proof[] }) {
  const offered = offeredProofs(proofs, hasPasskeys());
  const [way, setWay] = useState<Proof | undefined>(offered[0]);
  if (proofs.length === 0)
    return (
      <Alert tone="warning" title="You have no passkey or authenticator app yet">
        Please open the link in your email again: you’ll continue where you left off. If it has expired, ask an
        administrator to send it again.
      </Alert>
    );
  if (way === undefined)
    return (
      <Alert tone="warning" title="This browser can’t use your passkey">
        Please open this page in another browser, or ask an administrator to send you a link to start anew.
      </Alert>
    );
  return (
    <Stack gap={4}>
      <div key={way} ref={focusFirst}>
        {way === "provider" && <ProviderProof />}
        {way === "passkey" && <PasskeyProof session={session} />}
        {way === "code" && <CodeProof session={session} />}
        {way === "recovery_code" && <RecoveryCodeProof session={session} />}
      </div>
      {offered.length > 1 && (
        <ul className={css["others"]}>
          {offered
            .filter((other) => other !== way)
            .map((other) => (
              <li key={other}>
                <Button variant="quiet" onClick={() => setWay(other)}>
                  {ways[other]}
                </Button>
              </li>
            ))}
        </ul>
      )}
    </Stack>
  );
}

/** Leaves for the identity provider, which sends the browser back to this page. */
function ProviderProof() {
  const problem = providerProblem(useSearch());
  return (
    <Stack gap={3}>
      <a className={css["provider"]} data-first href={providerUrl({ proof: true })}>
        Use your practice’s sign-in
      </a>
      {problem && <Alert tone="warning">{problem}</Alert>}
    </Stack>
  );
}

function PasskeyProof({ session }: { session: StaffSessionStore }) {
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState("");
  const busy = useDelayedBusy(asking);
  async function prove() {
    if (asking) return;
    setAsking(true);
    setProblem("");
    try {
      await session.provePasskey(await askForPasskey(await session.passkeyOptions()));
    } catch (error) {
      setProblem(errorMessage(error));
      setAsking(false);
    }
  }
  return (
    <Stack gap={3}>
      <Button wide data-first busy={busy} busyLabel="Waiting for your passkey" onClick={() => void prove()}>
        Use a passkey
      </Button>
      {problem && <Alert tone="warning">{problem}</Alert>}
    </Stack>
  );
}

function CodeProof({ session }: { session: StaffSessionStore }) {
  return (
    <Form
      schema={staffSessionCalls.proveCode.body}
      names={["code"]}
      defaultValues={{ code: "" }}
      onSubmit={({ code }) => session.proveCode(code)}
    >
      {({ field, busy }) => (
        <>
          <AuthenticatorCodeField {...field("code")} />
          <Button type="submit" wide busy={busy} busyLabel="Checking">
            Continue
          </Button>
        </>
      )}
    </Form>
  );
}

function RecoveryCodeProof({ session }: { session: StaffSessionStore }) {
  return (
    <Form
      schema={z.pick(staffSessionCalls.proveRecoveryCode.body, { code: true })}
      names={["code"]}
      defaultValues={{ code: "" }}
      onSubmit={({ code }) => session.proveRecoveryCode(code)}
    >
      {({ field, busy }) => (
        <>
          <TextField
            label="One of your recovery codes"
            hint="Each one works once."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...field("code")}
          />
          <Button type="submit" wide busy={busy} busyLabel="Checking">
            Continue
          </Button>
        </>
      )}
    </Form>
  );
}
