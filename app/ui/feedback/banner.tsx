import type { ReactNode } from "react";
import css from "./banner.module.css";
import { cx } from "../cx.ts";
import { CloseIcon, WarningIcon } from "../brand/base-icons.tsx";
import { type Tone, toneClassName } from "../brand/tones.ts";

/** A bar across the top of a page. `label` names the region; `action` is a `<Button>` or `<ButtonLink>`. */
export function Banner({
  tone = "accent",
  label,
  title,
  action,
  onDismiss,
  children,
}: {
  tone?: Extract<Tone, "accent" | "danger"> | undefined;
  label: string;
  title?: ReactNode;
  action?: ReactNode;
  onDismiss?: (() => void) | undefined;
  children?: ReactNode;
}) {
  return (
    <section aria-label={label} className={cx(css["banner"], css[tone], toneClassName(tone))}>
      {tone === "danger" && <WarningIcon />}
      <div className={css["text"]}>
        {title && <p className={css["title"]}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {action && <div className={css["action"]}>{action}</div>}
      {onDismiss && (
        <button type="button" className={css["close"]} aria-label={`Dismiss ${label}`} onClick={onDismiss}>
          <CloseIcon />
        </button>
      )}
    </section>
  );
}
