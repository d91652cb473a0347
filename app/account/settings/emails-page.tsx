import { EmailPreferences } from "#app/notifications/email-preferences.tsx";
import { SettingsPage } from "./settings-page.tsx";

/** What the patient is mailed about. */
export default function EmailsPage() {
  return (
    <SettingsPage title="Emails you get" lead="They never say what we treat.">
      <EmailPreferences />
    </SettingsPage>
  );
}
