import type { ReactNode } from "react";
import css from "./alert.module.css";
import { cx } from "../cx.ts";
import { CloseIcon, InfoIcon, SuccessIcon, WarningIcon } from "../brand/base-icons.tsx";
import { type Tone, toneClassName } from "../brand/tones.ts";

const icons = { info: InfoIcon, success: SuccessIcon, warning: WarningIcon, danger: WarningIcon } satisfies Partial<
  Record<Tone, unknown>
>;

/** Danger and warning interrupt (role alert), the others don't (role status). `actions` go below the text. */
export function Alert({
  tone = "info",
  title,
  actions,
  onDismiss,
  className,
  children,
}: {
  tone?: keyof typeof icons | undefined;
  title?: ReactNode;
  actions?: ReactNode;
  /** Adds a dismiss button in the corner. */
  onDismiss?: (() => void) | undefined;
  className?: string | undefined;
  children?: ReactNode;
}) {
  const Icon = icons[tone];
  return (
    <div
      role={tone === "danger" || tone === "warning" ? "alert" : "status"}
      className={cx(css["alert"], toneClassName(tone), className)}
    >
      <Icon />
      <div className={css["body"]}>
        {title && <p className={css["title"]}>{title}</p>}
        {children && <div>{children}</div>}
        {actions && <div className={css["actions"]}>{actions}</div>}
      </div>
      {onDismiss && (
        <button type="button" className={css["close"]} aria-label="Close" onClick={onDismiss}>
          <CloseIcon />
        </button>
      )}
    </div>
  );
}
