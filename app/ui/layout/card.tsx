import type { ComponentProps } from "react";
import css from "./card.module.css";
import { cx } from "../cx.ts";
import { type Gap, stackClassName } from "./stack.tsx";

/** A quiet surface. `tone`: tint for asides, accent for the one thing to notice; `as` picks the element, `gap` stacks its children. */
export function Card({
  as: Element = "div",
  tone = "plain",
  gap,
  align,
  className,
  ...rest
}: ComponentProps<"div"> & {
  as?: "div" | "section" | "article" | "aside" | "li" | undefined;
  tone?: "plain" | "tint" | "accent" | undefined;
  gap?: Gap | undefined;
  align?: "start" | undefined;
}) {
  const Tag = Element as "div";
  return <Tag {...rest} className={cx(css["card"], css[tone], gap && stackClassName(gap, align), className)} />;
}
