import { useState } from "react";
import css from "../auth-page.module.css";
import { RecoveryLinkForm, RecoveryLinkSent } from "./recovery-link-form.tsx";
import { TargetLink } from "../target-link.tsx";

const loginLink = { href: "/login" };

export default function ForgotPasswordPage() {
  const [email, setEmail] = useState<string | null>(null);
  const [sent, setSent] = useState(false);
  if (sent && email !== null)
    return (
      <RecoveryLinkSent
        email={email}
        onResend={() => setSent(false)}
        loginLink={
          <p className={css["aside"]}>
            <TargetLink way={loginLink}>Back to log in</TargetLink>
          </p>
        }
      />
    );
  const onSent = (to: string) => {
    setEmail(to);
    setSent(true);
  };
  return <RecoveryLinkForm email={email} loginLink={loginLink} onSent={onSent} />;
}
