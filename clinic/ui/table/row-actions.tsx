import type { ReactNode } from "react";
import css from "./row-actions.module.css";

/** The last cell of a row: what can be done with it, and what stands in place of that. */
export const RowActions = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  <div className={[css["actions"], className].filter(Boolean).join(" ")}>{children}</div>
);

/** One of them. `name` says to a screen reader what it is done with, where the table is not seen. */
export const RowAction = ({ label, name, onClick }: { label: string; name: string; onClick: () => void }) => (
  <button type="button" className={css["action"]} aria-label={name} onClick={onClick}>
    {label}
  </button>
);
