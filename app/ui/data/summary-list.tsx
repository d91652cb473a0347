import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import css from "./summary-list.module.css";

/** Names and values: an order's sum, a profile. `total` makes a row the closing line, `highlight` a saving. */
export function SummaryList({
  rows,
}: {
  rows: readonly { label: ReactNode; value: ReactNode; total?: boolean | undefined; highlight?: boolean | undefined }[];
}) {
  return (
    <dl className={css["list"]}>
      {rows.map((row, index) => (
        <div key={index} className={cx(css["row"], row.total && css["total"], row.highlight && css["good"])}>
          <dt>{row.label}</dt>
          <dd>{row.value}</dd>
        </div>
      ))}
    </dl>
  );
}
