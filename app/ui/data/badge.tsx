import type { ReactNode } from "react";
import css from "./badge.module.css";
import { cx } from "../cx.ts";

/** A number in a dot, nothing at zero. `label` says what is counted: "3 unread messages" needs `label="unread messages"`. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null;
  return (
    <span className={css["count"]}>
      <span aria-hidden="true">{count > 99 ? "99+" : count}</span>
      <span className="visually-hidden">
        {" "}
        {count} {label}
      </span>
    </span>
  );
}

/** A status in two words. */
export interface Status {
  readonly kind: "neutral" | "success" | "warning" | "danger" | "accent";
  readonly label: string;
}

export function StatusBadge({
  kind: tone = "neutral",
  children,
}: {
  kind?: Status["kind"] | undefined;
  children: ReactNode;
}) {
  return <span className={cx(css["status"], css[tone])}>{children}</span>;
}
