import { useState } from "react";
import { LoadError } from "#app/api/load-error.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { ConfirmEmail } from "./confirm-email.tsx";
import css from "./email-settings.module.css";
import { EmailAddress } from "../profile/email-address.tsx";
import { EmailForm } from "./email-form.tsx";
import { SettingsSection } from "../settings/settings-section.tsx";
import { SettingsPage } from "../settings/settings-page.tsx";
import { useUser } from "#app/auth/use-user.ts";

/** The patient's email: confirmed with the code of a mailed link, or changed. */
export default function EmailSettings() {
  const [code] = useState(takeCodeFromUrl);
  const [pending, setPending] = useState<string | null>(null);
  const query = useUser();
  const { data: user } = query;
  return (
    <SettingsPage title="Email" lead="We send updates about your plan and orders to this address.">
      {code && <ConfirmEmail code={code} />}
      {pending && (
        <Alert tone="success" title="It's on the way">
          We sent a link to {pending}. Open it within an hour to confirm the address.
        </Alert>
      )}
      {user ? (
        <SettingsSection
          id="email"
          title="Confirm or change it"
          action={
            user.emailrefused ? (
              <StatusBadge tone="warning">Not reached</StatusBadge>
            ) : user.emailverified ? (
              <StatusBadge tone="success">Confirmed</StatusBadge>
            ) : (
              <StatusBadge tone="warning">Not confirmed yet</StatusBadge>
            )
          }
        >
          {user.emailrefused && (
            <Alert tone="warning" title="Our emails to this address come back">
              If it’s right, make sure your mailbox isn’t full or closed, and send yourself the link below. Or choose
              another address.
            </Alert>
          )}
          <p>
            Now:{" "}
            <strong className={css["address"]}>
              <EmailAddress email={user.email} />
            </strong>
          </p>
          <div className={css["form"]}>
            <EmailForm email={user.email} onSent={setPending} />
          </div>
        </SettingsSection>
      ) : query.isError ? (
        <LoadError query={query} />
      ) : (
        <Skeleton shape="card" count={1} />
      )}
    </SettingsPage>
  );
}

/** Reads the code and removes it from the address bar. */
function takeCodeFromUrl(): string | null {
  const code = new URLSearchParams(location.search).get("code");
  if (code) history.replaceState(history.state, "", location.pathname);
  return code;
}
