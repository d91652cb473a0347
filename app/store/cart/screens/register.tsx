import { call } from "#app/api/api.ts";
import { cookieNames } from "#app/api/cookie-names.ts";
import { visitorCookies } from "#app/api/cookies.ts";
import { settings } from "#app/api/settings.ts";
import css from "#app/auth/auth-page.module.css";
import { SignUpFields, signUpFields, signUpKept } from "#app/auth/sign-up-fields.tsx";
import { checkCartSignUp, friendsCode } from "#app/auth/sign-up-rules.ts";
import { useAuthForm } from "#app/auth/use-auth-form.ts";
import { WayLink } from "#app/auth/way.tsx";
import { FriendPlace } from "#app/growth/referral/friend-place.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { auth } from "#contract/auth.ts";
import { useCart } from "../context.ts";
import { beginInCart } from "./begin.ts";
import { carryEmail } from "./carry-email.ts";

/** Step 2 of the checkout: her account. */
export default function Register() {
  const { widget, tell, begun, state } = useCart();
  const { busy, problem, errorOf, kept, formProps } = useAuthForm({
    name: "sign-up",
    fields: signUpFields,
    keep: signUpKept,
    submit: async (given) => {
      const { values, errors } = checkCartSignUp(given, settings, friendsCode(visitorCookies));
      if (errors) return errors;
      const flag = beginInCart(await call(auth.signUpNonRx, { body: values }), "shipping");
      visitorCookies.drop(cookieNames.referral);
      tell({ type: "signup" });
      await begun(flag);
      return null;
    },
  });
  const logIn = () => {
    carryEmail("sign-up", "login");
    widget.show("login");
  };
  return (
    <div className={css["page"]}>
      <Heading
        lead={
          state.kept.lines.length > 0
            ? "Next, you tell us where to ship your order."
            : "Your orders and messages in one place."
        }
      >
        Create your account
      </Heading>
      <FriendPlace />
      {problem && <Alert kind="warning">{problem}</Alert>}
      <form {...formProps} className={css["form"]}>
        <SignUpFields kept={kept} errorOf={errorOf} />
        <Stack gap="sm">
          <Button type="submit" wide busy={busy} busyLabel="Processing">
            Register
          </Button>
          <Button variant="secondary" wide onClick={() => widget.show("cart")}>
            Back
          </Button>
        </Stack>
      </form>
      <p className={css["aside"]}>
        Have an account? <WayLink way={{ onClick: logIn }}>Log in</WayLink>
      </p>
    </div>
  );
}
