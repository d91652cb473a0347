import { legalLinks } from "#app/settings.ts";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { SecretField } from "#app/ui/forms/secret-field.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import css from "../auth-page.module.css";
import { EmailField } from "../email-field.tsx";

/** The sign-up form's fields by name, for `useAuthForm`; those kept across a reload. */
export const signUpFields = ["firstname", "lastname", "email", "password", "acceptedterms"] as const;
export const signUpDraftFields = ["firstname", "lastname", "email"] as const;

/** Fields of the sign-up form (spec §2.3), with kept values and issues by name; `onFocus` is called for each. */
export function SignUpFields({
  draftValue,
  errorOf,
  onFocus,
}: {
  draftValue: (name: string) => string;
  errorOf: (name: string) => string | undefined;
  onFocus?: () => void;
}) {
  return (
    <>
      <div className={css["names"]}>
        <TextField
          required
          mark="required"
          onFocus={onFocus}
          label="First name"
          name="firstname"
          autoComplete="given-name"
          defaultValue={draftValue("firstname")}
          error={errorOf("firstname")}
        />
        <TextField
          required
          mark="required"
          onFocus={onFocus}
          label="Last name"
          name="lastname"
          autoComplete="family-name"
          defaultValue={draftValue("lastname")}
          error={errorOf("lastname")}
        />
      </div>
      <EmailField
        required
        mark="required"
        onFocus={onFocus}
        autoComplete="email"
        defaultValue={draftValue("email")}
        error={errorOf("email")}
      />
      <SecretField
        required
        mark="required"
        onFocus={onFocus}
        label="Password"
        hint="Min. 8 characters"
        name="password"
        autoComplete="new-password"
        error={errorOf("password")}
      />
      <Checkbox
        required
        onFocus={onFocus}
        name="acceptedterms"
        label={<TermsLabel />}
        error={errorOf("acceptedterms")}
      />
    </>
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
