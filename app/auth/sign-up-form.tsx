import { call } from "#app/api/api.ts";
import { legalLinks, settings } from "#app/api/settings.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { Link } from "#app/ui/link.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { auth, type SignedIn } from "#contract/auth.ts";
import css from "./auth-page.module.css";
import { beginSession } from "./begin-session.ts";
import { EmailField } from "./email-field.tsx";
import { dropInvitation, invitationCode } from "./invitation.ts";
import { checkSignUp } from "./sign-up-rules.ts";
import { useAuthForm } from "./use-auth-form.ts";

/**
 * Creates the account (spec §2.3, §5). When it is done the session has begun, with the onboarding record in it, and
 * `onSignedIn` hears what the server answered.
 */
export function SignUpForm({ onSignedIn }: { onSignedIn: (result: SignedIn) => void | Promise<void> }) {
  const { busy, problem, errorOf, kept, formProps } = useAuthForm({
    name: "sign-up",
    fields: ["firstname", "lastname", "email", "password", "acceptedterms"],
    keep: ["firstname", "lastname", "email"],
    submit: async (given) => {
      const { values, errors } = checkSignUp(given, settings, invitationCode());
      if (errors) return errors;
      const reply = await call(auth.signUp, { body: values });
      dropInvitation();
      await beginSession(reply);
      await onSignedIn(reply);
      return null;
    },
  });
  if (settings.invitationRequired && !invitationCode()) return <InvitationNeeded />;
  return (
    <div className={css["page"]}>
      {problem && <Alert kind="warning">{problem}</Alert>}
      <form {...formProps} className={css["form"]}>
        <div className={css["names"]}>
          <TextField
            required
            label="First name"
            name="firstname"
            autoComplete="given-name"
            defaultValue={kept("firstname")}
            error={errorOf("firstname")}
          />
          <TextField
            required
            label="Last name"
            name="lastname"
            autoComplete="family-name"
            defaultValue={kept("lastname")}
            error={errorOf("lastname")}
          />
        </div>
        <EmailField required autoComplete="email" defaultValue={kept("email")} error={errorOf("email")} />
        <PasswordField
          required
          label="Password"
          hint="Min. 8 characters"
          name="password"
          autoComplete="new-password"
          error={errorOf("password")}
        />
        <Checkbox required name="acceptedterms" label={<TermsLabel />} error={errorOf("acceptedterms")} />
        <Button type="submit" wide busy={busy} busyLabel="Processing">
          Register
        </Button>
      </form>
      <p className={css["aside"]}>
        Have an account?{" "}
        <Link standalone href="/login">
          Log in
        </Link>
      </p>
    </div>
  );
}

function TermsLabel() {
  return (
    <>
      I agree to the{" "}
      <Link external href={legalLinks.terms}>
        Terms & Conditions
      </Link>
      ,{" "}
      <Link external href={legalLinks.privacy}>
        Privacy Policy
      </Link>
      , and{" "}
      <Link external href={legalLinks.telehealth}>
        Telehealth Consent
      </Link>
    </>
  );
}

function InvitationNeeded() {
  return (
    <Alert title="You need a sign-up code" actions={<ButtonLink href="/invitation-code">Enter your code</ButtonLink>}>
      This practice takes new patients by invitation.
    </Alert>
  );
}
