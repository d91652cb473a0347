import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/api.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { Link } from "#app/ui/link.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import { auth } from "#contract/auth.ts";
import { afterLogin } from "./after-login.ts";
import css from "./auth-page.module.css";
import { beginSession } from "./begin-session.ts";
import { checkForm } from "./check-form.ts";
import { EmailField } from "./email-field.tsx";
import { useAuthForm } from "./use-auth-form.ts";

const overText = "Your session has expired. Please log in again.";

export default function LoginPage() {
  const search = useSearch();
  const expired = new URLSearchParams(search).get("expired") === "true";
  const { busy, problem, errorOf, kept, formProps } = useAuthForm({
    name: "login",
    fields: ["email", "password"],
    keep: ["email"],
    submit: async (given) => {
      const { values, errors } = checkForm(auth.signIn.body, { ...given, role: "PATIENT" });
      if (errors) return errors;
      const reply = await call(auth.signIn, { body: values });
      await beginSession(reply, (record) => {
        navigate(afterLogin(search, { status: reply.onboardingstatus, record }), { replace: true });
      });
      return null;
    },
  });
  return (
    <div className={css["page"]}>
      <Heading size="display" lead="Log in to pick up where you left off.">
        Hello, beautiful!!
      </Heading>
      {problem && <Alert kind="warning">{problem}</Alert>}
      {expired && !problem && <Alert>{overText}</Alert>}
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
          <Link standalone href="/forgot-password" className={css["forgot"]}>
            Forgot password?
          </Link>
        </div>
        <Button type="submit" wide busy={busy} busyLabel="Logging in">
          Continue
        </Button>
      </form>
      <p className={css["aside"]}>
        New here?{" "}
        <Link standalone href="/eligibility">
          Get started
        </Link>
      </p>
    </div>
  );
}
