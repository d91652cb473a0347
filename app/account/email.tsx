import { useState } from "react";
import { Alert } from "#app/ui/alert.tsx";
import { Card } from "#app/ui/card.tsx";
import { Heading } from "#app/ui/heading.tsx";
import { useUser } from "./use-user.ts";
import { ConfirmEmail } from "./confirm-email.tsx";
import css from "./email.module.css";
import { EmailForm } from "./email-form.tsx";

/** Her e-mail: confirmed by the code of a mailed link, or changed. */
export default function EmailSettings() {
  const [code] = useState(takeCode);
  const [pending, setPending] = useState<string | null>(null);
  const { data: user } = useUser();
  return (
    <div className={css["page"]}>
      <Heading lead="News about your plan and your orders goes to this address.">Your email</Heading>
      {code && <ConfirmEmail code={code} />}
      {pending && (
        <Alert kind="success" title="It's on the way">
          We sent a link to {pending}. Open it within an hour to confirm the address.
        </Alert>
      )}
      {user && (
        <Card>
          <p>
            Now: <strong>{user.email}</strong> ({user.emailverified ? "confirmed" : "not confirmed yet"})
          </p>
          <EmailForm email={user.email} onSent={setPending} />
        </Card>
      )}
    </div>
  );
}

/** The code leaves the address bar as soon as it is read. */
function takeCode(): string | null {
  const code = new URLSearchParams(location.search).get("code");
  if (code) history.replaceState(history.state, "", location.pathname);
  return code;
}
