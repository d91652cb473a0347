import { useState } from "react";
import { useSearch } from "wouter";
import { call } from "#app/api/call.ts";
import { session } from "#app/api/session/session.ts";
import { EmailField } from "#app/auth/email-field.tsx";
import { useAuthForm } from "#app/auth/use-auth-form.ts";
import { validateForm } from "#app/auth/validate-form.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { SecretField } from "#app/ui/forms/secret-field.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { account } from "#contract/account/calls.ts";
import type { HelperSignedIn } from "#contract/account/helpers.ts";
import css from "./helpers.module.css";

type Person = HelperSignedIn["people"][number];

/** The sign-in of helpers. Whoever helps several people chooses for whom, with the password still in the form. */
export function SignIn() {
  const search = useSearch();
  const [people, setPeople] = useState<readonly Person[]>([]);
  const [forgot, setForgot] = useState(false);
  const { busy, problem, errorOf, draftValue, formProps } = useAuthForm({
    name: "helper-login",
    fields: ["email", "password"],
    draftFields: ["email"],
    submit: async ({ email, password, helperid }) => {
      const { values, errors } = validateForm(account.helperSignIn.body, {
        ...{ email, password },
        ...(helperid && { helperid }),
      });
      if (errors) return errors;
      const answer = await call(account.helperSignIn, { body: values });
      if (answer.idToken === null) setPeople(answer.people);
      else session.signedIn(answer.idToken, null);
      return null;
    },
  });
  if (forgot) return <Forgot onBack={() => setForgot(false)} />;
  return (
    <Stack gap={5} className={css["narrow"]}>
      <Heading lead="With the email your invitation came to, and the password you chose.">Log in as a helper</Heading>
      {problem ? (
        <Alert tone="warning">{problem}</Alert>
      ) : (
        new URLSearchParams(search).get("expired") === "true" && (
          <Alert>You've been logged out. If you can't log in anymore, your help has ended.</Alert>
        )
      )}
      <form {...formProps} className={css["form"]}>
        <EmailField
          required
          autoComplete="username"
          defaultValue={draftValue("email")}
          error={errorOf("email")}
          onInput={() => setPeople([])}
        />
        <SecretField
          required
          label="Password"
          name="password"
          autoComplete="current-password"
          error={errorOf("password")}
        />
        {people.length > 0 && <WhomToHelp people={people} />}
        <Button type="submit" wide busy={busy} busyLabel="Logging in">
          Continue
        </Button>
      </form>
      <Button variant="quiet" onClick={() => setForgot(true)}>
        Forgot password?
      </Button>
      <p>
        Are you in our care yourself?{" "}
        <Link href="/login" standalone>
          Log in to your account
        </Link>
      </p>
    </Stack>
  );
}

const WhomToHelp = ({ people }: { people: readonly Person[] }) => (
  <fieldset className={css["people"]}>
    <legend>Who are you helping today?</legend>
    {people.map(({ id, firstname }, index) => (
      <label key={id} className={css["person"]}>
        <input type="radio" name="helperid" value={id} defaultChecked={index === 0} />
        {firstname}
      </label>
    ))}
  </fieldset>
);

function Forgot({ onBack }: { onBack: () => void }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { busy, problem, errorOf, formProps } = useAuthForm({
    name: "helper-forgot",
    fields: ["email"],
    submit: async ({ email }) => {
      const { values, errors } = validateForm(account.helperForgotPassword.body, { email });
      if (errors) return errors;
      await call(account.helperForgotPassword, { body: values });
      setSentTo(values.email);
      return null;
    },
  });
  return (
    <Stack gap={5} className={css["narrow"]}>
      <Heading lead="We'll email you a link to choose a new one.">Forgot your password?</Heading>
      {problem && <Alert tone="warning">{problem}</Alert>}
      {sentTo !== null && (
        <Alert tone="success">If {sentTo} is a helper's, a link is on its way. It works once, for 30 minutes.</Alert>
      )}
      <form {...formProps} className={css["form"]}>
        <EmailField required autoComplete="username" error={errorOf("email")} />
        <Button type="submit" wide busy={busy} busyLabel="Sending">
          Send the link
        </Button>
      </form>
      <Button variant="quiet" onClick={onBack}>
        Back to log in
      </Button>
    </Stack>
  );
}
