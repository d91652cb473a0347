import type { ReactNode } from "react";
import { Button } from "../../actions/button.tsx";
import { moveFocusTo } from "../../focus.ts";
import css from "./interstitial.module.css";

/** A full screen shown during a process. Without `onContinue` it shows that it is busy. */
export function Interstitial({
  illustration,
  title,
  continueLabel = "Continue",
  onContinue,
  children,
}: {
  illustration?: ReactNode;
  title: ReactNode;
  continueLabel?: ReactNode;
  onContinue?: (() => void) | undefined;
  children?: ReactNode;
}) {
  return (
    <div className={css["screen"]} aria-busy={!onContinue}>
      <div className={css["inner"]}>
        {illustration && <div className={css["picture"]}>{illustration}</div>}
        <h1 ref={moveFocusTo} tabIndex={-1} className={css["title"]}>
          {title}
        </h1>
        {children && <div className={css["text"]}>{children}</div>}
        {onContinue ? (
          <Button onClick={onContinue}>{continueLabel}</Button>
        ) : (
          <span className={css["dots"]} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
        )}
      </div>
    </div>
  );
}
