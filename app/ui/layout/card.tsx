import type { ComponentProps } from "react";
import css from "./card.module.css";
import { cx } from "../cx.ts";

/** A quiet surface. `tone`: tint for asides, accent for the one thing to notice; `as` picks the element. */
export function Card({
  as: Element = "div",
  tone = "plain",
  className,
  ...rest
}: ComponentProps<"div"> & {
  as?: "div" | "section" | "article" | "aside" | "li" | undefined;
  tone?: "plain" | "tint" | "accent" | undefined;
}) {
  const Tag = Element as "div";
  return <Tag {...rest} className={cx(css["card"], css[tone], className)} />;
}
