import { LogoMark } from "./illustrations/logo-mark.tsx";
import css from "./logo.module.css";

/** Mark and name. `markOnly` for tight places; the name is still announced. */
export function Logo({ markOnly = false }: { markOnly?: boolean | undefined }) {
  return (
    <span className={css["logo"]}>
      <LogoMark />
      <span className={markOnly ? "visually-hidden" : css["name"]}>Calendula</span>
    </span>
  );
}
