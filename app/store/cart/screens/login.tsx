import { call } from "#app/api/api.ts";
import css from "#app/auth/auth-page.module.css";
import { checkForm } from "#app/auth/check-form.ts";
import { EmailField } from "#app/auth/email-field.tsx";
import { useAuthForm } from "#app/auth/use-auth-form.ts";
import { WayLink } from "#app/auth/way.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { auth } from "#contract/auth.ts";
import { useCart } from "../context.ts";
import { openAttempt } from "../owner.ts";
import { beginInCart } from "./begin.ts";
import { carryEmail } from "./carry-email.ts";

const overText = "Your session has expired. Please log in again.";

export default function Login() {
  const { widget, begun, state } = useCart();
  const { busy, problem, errorOf, kept, formProps } = useAuthForm({
    name: "login",
    fields: ["email", "password"],
    keep: ["email"],
    submit: async (given) => {
      const { values, errors } = checkForm(auth.signIn.body, { ...given, role: "PATIENT" });
      if (errors) return errors;
      const reply = await call(auth.signIn, { body: values });
      const unsettled = openAttempt(widget.get().kept.attempts, reply.idToken);
      await begun(beginInCart(reply, unsettled ? "billing" : "account"));
      return null;
    },
  });
  const recover = () => {
    carryEmail("login", "forgot-password");
    widget.show("forgotpassword");
  };
  const register = () => {
    carryEmail("login", "sign-up");
    widget.show("register");
  };
  return (
    <div className={css["page"]}>
      <Heading lead="Please log into your account">Hello, beautiful!</Heading>
      {problem && <Alert kind="warning">{problem}</Alert>}
      {state.expired && !problem && <Alert>{overText}</Alert>}
      <form {...formProps} className={css["form"]}>
        <EmailField required autoComplete="username" defaultValue={kept("email")} error={errorOf("email")} />
        <div className={css["passwordRow"]}>
          <PasswordField
            required
            label="Password"
            name="password"
            autoComplete="current-password"
            error={errorOf("password")}
          />
          <span className={css["forgot"]}>
            <WayLink way={{ onClick: recover }}>Forgot password?</WayLink>
          </span>
        </div>
        <Button type="submit" wide busy={busy} busyLabel="Logging in">
          Log In
        </Button>
      </form>
      <p className={css["aside"]}>
        New here? <WayLink way={{ onClick: register }}>Register</WayLink>
      </p>
    </div>
  );
}
