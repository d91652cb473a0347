import { LogoMark } from "./illustrations/logo-mark.tsx";
import css from "./logo.module.css";

/** Mark and name of the brand. `markOnly` hides the name in tight places; it is still announced. */
export function Logo({ name, markOnly: hideName = false }: { name: string; markOnly?: boolean | undefined }) {
  return (
    <span className={css["logo"]}>
      <LogoMark />
      <span className={hideName ? "visually-hidden" : css["name"]}>{name}</span>
    </span>
  );
}
