import { call } from "#app/api/call.ts";
import css from "#app/auth/auth-page.module.css";
import { validateForm } from "#app/auth/validate-form.ts";
import { EmailField } from "#app/auth/email-field.tsx";
import { useAuthForm } from "#app/auth/use-auth-form.ts";
import { TargetLink } from "#app/auth/target-link.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { SecretField } from "#app/ui/forms/secret-field.tsx";
import { auth } from "#contract/auth.ts";
import { useCart } from "../widget/cart-context.ts";
import { findOpenAttempt } from "../widget/open-attempts.ts";
import { startCartSession } from "./start-cart-session.ts";
import { copyEmailDraft } from "./copy-email-draft.ts";

const sessionExpiredText = "Your session has expired. Please log in again.";

export default function Login() {
  const { widget, onSignedIn, state } = useCart();
  const { busy, problem, errorOf, draftValue, formProps } = useAuthForm({
    name: "login",
    fields: ["email", "password"],
    draftFields: ["email"],
    submit: async (formValues) => {
      const { values, errors } = validateForm(auth.signIn.body, { ...formValues, role: "PATIENT" });
      if (errors) return errors;
      const result = await call(auth.signIn, { body: values });
      const unsettled = findOpenAttempt(widget.get().storedCart.pendingcheckouts, result.idToken);
      await onSignedIn(startCartSession(result, unsettled ? "billing" : "account"));
      return null;
    },
  });
  const recover = () => {
    copyEmailDraft("login", "forgot-password");
    widget.show("forgotpassword");
  };
  const register = () => {
    copyEmailDraft("login", "sign-up");
    widget.show("register");
  };
  return (
    <div className={css["page"]}>
      <Heading lead="Please log into your account">Hello, beautiful!</Heading>
      {problem && <Alert tone="warning">{problem}</Alert>}
      {state.expired && !problem && <Alert>{sessionExpiredText}</Alert>}
      <form {...formProps} className={css["form"]}>
        <EmailField required autoComplete="username" defaultValue={draftValue("email")} error={errorOf("email")} />
        <div className={css["passwordRow"]}>
          <SecretField
            required
            label="Password"
            name="password"
            autoComplete="current-password"
            error={errorOf("password")}
          />
          <span className={css["forgot"]}>
            <TargetLink way={{ onClick: recover }}>Forgot password?</TargetLink>
          </span>
        </div>
        <Button type="submit" wide busy={busy} busyLabel="Logging in">
          Log In
        </Button>
      </form>
      <p className={css["aside"]}>
        New here? <TargetLink way={{ onClick: register }}>Register</TargetLink>
      </p>
    </div>
  );
}
