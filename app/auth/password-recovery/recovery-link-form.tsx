import type { ReactNode } from "react";
import { preloadableChunk } from "#app/router/load-chunk.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { EnvelopeFlower } from "#app/ui/brand/illustrations/envelope-flower.tsx";
import css from "../auth-page.module.css";
import { EmailField } from "../email-field.tsx";
import { FormNotice } from "../form-notice.tsx";
import { moveFocusToHeading } from "#app/ui/focus.ts";
import { useAuthForm } from "../use-auth-form.ts";
import { type ScreenTarget, TargetLink } from "../target-link.tsx";

/** Validation and sending of the form; loaded while the patient types. */
const formCode = preloadableChunk(() => import("./request-recovery-link.ts"));

/**
 * Asks for the address to mail the recovery link to; `page` is where that link leads, the account pages by default. With a previous `email` the
 * screen replaces another one.
 */
export function RecoveryLinkForm({
  email,
  page,
  loginLink,
  onSent,
}: {
  email: string | null;
  page?: "cart";
  loginLink: ScreenTarget;
  onSent: (email: string) => void;
}) {
  const { busy, problem, errorOf, draftValue, formProps } = useAuthForm({
    name: "forgot-password",
    fields: ["email"],
    draftFields: ["email"],
    submit: async (formValues) => {
      const { requestRecoveryLink } = await formCode.get();
      const { values, errors } = await requestRecoveryLink(formValues, page);
      if (errors) return errors;
      onSent(values.email);
      return null;
    },
  });
  return (
    <div className={css["page"]} ref={email === null ? undefined : moveFocusToHeading}>
      <Heading lead="Enter your email and we'll send you a link to choose a new password.">Recover Password</Heading>
      <FormNotice problem={problem} />
      <form {...formProps} className={css["form"]}>
        <EmailField
          required
          onFocus={formCode.preload}
          autoComplete="username"
          defaultValue={email || draftValue("email")}
          error={errorOf("email")}
        />
        <Button type="submit" wide busy={busy} busyLabel="Sending">
          Send
        </Button>
      </form>
      <p className={css["aside"]}>
        <TargetLink way={loginLink}>Back to log in</TargetLink>
      </p>
    </div>
  );
}

/** Shown after the link was mailed. `children` explain what comes next, `loginLink` leads back. */
export function RecoveryLinkSent({
  email,
  onResend,
  loginLink,
  children,
}: {
  email: string;
  onResend: () => void;
  loginLink: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={`${css["page"]} ${css["centered"]}`} ref={moveFocusToHeading}>
      <div className={css["picture"]}>
        <EnvelopeFlower />
      </div>
      <Heading centered>It's on the way</Heading>
      <p>
        If there's an account for <strong className={css["strong"]}>{email}</strong>, a link is on its way to it. It
        works for 30 minutes. Check your spam folder, too.
      </p>
      {children}
      <Button variant="secondary" wide onClick={onResend}>
        Resend Link
      </Button>
      {loginLink}
    </div>
  );
}
