import type { ReactNode } from "react";
import { HelpIcon } from "#app/ui/thing-icons.tsx";
import css from "./why.module.css";

/** Why a question is asked, for those who wish to know. */
export function WhyWeAsk({ children }: { children: ReactNode }) {
  return (
    <details className={css["why"]}>
      <summary>
        <HelpIcon />
        Why we ask
      </summary>
      <p>{children}</p>
    </details>
  );
}
