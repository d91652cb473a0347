import { call } from "#app/api/call.ts";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { settings } from "#app/settings.ts";
import css from "#app/auth/auth-page.module.css";
import { SignUpFields, signUpFields, signUpDraftFields } from "#app/auth/sign-up/sign-up-fields.tsx";
import { validateCartSignUp, referralCodeFromCookie } from "#app/auth/sign-up/sign-up-rules.ts";
import { useAuthForm } from "#app/auth/use-auth-form.ts";
import { TargetLink } from "#app/auth/target-link.tsx";
import { FriendWelcomeSlot } from "#app/growth/referral/friend-welcome-slot.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { auth } from "#contract/auth.ts";
import { useCart } from "../widget/cart-context.ts";
import { startCartSession } from "./start-cart-session.ts";
import { copyEmailDraft } from "./copy-email-draft.ts";

/** Step 2 of the checkout: the account. */
export default function Register() {
  const { widget, postToPage, onSignedIn, state } = useCart();
  const { busy, problem, errorOf, draftValue, formProps } = useAuthForm({
    name: "sign-up",
    fields: signUpFields,
    draftFields: signUpDraftFields,
    submit: async (formValues) => {
      const { values, errors } = validateCartSignUp(formValues, settings, referralCodeFromCookie(visitorCookies));
      if (errors) return errors;
      const flag = startCartSession(await call(auth.signUpNonRx, { body: values }), "shipping");
      visitorCookies.drop(cookieNames.referral);
      postToPage({ type: "signup" });
      await onSignedIn(flag);
      return null;
    },
  });
  const logIn = () => {
    copyEmailDraft("sign-up", "login");
    widget.show("login");
  };
  return (
    <div className={css["page"]}>
      <Heading
        lead={
          state.storedCart.lines.length > 0
            ? "Next, tell us where to ship your order."
            : "Your orders and messages in one place."
        }
      >
        Create your account
      </Heading>
      <FriendWelcomeSlot />
      {problem && <Alert tone="warning">{problem}</Alert>}
      <form {...formProps} className={css["form"]}>
        <SignUpFields draftValue={draftValue} errorOf={errorOf} />
        <Stack gap={3}>
          <Button type="submit" wide busy={busy} busyLabel="Processing">
            Register
          </Button>
          <Button variant="secondary" wide onClick={() => widget.show("cart")}>
            Back
          </Button>
        </Stack>
      </form>
      <p className={css["aside"]}>
        Have an account? <TargetLink way={{ onClick: logIn }}>Log in</TargetLink>
      </p>
    </div>
  );
}
