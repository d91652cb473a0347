import type { ComponentProps, ReactNode } from "react";
import css from "./button.module.css";
import { cx } from "../cx.ts";
import { Spinner } from "./spinner.tsx";

type ButtonStyle = {
  variant?: "primary" | "secondary" | "quiet" | "danger" | undefined;
  /** As wide as its column. */
  wide?: boolean | undefined;
};

/** `busy` keeps the focus and the width, ignores presses, and shows `busyLabel` in place of the label. */
export function Button({
  variant = "primary",
  wide = false,
  busy = false,
  busyLabel,
  type = "button",
  className,
  children,
  onClick,
  ...rest
}: ComponentProps<"button"> & ButtonStyle & { busy?: boolean | undefined; busyLabel?: ReactNode }) {
  return (
    <button
      {...rest}
      type={busy ? "button" : type}
      className={cx(css["button"], css[variant], wide && css["wide"], className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy && <Spinner />}
      <span className={css["label"]} aria-live={busyLabel ? "polite" : undefined}>
        {busy && busyLabel ? busyLabel : children}
      </span>
    </button>
  );
}

/** A link styled as a button. */
export function ButtonLink({
  variant = "primary",
  wide = false,
  className,
  children,
  ...rest
}: ComponentProps<"a"> & { href: string } & ButtonStyle) {
  return (
    <a {...rest} className={cx(css["button"], css[variant], wide && css["wide"], className)}>
      {children}
    </a>
  );
}
