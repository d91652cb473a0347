import { useEffect, useState } from "react";
import { call } from "#app/api/api.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { LockLeaf } from "#app/ui/illustrations/lock-leaf.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { auth } from "#contract/auth.ts";
import css from "./auth-page.module.css";
import { checkForm } from "./check-form.ts";
import { readFromTop } from "./read-from-top.ts";
import { type RecoveryLink, readRecoveryLink } from "./recovery-link.ts";
import { useAuthForm } from "./use-auth-form.ts";

/** `/new-password?v&c`: the link is read once and then taken out of the address bar. */
export default function NewPasswordPage() {
  const [link] = useState(() => readRecoveryLink(location.search));
  const [changed, setChanged] = useState(false);
  useEffect(() => history.replaceState(history.state, "", location.pathname), []);
  if (changed) return <Changed />;
  if (!link) return <Broken />;
  return <Choose link={link} onChanged={() => setChanged(true)} />;
}

function Choose({ link, onChanged }: { link: RecoveryLink; onChanged: () => void }) {
  const { busy, problem, errorOf, formProps } = useAuthForm({
    name: "new-password",
    fields: ["password", "confirm"],
    submit: async ({ password = "", confirm = "" }) => {
      const { values, errors } = checkForm(auth.confirmPassword.body, {
        email: link.username,
        code: link.code,
        password,
      });
      if (errors?.["password"]) return errors;
      if (confirm !== password) return { confirm: "Your password does not match" };
      if (!values) return errors;
      await call(auth.confirmPassword, { body: values });
      onChanged();
      return null;
    },
  });
  return (
    <div className={css["page"]}>
      <Heading lead={<span className={css["strong"]}>For {link.username}</span>}>Choose a new password</Heading>
      {problem && (
        <Alert kind="warning" actions={<ButtonLink href="/forgot-password">Send a new link</ButtonLink>}>
          {problem}
        </Alert>
      )}
      <form {...formProps} className={css["form"]}>
        <input type="text" name="username" autoComplete="username" value={link.username} readOnly hidden />
        <PasswordField
          required
          label="New password"
          hint="Min. 8 characters"
          name="password"
          autoComplete="new-password"
          error={errorOf("password")}
        />
        <PasswordField
          required
          label="Confirm password"
          name="confirm"
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

function Changed() {
  return (
    <div className={`${css["page"]} ${css["centered"]}`} ref={readFromTop}>
      <div className={css["picture"]}>
        <LockLeaf />
      </div>
      <Heading centered lead="Use it from now on. On other devices, you have to log in again.">
        Your password has been changed
      </Heading>
      <ButtonLink wide href="/login">
        Login
      </ButtonLink>
    </div>
  );
}

function Broken() {
  return (
    <div className={css["page"]}>
      <Heading lead="Part of the link is missing. Open it from your mail again, or ask for a new one.">
        This link does not work
      </Heading>
      <ButtonLink wide href="/forgot-password">
        Send a new link
      </ButtonLink>
    </div>
  );
}
