import type { ReactNode } from "react";
import { chunkAhead } from "#app/router/load-chunk.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { EnvelopeFlower } from "#app/ui/illustrations/envelope-flower.tsx";
import css from "./auth-page.module.css";
import { EmailField } from "./email-field.tsx";
import { readFromTop } from "./read-from-top.ts";
import { useAuthForm } from "./use-auth-form.ts";
import { type Way, WayLink } from "./way.tsx";

/** What checks and sends the form; it comes while she types. */
const sender = chunkAhead(() => import("./ask-for-link.ts"));

/**
 * Asks where to mail the recovery link; `page` is where that link leads, the account pages when left out. With an `email`
 * from before, the screen takes the place of another one.
 */
export function AskForLink({
  email,
  page,
  toLogin,
  onSent,
}: {
  email: string | null;
  page?: "cart";
  toLogin: Way;
  onSent: (email: string) => void;
}) {
  const { busy, problem, errorOf, kept, formProps } = useAuthForm({
    name: "forgot-password",
    fields: ["email"],
    keep: ["email"],
    submit: async (given) => {
      const { askForLink } = await sender.get();
      const { values, errors } = await askForLink(given, page);
      if (errors) return errors;
      onSent(values.email);
      return null;
    },
  });
  return (
    <div className={css["page"]} ref={email === null ? undefined : readFromTop}>
      <Heading lead="Tell us your email, and we send you a link to choose a new password.">Recover Password</Heading>
      {problem && <Alert kind="warning">{problem}</Alert>}
      <form {...formProps} className={css["form"]}>
        <EmailField
          required
          onFocus={sender.prepare}
          autoComplete="username"
          defaultValue={email || kept("email")}
          error={errorOf("email")}
        />
        <Button type="submit" wide busy={busy} busyLabel="Sending">
          Send
        </Button>
      </form>
      <p className={css["aside"]}>
        <WayLink way={toLogin}>Back to log in</WayLink>
      </p>
    </div>
  );
}

/** The link was mailed. `children` say what comes after it, `toLogin` leads back. */
export function LinkSent({
  email,
  onResend,
  toLogin,
  children,
}: {
  email: string;
  onResend: () => void;
  toLogin: ReactNode;
  children?: ReactNode;
}) {
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
      {children}
      <Button variant="secondary" wide onClick={onResend}>
        Resend Link
      </Button>
      {toLogin}
    </div>
  );
}
