import type { ReactNode } from "react";
import { EmergencyText } from "./emergency-text.tsx";
import css from "./urgent-help.module.css";

interface UrgentProps {
  readonly sentences: readonly string[];
  /** Id of its heading; without one it is announced as an alert. */
  readonly labelledBy?: string;
  readonly children?: ReactNode;
}

/** Emergency help, set apart from all else; its phone numbers are links. */
export function UrgentHelp({ sentences, labelledBy, children }: UrgentProps) {
  return (
    <aside
      className={css["urgent"]}
      {...(labelledBy ? { "aria-labelledby": labelledBy } : { "aria-label": "Urgent help" })}
    >
      {children}
      {sentences.map((sentence) => (
        <p key={sentence}>
          <EmergencyText>{sentence}</EmergencyText>
        </p>
      ))}
    </aside>
  );
}
