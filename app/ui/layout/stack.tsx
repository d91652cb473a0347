import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import css from "./stack.module.css";

type Gap = "xs" | "sm" | "md" | "lg" | "xl";

/** Children stacked vertically. `narrow` keeps a form to a comfortable width. */
export function Stack({
  gap = "md",
  narrow = false,
  className,
  ...rest
}: ComponentProps<"div"> & { gap?: Gap | undefined; narrow?: boolean | undefined }) {
  return <div {...rest} className={cx(css["stack"], css[gap], narrow && css["narrow"], className)} />;
}

/** Children side by side, wrapping; `stretch` lets buttons fill the row on a phone. */
export function Row({
  gap = "sm",
  stretch = false,
  className,
  ...rest
}: ComponentProps<"div"> & { gap?: Gap | undefined; stretch?: boolean | undefined }) {
  return <div {...rest} className={cx(css["row"], css[gap], stretch && css["stretch"], className)} />;
}
