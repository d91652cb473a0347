import type { ReactNode } from "react";
import { moveFocusToTop } from "#app/ui/focus.ts";
import css from "./cancel.module.css";

/** The result of the decision, in place of the screen where it was made; announced from its heading. */
export function CancelConfirmation({
  picture,
  title,
  message,
  above,
  children,
}: {
  picture: ReactNode;
  title: string;
  message: string;
  /** Shown before everything else. */
  above?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={css["confirmation"]}>
      {above}
      <div className={css["said"]}>
        <div className={css["saidText"]}>
          <h1 ref={moveFocusToTop}>{title}</h1>
          <p className={css["lead"]}>{message}</p>
        </div>
        <div className={css["picture"]} aria-hidden="true">
          {picture}
        </div>
      </div>
      {children}
    </div>
  );
}
