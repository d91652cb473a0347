import type { ComponentProps } from "react";
import { cx } from "../cx.ts";
import "./stack.css";

/** A step of the scale of spaces: 3 is `--space-3`. */
export type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 7;

export type LayoutProps = ComponentProps<"div"> & {
  as?:
    | "div"
    | "section"
    | "article"
    | "aside"
    | "header"
    | "footer"
    | "main"
    | "nav"
    | "figure"
    | "ul"
    | "ol"
    | "dl"
    | "li"
    | "p"
    | "span"
    | undefined;
  gap?: Gap | undefined;
};

/** Children stacked vertically, as wide as the stack or, with `align="start"`, as themselves. `narrow` keeps a form to a comfortable width. */
export function Stack({
  as = "div",
  gap = 5,
  align,
  narrow = false,
  className,
  ...rest
}: LayoutProps & { align?: "start" | undefined; narrow?: boolean | undefined }) {
  const Tag = as as "div";
  return <Tag {...rest} className={cx(stackClassName(gap, align), narrow && "narrow", className)} />;
}

/** The look of a stack, for components that lay out their children like one. */
export const stackClassName = (gap: Gap, align?: "start") => cx("stack", `gap-${gap}`, align);
