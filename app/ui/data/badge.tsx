import type { ReactNode } from "react";
import css from "./badge.module.css";
import { cx } from "../cx.ts";
import { type Tone, toneClassName } from "../brand/tones.ts";

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
  readonly tone: Tone;
  readonly label: string;
}

export function StatusBadge({ tone = "neutral", children }: { tone?: Tone | undefined; children: ReactNode }) {
  return <span className={cx(css["status"], toneClassName(tone))}>{children}</span>;
}
