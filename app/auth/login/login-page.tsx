import { useSearch } from "wouter";
import { preloadableChunk } from "#app/router/load-chunk.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { SecretField } from "#app/ui/forms/secret-field.tsx";
import css from "../auth-page.module.css";
import { EmailField } from "../email-field.tsx";
import { FormNotice } from "../form-notice.tsx";
import { useAuthForm } from "../use-auth-form.ts";

/** Validation and sending of the form; loaded while the form is filled in. */
const formCode = preloadableChunk(() => import("./sign-in.ts"));

const accountClosedText = "Your account is closed. We’ve sent you an email about it.";

/** Why the patient has to log in, unless they came by choice. */
function loginReason(search: string): string | null {
  const query = new URLSearchParams(search);
  if (query.get("expired") === "true") return "Your session has expired. Please log in again.";
  if (query.get("link") === "spent")
    return "This link couldn't log you in. These links work once, and only for a short time. Please log in here.";
  return null;
}

export default function LoginPage() {
  const search = useSearch();
  const reason = loginReason(search);
  const closed = new URLSearchParams(search).get("closed") === "true";
  const { busy, problem, errorOf, draftValue, formProps } = useAuthForm({
    name: "login",
    fields: ["email", "password"],
    draftFields: ["email"],
    submit: async (formValues) => {
      const { signIn } = await formCode.get();
      return signIn(formValues, search);
    },
  });
  const preloadNext = async () => (await formCode.preload())?.preloadNextPage(search);
  return (
    <div className={css["page"]}>
      <Heading size="display" lead="Log in to pick up where you left off.">
        Hello, beautiful!!
      </Heading>
      <FormNotice problem={problem}>
        {closed ? <Alert tone="success">{accountClosedText}</Alert> : reason && <Alert>{reason}</Alert>}
      </FormNotice>
      <form {...formProps} className={css["form"]}>
        <EmailField
          required
          autoComplete="username"
          onFocus={() => void preloadNext()}
          defaultValue={draftValue("email")}
          error={errorOf("email")}
        />
        <div className={css["passwordRow"]}>
          <SecretField
            required
            label="Password"
            name="password"
            onFocus={() => void preloadNext()}
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
