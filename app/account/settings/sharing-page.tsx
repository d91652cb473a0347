import { Measurement } from "#app/growth/tracking/measurement-settings.tsx";
import { SettingsPage } from "./settings-page.tsx";

/** What a company may learn of the patient's orders. */
export default function SharingPage() {
  return (
    <SettingsPage title="What we share" lead="Nothing about your health. Nothing at all unless you say so.">
      <Measurement />
    </SettingsPage>
  );
}
