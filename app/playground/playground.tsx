import "#app/ui/brand/theme-classic.css";
import { settings } from "#app/settings.ts";
import { useState } from "react";
import { type Appearance, applyAppearance } from "#app/account/settings/appearance.ts";
import { MarigoldBranch } from "#app/ui/brand/illustrations/marigold-branch.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { Logo } from "#app/ui/brand/logo.tsx";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import { Actions } from "./actions.tsx";
import { Choices } from "./choices.tsx";
import { Fields } from "./fields.tsx";
import { Foundations } from "./foundations.tsx";
import { Overlays } from "./overlays.tsx";
import { Pictures } from "./pictures.tsx";
import css from "./playground.module.css";
import { DataDisplay } from "./data-display.tsx";
import { Today } from "./today.tsx";

const pages = [
  ["foundations", "Color and type"],
  ["actions", "Buttons"],
  ["fields", "Fields"],
  ["choices", "Choices"],
  ["things", "Products and orders"],
  ["today", "Today"],
  ["overlays", "Overlays"],
  ["pictures", "Drawings"],
] as const;

const themes = [
  { value: "redesign", label: "Marigold", description: "The present look" },
  { value: "classic", label: "Classic", description: "Cooler and squarer" },
];

const palettes: readonly { value: Appearance; label: string; description: string }[] = [
  { value: "device", label: "Like this device", description: "What patients see first" },
  { value: "light", label: "Light", description: "Ivory paper" },
  { value: "dark", label: "Dark", description: "For the middle of the night" },
];

/** The live gallery of the design system; `?theme=classic` and `?palette=dark` open it in the other theme and palette. */
export default function Playground() {
  const [theme, setTheme] = useState(() => {
    const requestedTheme = new URLSearchParams(location.search).get("theme") === "classic" ? "classic" : "redesign";
    applyTheme(requestedTheme);
    return requestedTheme;
  });

  const [palette, setPalette] = useState<Appearance>(() => {
    const requested = new URLSearchParams(location.search).get("palette");
    const shown = requested === "light" || requested === "dark" ? requested : "device";
    applyAppearance(shown, document);
    return shown;
  });

  function choosePalette(next: string) {
    applyAppearance(next as Appearance, document);
    setPalette(next as Appearance);
  }

  function chooseTheme(next: string) {
    applyTheme(next);
    setTheme(next);
  }

  return (
    <div className={css["page"]}>
      <a className="skip-link" href="#foundations">
        Skip to the gallery
      </a>
      <header className={css["header"]}>
        <div className={css["intro"]}>
          <Logo name={settings.brand.name || "Your brand"} />
          <h1 className={css["title"]}>The pieces every Calendula screen is made of</h1>
          <p className={css["lead"]}>Made for tired eyes, one thumb, and the middle of the night.</p>
          <ChoiceCards label="Theme" columns options={themes} value={theme} onValueChange={chooseTheme} />
          <ChoiceCards label="Palette" columns options={palettes} value={palette} onValueChange={choosePalette} />
        </div>
        <div className={css["picture"]}>
          <MarigoldBranch />
        </div>
      </header>
      <nav aria-label="Chapters" className={css["chapters"]}>
        {pages.map(([id, title]) => (
          <Link key={id} href={`#${id}`} standalone>
            {title}
          </Link>
        ))}
      </nav>
      <main>
        <Foundations />
        <Actions />
        <Fields />
        <Choices />
        <DataDisplay />
        <Today />
        <Overlays />
        <Pictures />
      </main>
    </div>
  );
}

function applyTheme(theme: string) {
  document.documentElement.classList.toggle("redesign", theme === "redesign");
}
