import { useEffect, useState } from "react";
import { preloadableChunk, loadChunk } from "#app/router/load-chunk.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { LockLeaf } from "#app/ui/brand/illustrations/lock-leaf.tsx";
import { SecretField } from "#app/ui/forms/secret-field.tsx";
import { Spinner } from "#app/ui/actions/spinner.tsx";
import css from "../auth-page.module.css";
import { moveFocusToHeading } from "#app/ui/focus.ts";
import type { RecoveryLink } from "./recovery-link.ts";
import { useAuthForm } from "../use-auth-form.ts";
import { type ScreenTarget, TargetButton } from "../target-link.tsx";

/** Validation and sending of the form; loaded while the patient types. */
const formCode = preloadableChunk(() => import("./set-recovered-password.ts"));

interface NewPasswordProps {
  readonly link: RecoveryLink;
  /** Where to get another link when this one has been used. */
  readonly newRecoveryLink: ScreenTarget;
  readonly onChanged: () => void;
}

/** Sets the new password with the code of an unused recovery link. */
export function ChoosePassword(props: NewPasswordProps) {
  const { link } = props;
  const [used, setUsed] = useState<boolean>();
  useEffect(() => {
    let mounted = true;
    void loadChunk(() => import("./check-recovery-link.ts"))
      .then(({ isRecoveryLinkUsed }) => isRecoveryLinkUsed(link))
      .catch(() => false)
      .then((answer) => mounted && setUsed(answer));
    return () => void (mounted = false);
  }, [link]);
  if (used === undefined) return <Spinner label="Checking your link" />;
  return used ? <UsedRecoveryLink newRecoveryLink={props.newRecoveryLink} /> : <PasswordForm {...props} />;
}

function PasswordForm({ link, newRecoveryLink, onChanged }: NewPasswordProps) {
  const [mismatch, setMismatch] = useState(false);
  const { busy, problem, errorOf, formProps } = useAuthForm({
    name: "new-password",
    fields: ["password", "confirm"],
    submit: async (formValues) => {
      const { setRecoveredPassword } = await formCode.get();
      const errors = await setRecoveredPassword(link, formValues);
      setMismatch(errors?.["confirm"] !== undefined);
      if (errors === null) onChanged();
      return errors;
    },
  });
  return (
    <div className={css["page"]}>
      <Heading lead={<span className={css["strong"]}>For {link.username}</span>}>Choose a new password</Heading>
      {problem && (
        <Alert tone="warning" actions={!mismatch && <TargetButton way={newRecoveryLink}>Send a new link</TargetButton>}>
          {problem}
        </Alert>
      )}
      <form {...formProps} className={css["form"]}>
        <input type="text" name="username" autoComplete="username" value={link.username} readOnly hidden />
        <SecretField
          required
          label="New password"
          hint="Min. 8 characters"
          name="password"
          onFocus={formCode.preload}
          autoComplete="new-password"
          error={errorOf("password")}
        />
        <SecretField
          required
          label="Confirm password"
          name="confirm"
          onFocus={formCode.preload}
          autoComplete="new-password"
          error={errorOf("confirm")}
        />
        <Button type="submit" wide busy={busy} busyLabel="Saving">
          Save new password
        </Button>
      </form>
    </div>
  );
}

export function PasswordChanged({ loginLink }: { loginLink: ScreenTarget }) {
  return (
    <div className={`${css["page"]} ${css["centered"]}`} ref={moveFocusToHeading}>
      <div className={css["picture"]}>
        <LockLeaf />
      </div>
      <Heading centered lead="Use it from now on. On other devices, you'll have to log in again.">
        Your password has been changed
      </Heading>
      <TargetButton wide way={loginLink}>
        Login
      </TargetButton>
    </div>
  );
}

function UsedRecoveryLink({ newRecoveryLink }: { newRecoveryLink: ScreenTarget }) {
  return (
    <div className={css["page"]} ref={moveFocusToHeading}>
      <Heading lead="A link works once, for 30 minutes. This one was already used, or it's too old. Please ask for a new one.">
        This link has expired
      </Heading>
      <TargetButton wide way={newRecoveryLink}>
        Send a new link
      </TargetButton>
    </div>
  );
}

/** Shown for a recovery link that lacks a part. */
export function BrokenRecoveryLink({ newRecoveryLink }: { newRecoveryLink: ScreenTarget }) {
  return (
    <div className={css["page"]}>
      <Heading lead="Part of the link is missing. Open it from your email again, or ask for a new one.">
        This link doesn't work
      </Heading>
      <TargetButton wide way={newRecoveryLink}>
        Send a new link
      </TargetButton>
    </div>
  );
}
