import { useSearch } from "wouter";
import { chunkAhead } from "#app/router/load-chunk.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { Link } from "#app/ui/link.tsx";
import { PasswordField } from "#app/ui/password-field.tsx";
import css from "./auth-page.module.css";
import { EmailField } from "./email-field.tsx";
import { useAuthForm } from "./use-auth-form.ts";

/** What checks and sends the form; it comes while she types. */
const sender = chunkAhead(() => import("./sign-in.ts"));

const overText = "Your session has expired. Please log in again.";

export default function LoginPage() {
  const search = useSearch();
  const expired = new URLSearchParams(search).get("expired") === "true";
  const { busy, problem, errorOf, kept, formProps } = useAuthForm({
    name: "login",
    fields: ["email", "password"],
    keep: ["email"],
    submit: async (given) => {
      const { signIn } = await sender.get();
      return signIn(given, search);
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
        <EmailField
          required
          autoComplete="username"
          onFocus={sender.prepare}
          defaultValue={kept("email")}
          error={errorOf("email")}
        />
        <div className={css["passwordRow"]}>
          <PasswordField
            required
            label="Password"
            name="password"
            onFocus={sender.prepare}
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
