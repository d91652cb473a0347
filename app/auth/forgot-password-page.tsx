import { useState } from "react";
import { call } from "#app/api/api.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { EnvelopeFlower } from "#app/ui/illustrations/envelope-flower.tsx";
import { Link } from "#app/ui/link.tsx";
import { auth } from "#contract/auth.ts";
import css from "./auth-page.module.css";
import { checkForm } from "./check-form.ts";
import { EmailField } from "./email-field.tsx";
import { readFromTop } from "./read-from-top.ts";
import { useAuthForm } from "./use-auth-form.ts";

export default function ForgotPasswordPage() {
  const [email, setEmail] = useState("");
  const [sent, setSent] = useState(false);
  if (sent) return <Sent email={email} onResend={() => setSent(false)} />;
  const done = (to: string) => {
    setEmail(to);
    setSent(true);
  };
  return <Ask email={email} onSent={done} />;
}

function Ask({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { busy, problem, errorOf, kept, formProps } = useAuthForm({
    name: "forgot-password",
    fields: ["email"],
    keep: ["email"],
    submit: async (given) => {
      const { values, errors } = checkForm(auth.forgotPassword.body, given);
      if (errors) return errors;
      await call(auth.forgotPassword, { body: values });
      onSent(values.email);
      return null;
    },
  });
  return (
    <div className={css["page"]}>
      <Heading lead="Tell us your email, and we send you a link to choose a new password.">Recover Password</Heading>
      {problem && <Alert kind="warning">{problem}</Alert>}
      <form {...formProps} className={css["form"]}>
        <EmailField required autoComplete="username" defaultValue={email || kept("email")} error={errorOf("email")} />
        <Button type="submit" wide busy={busy} busyLabel="Sending">
          Send
        </Button>
      </form>
      <p className={css["aside"]}>
        <Link standalone href="/login">
          Back to log in
        </Link>
      </p>
    </div>
  );
}

function Sent({ email, onResend }: { email: string; onResend: () => void }) {
  return (
    <div className={`${css["page"]} ${css["centered"]}`} ref={readFromTop}>
      <div className={css["picture"]}>
        <EnvelopeFlower />
      </div>
      <Heading centered>It's on the way</Heading>
      <p>
        If there is an account for <strong className={css["strong"]}>{email}</strong>, a link is on its way to it. It
        works for 30 minutes. Look into your spam folder, too.
      </p>
      <Button variant="secondary" wide onClick={onResend}>
        Resend Link
      </Button>
      <p className={css["aside"]}>
        <Link standalone href="/login">
          Back to log in
        </Link>
      </p>
    </div>
  );
}
