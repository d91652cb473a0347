import { useEffect, useState } from "react";
import { BrokenLink, ChoosePassword, PasswordChanged } from "#app/auth/new-password.tsx";
import { AskForLink, LinkSent } from "#app/auth/recovery-request.tsx";
import { drafts } from "#app/forms/drafts.ts";
import { Button } from "#app/ui/button.tsx";
import { useCart } from "../context.ts";
import { carryEmail } from "./carry-email.ts";
import { type RecoveryStart, recoveryStart } from "./recovery-start.ts";

type Place = RecoveryStart | { readonly screen: "sent" } | { readonly screen: "passwordChange" };

/** Password recovery in the cart. A mailed link is read once and then taken out of the address bar. */
export default function Forgot() {
  const { widget } = useCart();
  const [place, setPlace] = useState<Place>(() => recoveryStart(location.search));
  /** Null until another sub-screen has been there; then the e-mail it was about. */
  const [email, setEmail] = useState<string | null>(null);
  useEffect(() => {
    if (recoveryStart(location.search).screen !== "email") history.replaceState(history.state, "", location.pathname);
  }, []);

  const toLogin = {
    onClick: () => {
      carryEmail("forgot-password", "login");
      widget.show("login");
    },
  };
  const askAgain = (about: string) => {
    setEmail(about);
    setPlace({ screen: "email" });
  };
  switch (place.screen) {
    case "email":
      return (
        <AskForLink
          page="cart"
          email={email}
          toLogin={toLogin}
          onSent={(to) => {
            drafts.put("login", { email: to });
            setEmail(to);
            setPlace({ screen: "sent" });
          }}
        />
      );
    case "sent":
      return (
        <LinkSent
          email={email ?? ""}
          onResend={() => setPlace({ screen: "email" })}
          toLogin={
            <Button wide onClick={() => widget.show("login")}>
              Log In
            </Button>
          }
        >
          <p>The link opens a page where you choose a new password. Then come back here and log in.</p>
        </LinkSent>
      );
    case "newpassword": {
      const { link } = place;
      return (
        <ChoosePassword
          link={link}
          toNewLink={{ onClick: () => askAgain(link.username) }}
          onChanged={() => {
            drafts.put("login", { email: link.username });
            setPlace({ screen: "passwordChange" });
          }}
        />
      );
    }
    case "broken":
      return <BrokenLink toNewLink={{ onClick: () => askAgain("") }} />;
    case "passwordChange":
      return <PasswordChanged toLogin={{ onClick: () => widget.show("login") }} />;
  }
}
