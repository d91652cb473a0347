import { cx } from "../cx.ts";
import css from "./spinner.module.css";

/** Decorative unless `label` is given; then it is announced. */
export function Spinner({ label, large = false }: { label?: string | undefined; large?: boolean | undefined }) {
  const ring = <span className={cx(css["ring"], large && css["large"])} aria-hidden="true" />;
  if (!label) return ring;
  return (
    <output className={css["labelled"]}>
      {ring}
      <span>{label}</span>
    </output>
  );
}
