import { useState } from "react";
import { browserCookies } from "#app/api/session/cookies.ts";
import { type Appearance, readAppearance, saveAppearance } from "./appearance.ts";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import { SettingsPage } from "./settings-page.tsx";

const options: readonly { value: Appearance; label: string; description: string }[] = [
  { value: "device", label: "Like this device", description: "Dark when your phone or computer is" },
  { value: "light", label: "Light", description: "Light, day and night" },
  { value: "dark", label: "Dark", description: "Easier on your eyes at night" },
];

/** Light or dark on this device; applies at once. */
export default function AppearanceSettings() {
  const [appearance, setAppearance] = useState(() => readAppearance(browserCookies));

  return (
    <SettingsPage title="Light or dark">
      <ChoiceCards
        label="How Calendula looks on this device"
        hideLabel
        options={options}
        value={appearance}
        onValueChange={(value) => {
          const chosen = value as Appearance;
          saveAppearance(chosen, browserCookies, document);
          setAppearance(chosen);
        }}
      />
    </SettingsPage>
  );
}
