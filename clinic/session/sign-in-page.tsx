import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useSearch } from "wouter";
import * as z from "zod/mini";
import { errorMessage } from "#app/api/api-error.ts";
import { Form } from "#app/forms/form.tsx";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Spinner } from "#app/ui/actions/spinner.tsx";
import { SecretField } from "#app/ui/forms/secret-field.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { queryOf } from "#clinic/api/query.ts";
import { EntryPage } from "#clinic/ui/entry-page.tsx";
import { focusFirst } from "#clinic/ui/focus.ts";
import { staffSessionCalls } from "#contract/staff/sessions.ts";
import { ProofForm } from "./proof-form.tsx";
import { providerProblem, providerUrl } from "./provider.ts";
import type { StaffSessionStore } from "./session.ts";
import type { SessionState } from "./session-state.ts";

const foot =
  "No invitation yet, or lost your phone and passkey? Ask an administrator of your practice to send you a link.";

/** In place of whatever page the address is of: signing in shows that page. */
export function SignInPage({ session, leftBy }: { session: StaffSessionStore; leftBy: SessionState["leftBy"] }) {
  const options = useQuery(queryOf(staffSessionCalls.signInOptions, {}));
  const [emergency, setEmergency] = useState(false);
  const problem = providerProblem(useSearch());
  const { provider, password } = options.data ?? { provider: false, password: true };
  return (
    <EntryPage title="Sign in" lead="For people who work at the practice." foot={foot}>
      <Stack gap={5}>
        {leftBy === "ended" && (
          <Alert tone="info" title="You’re signed out">
            Your session has ended. Sign in and you’ll be back where you were.
          </Alert>
        )}
        {leftBy === "signed_out" && <Alert tone="success">You’re signed out. Nothing is kept on this computer.</Alert>}
        {problem && <Alert tone="warning">{problem}</Alert>}
        {options.isPending && <Spinner label="One moment" />}
        {provider && (
          <ButtonLink wide data-first href={providerUrl()}>
            Use your practice’s sign-in
          </ButtonLink>
        )}
        {!options.isPending && (password || emergency) && <PasswordForm session={session} />}
        {!password && !emergency && (
          <Button variant="quiet" onClick={() => setEmergency(true)}>
            Use an emergency account
          </Button>
        )}
      </Stack>
    </EntryPage>
  );
}

const PasswordForm = ({ session }: { session: StaffSessionStore }) => (
  <div ref={focusFirst}>
    <Form
      schema={z.pick(staffSessionCalls.signIn.body, { email: true, password: true })}
      names={["email", "password"]}
      defaultValues={{ email: "", password: "" }}
      onSubmit={(values) => session.signIn(values)}
    >
      {({ field, busy }) => (
        <>
          <TextField label="Email" type="email" autoComplete="username" autoCapitalize="none" {...field("email")} />
          <SecretField label="Password" autoComplete="current-password" {...field("password")} />
          <Button type="submit" wide busy={busy} busyLabel="Signing in">
            Continue
          </Button>
        </>
      )}
    </Form>
  </div>
);

/** The second step: what they have, besides what they know. */
export function SecondFactorPage({ session }: { session: StaffSessionStore }) {
  const proofs = session.get().session?.proofs ?? [];
  const [problem, setProblem] = useState("");
  const startOver = () => session.signOut().catch((error: unknown) => setProblem(errorMessage(error)));
  return (
    <EntryPage title="Prove it’s you" lead="Your password is right. One more step." foot={foot}>
      <Stack gap={4}>
        <ProofForm session={session} proofs={proofs} />
        <Button variant="quiet" onClick={() => void startOver()}>
          Start over
        </Button>
        {problem && <Alert tone="warning">{problem}</Alert>}
      </Stack>
    </EntryPage>
  );
}
