import { SettingsPage } from "../settings/settings-page.tsx";
import { Password } from "./password-section.tsx";
import { Sessions } from "./sessions.tsx";

/** The password, and where the patient is logged in. */
export default function PasswordAndDevices() {
  return (
    <SettingsPage title="Password and devices">
      <Password />
      <Sessions />
    </SettingsPage>
  );
}
