import { useEffect, useState } from "react";
import { chunkAhead, loadChunk } from "#app/router/load-chunk.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { LockLeaf } from "#app/ui/illustrations/lock-leaf.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import css from "./auth-page.module.css";
import { readFromTop } from "./read-from-top.ts";
import type { RecoveryLink } from "./recovery-link.ts";
import { useAuthForm } from "./use-auth-form.ts";
import { type Way, WayButton } from "./way.tsx";

/** What checks and sends the form; it comes while she types. */
const sender = chunkAhead(() => import("./change-password.ts"));

interface Choosing {
  readonly link: RecoveryLink;
  /** Leads to another link when this one is spent. */
  readonly toNewLink: Way;
  readonly onChanged: () => void;
}

/** Chooses the new password with the code of a recovery link that still works. */
export function ChoosePassword(props: Choosing) {
  const { link } = props;
  const [spent, setSpent] = useState<boolean>();
  useEffect(() => {
    let here = true;
    void loadChunk(() => import("./check-link.ts"))
      .then(({ isSpent }) => isSpent(link))
      .catch(() => false)
      .then((answer) => here && setSpent(answer));
    return () => void (here = false);
  }, [link]);
  if (spent === undefined) return <Spinner label="Checking your link" />;
  return spent ? <SpentLink toNewLink={props.toNewLink} /> : <PasswordForm {...props} />;
}

function PasswordForm({ link, toNewLink, onChanged }: Choosing) {
  const [differ, setDiffer] = useState(false);
  const { busy, problem, errorOf, formProps } = useAuthForm({
    name: "new-password",
    fields: ["password", "confirm"],
    submit: async (given) => {
      const { changePassword } = await sender.get();
      const errors = await changePassword(link, given);
      setDiffer(errors?.["confirm"] !== undefined);
      if (errors === null) onChanged();
      return errors;
    },
  });
  return (
    <div className={css["page"]}>
      <Heading lead={<span className={css["strong"]}>For {link.username}</span>}>Choose a new password</Heading>
      {problem && (
        <Alert kind="warning" actions={!differ && <WayButton way={toNewLink}>Send a new link</WayButton>}>
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
          onFocus={sender.prepare}
          autoComplete="new-password"
          error={errorOf("password")}
        />
        <PasswordField
          required
          label="Confirm password"
          name="confirm"
          onFocus={sender.prepare}
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

export function PasswordChanged({ toLogin }: { toLogin: Way }) {
  return (
    <div className={`${css["page"]} ${css["centered"]}`} ref={readFromTop}>
      <div className={css["picture"]}>
        <LockLeaf />
      </div>
      <Heading centered lead="Use it from now on. On other devices, you have to log in again.">
        Your password has been changed
      </Heading>
      <WayButton wide way={toLogin}>
        Login
      </WayButton>
    </div>
  );
}

function SpentLink({ toNewLink }: { toNewLink: Way }) {
  return (
    <div className={css["page"]} ref={readFromTop}>
      <Heading lead="A link works once, and for 30 minutes. This one was already used, or it is too old. Please ask for a new one.">
        This link has ended
      </Heading>
      <WayButton wide way={toNewLink}>
        Send a new link
      </WayButton>
    </div>
  );
}

/** A recovery link without all of its parts. */
export function BrokenLink({ toNewLink }: { toNewLink: Way }) {
  return (
    <div className={css["page"]}>
      <Heading lead="Part of the link is missing. Open it from your mail again, or ask for a new one.">
        This link does not work
      </Heading>
      <WayButton wide way={toNewLink}>
        Send a new link
      </WayButton>
    </div>
  );
}
