import { chunkAhead } from "#app/router/load-chunk.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { LockLeaf } from "#app/ui/illustrations/lock-leaf.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import css from "./auth-page.module.css";
import { readFromTop } from "./read-from-top.ts";
import type { RecoveryLink } from "./recovery-link.ts";
import { useAuthForm } from "./use-auth-form.ts";
import { type Way, WayButton } from "./way.tsx";

/** What checks and sends the form; it comes while she types. */
const sender = chunkAhead(() => import("./change-password.ts"));

/** Chooses the new password with the code of a recovery link; `toNewLink` leads to another link when this one is spent. */
export function ChoosePassword({
  link,
  toNewLink,
  onChanged,
}: {
  link: RecoveryLink;
  toNewLink: Way;
  onChanged: () => void;
}) {
  const { busy, problem, errorOf, formProps } = useAuthForm({
    name: "new-password",
    fields: ["password", "confirm"],
    submit: async (given) => {
      const { changePassword } = await sender.get();
      const errors = await changePassword(link, given);
      if (errors === null) onChanged();
      return errors;
    },
  });
  return (
    <div className={css["page"]}>
      <Heading lead={<span className={css["strong"]}>For {link.username}</span>}>Choose a new password</Heading>
      {problem && (
        <Alert kind="warning" actions={<WayButton way={toNewLink}>Send a new link</WayButton>}>
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
