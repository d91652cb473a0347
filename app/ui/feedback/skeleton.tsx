import { cx } from "../cx.ts";
import css from "./skeleton.module.css";

/** A placeholder while content loads. `label` is what assistive technology announces; give it once per screen, "" elsewhere. */
export function Skeleton({
  shape = "text",
  count = 3,
  label = "Loading",
}: {
  shape?: "text" | "card" | "row" | undefined;
  count?: number | undefined;
  label?: string | undefined;
}) {
  return (
    <div className={css["skeleton"]} aria-busy="true">
      {label && <output className="visually-hidden">{label}</output>}
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className={cx(css["piece"], css[shape])} aria-hidden="true" />
      ))}
    </div>
  );
}
