import { useEffect, useState } from "react";
import { BrokenRecoveryLink, ChoosePassword, PasswordChanged } from "#app/auth/password-recovery/new-password.tsx";
import { RecoveryLinkForm, RecoveryLinkSent } from "#app/auth/password-recovery/recovery-link-form.tsx";
import { drafts } from "#app/forms/drafts.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { useCart } from "../widget/cart-context.ts";
import { copyEmailDraft } from "./copy-email-draft.ts";
import { type RecoveryLink, readRecoveryLink } from "#app/auth/password-recovery/recovery-link.ts";

/** Where recovery begins: with the e-mail, or from a mailed link with the new password, unless the link is broken. */
type RecoveryStart =
  | { readonly screen: "email" }
  | { readonly screen: "newpassword"; readonly link: RecoveryLink }
  | { readonly screen: "broken" };

/** Reads the address of the widget (spec §5: `v` and `c`). */
export function recoveryStart(search: string): RecoveryStart {
  const link = readRecoveryLink(search);
  if (link) return { screen: "newpassword", link };
  const query = new URLSearchParams(search);
  return { screen: query.has("v") || query.has("c") ? "broken" : "email" };
}

type RecoveryScreen = RecoveryStart | { readonly screen: "sent" } | { readonly screen: "passwordChange" };

/** Password recovery in the cart. A mailed link is read once and then removed from the address bar. */
export default function CartPasswordRecovery() {
  const { widget } = useCart();
  const [recoveryScreen, setRecoveryScreen] = useState<RecoveryScreen>(() => recoveryStart(location.search));
  /** Null until another sub-screen was shown; then the e-mail entered there. */
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => {
    if (recoveryStart(location.search).screen !== "email") history.replaceState(history.state, "", location.pathname);
  }, []);

  const loginTarget = {
    onClick: () => {
      copyEmailDraft("forgot-password", "login");
      widget.show("login");
    },
  };
  const restart = (accountEmail: string) => {
    setEmail(accountEmail);
    setRecoveryScreen({ screen: "email" });
  };
  switch (recoveryScreen.screen) {
    case "email":
      return (
        <RecoveryLinkForm
          page="cart"
          email={email}
          loginLink={loginTarget}
          onSent={(to) => {
            drafts.save("login", { email: to });
            setEmail(to);
            setRecoveryScreen({ screen: "sent" });
          }}
        />
      );
    case "sent":
      return (
        <RecoveryLinkSent
          email={email ?? ""}
          onResend={() => setRecoveryScreen({ screen: "email" })}
          loginLink={
            <Button wide onClick={() => widget.show("login")}>
              Log In
            </Button>
          }
        >
          <p>The link opens a page where you can choose a new password. Then come back here and log in.</p>
        </RecoveryLinkSent>
      );
    case "newpassword": {
      const { link } = recoveryScreen;
      return (
        <ChoosePassword
          link={link}
          newRecoveryLink={{ onClick: () => restart(link.username) }}
          onChanged={() => {
            drafts.save("login", { email: link.username });
            setRecoveryScreen({ screen: "passwordChange" });
          }}
        />
      );
    }
    case "broken":
      return <BrokenRecoveryLink newRecoveryLink={{ onClick: () => restart("") }} />;
    case "passwordChange":
      return <PasswordChanged loginLink={{ onClick: () => widget.show("login") }} />;
  }
}
