import type { ReactNode } from "react";
import css from "./disclosure.module.css";

/** Expandable content under a line to press. */
export function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details className={css["disclosure"]}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
