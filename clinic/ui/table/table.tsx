import type { ReactNode } from "react";
import css from "./table.module.css";

/** Rows of one kind. Wider than the page, it scrolls inside its frame, also by keyboard. */
export function Table({ label, head, children }: { label: string; head: readonly ReactNode[]; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
    <section className={css["frame"]} aria-label={label} tabIndex={0}>
      <table className={css["table"]}>
        <thead>
          <tr>
            {head.map((title, index) => (
              <th key={index} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
