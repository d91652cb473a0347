import { settings } from "#app/settings.ts";
import { Logo } from "./logo.tsx";
import css from "./brand-logo.module.css";

/** The practice's own logo where it has one, else the mark and its name. */
export function BrandLogo() {
  const { logo, name } = settings.brand;
  if (logo) return <img className={css["picture"]} src={logo} alt={name} />;
  return <Logo name={name} />;
}
