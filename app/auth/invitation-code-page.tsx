import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/api.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { Link } from "#app/ui/link.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { auth } from "#contract/auth.ts";
import css from "./auth-page.module.css";
import { checkForm } from "./check-form.ts";
import { keepInvitation } from "./invitation.ts";
import { useAuthForm } from "./use-auth-form.ts";

export default function InvitationCodePage() {
  const { busy, problem, errorOf, kept, formProps } = useAuthForm({
    name: "invitation-code",
    fields: ["code"],
    keep: ["code"],
    submit: async (given) => {
      const { values, errors } = checkForm(auth.checkInvitation.body, given);
      if (errors) return errors;
      const { code } = await call(auth.checkInvitation, { body: values });
      keepInvitation(code);
      navigate("/eligibility");
      return null;
    },
  });
  return (
    <div className={css["page"]}>
      <Heading lead="You find it in the invitation of your practice.">Enter your code</Heading>
      {problem && <Alert kind="warning">{problem}</Alert>}
      <form {...formProps} className={css["form"]}>
        <TextField
          required
          label="Sign-up code"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={kept("code")}
          error={errorOf("code")}
        />
        <Button type="submit" wide busy={busy} busyLabel="Checking">
          Continue
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
