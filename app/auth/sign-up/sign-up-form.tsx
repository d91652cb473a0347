import { settings } from "#app/settings.ts";
import type { PreloadableChunk } from "#app/router/load-chunk.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import css from "../auth-page.module.css";
import type { FieldErrors } from "../form-errors.ts";
import { FormNotice } from "../form-notice.tsx";
import { invitationCode } from "./invitation-code.ts";
import { signUpFields, SignUpFields, signUpDraftFields } from "./sign-up-fields.tsx";
import { useAuthForm } from "../use-auth-form.ts";

/** Validates and sends the form; returns issues by field, or null when the account is created. */
interface SignUpModule {
  readonly signUp: (formValues: Readonly<Record<string, string>>) => Promise<FieldErrors | null>;
}

/** The form that creates the account (spec §2.3). `sender` loads its validation and sending. */
export function SignUpForm({ sender: formCode }: { sender: PreloadableChunk<SignUpModule> }) {
  const { busy, problem, errorOf, draftValue, formProps } = useAuthForm({
    name: "sign-up",
    fields: signUpFields,
    draftFields: signUpDraftFields,
    submit: async (formValues) => {
      const { signUp } = await formCode.get();
      return signUp(formValues);
    },
  });
  if (settings.invitationRequired && !invitationCode()) return <InvitationRequired />;
  return (
    <div className={css["page"]}>
      <FormNotice problem={problem} />
      <form {...formProps} className={css["form"]}>
        <SignUpFields draftValue={draftValue} errorOf={errorOf} onFocus={formCode.preload} />
        <Button type="submit" wide busy={busy} busyLabel="Processing">
          Register
        </Button>
      </form>
    </div>
  );
}

function InvitationRequired() {
  return (
    <Alert title="You need a sign-up code" actions={<ButtonLink href="/invitation-code">Enter your code</ButtonLink>}>
      New patients need an invitation to join this practice.
    </Alert>
  );
}
