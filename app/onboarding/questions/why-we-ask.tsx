import type { ReactNode } from "react";
import { HelpIcon } from "#app/ui/brand/app-icons.tsx";
import css from "./why-we-ask.module.css";

/** Why a question is asked, collapsed. */
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
