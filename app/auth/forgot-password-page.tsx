import { useState } from "react";
import css from "./auth-page.module.css";
import { AskForLink, LinkSent } from "./recovery-request.tsx";
import { WayLink } from "./way.tsx";

const toLogin = { href: "/login" };

export default function ForgotPasswordPage() {
  const [email, setEmail] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  if (sent && email !== null)
    return (
      <LinkSent
        email={email}
        onResend={() => setSent(false)}
        toLogin={
          <p className={css["aside"]}>
            <WayLink way={toLogin}>Back to log in</WayLink>
          </p>
        }
      />
    );
  const done = (to: string) => {
    setEmail(to);
    setSent(true);
  };
  return <AskForLink email={email} toLogin={toLogin} onSent={done} />;
}
