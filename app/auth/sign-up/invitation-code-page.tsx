import { navigate } from "wouter/use-browser-location";
import { preloadableChunk } from "#app/router/load-chunk.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import css from "../auth-page.module.css";
import { useAuthForm } from "../use-auth-form.ts";

/** Validation and sending of the form; loaded while the patient types. */
const formCode = preloadableChunk(() => import("./verify-invitation-code.ts"));

export default function InvitationCodePage() {
  const { busy, problem, errorOf, draftValue, formProps } = useAuthForm({
    name: "invitation-code",
    fields: ["code"],
    draftFields: ["code"],
    submit: async (formValues) => {
      const { verifyInvitationCode: checkInvitation } = await formCode.get();
      const errors = await checkInvitation(formValues);
      if (errors === null) navigate("/eligibility");
      return errors;
    },
  });
  return (
    <div className={css["page"]}>
      <Heading lead="You'll find it in your invitation.">Enter your code</Heading>
      {problem && <Alert tone="warning">{problem}</Alert>}
      <form {...formProps} className={css["form"]}>
        <TextField
          required
          label="Sign-up code"
          name="code"
          onFocus={formCode.preload}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          defaultValue={draftValue("code")}
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
