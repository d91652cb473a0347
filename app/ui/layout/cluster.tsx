import { cx } from "../cx.ts";
import type { LayoutProps } from "./stack.tsx";
import "./stack.css";
import "./cluster.css";

type ClusterProps = LayoutProps & {
  /** Between the lines, where it differs from `gap`. */
  rowGap?: 0 | 1 | 2 | 3 | undefined;
  align?: "center" | "baseline" | "top" | "normal" | undefined;
  justify?: "between" | "middle" | "end" | undefined;
  stretch?: boolean | undefined;
};

/** Children side by side, wrapping; `stretch` lets buttons fill the row on a phone. */
export function Cluster({
  as = "div",
  gap = 3,
  rowGap,
  align = "center",
  justify,
  stretch = false,
  className,
  ...rest
}: ClusterProps) {
  const Tag = as as "div";
  return (
    <Tag
      {...rest}
      className={cx(
        "cluster",
        `gap-${gap}`,
        rowGap !== undefined && `row-gap-${rowGap}`,
        align,
        justify,
        stretch && "stretch",
        className,
      )}
    />
  );
}

/** Two ends of a line: a heading and its status, a name and its action. */
export const Bar = (props: Omit<ClusterProps, "justify" | "stretch">) => (
  <Cluster gap={4} rowGap={2} justify="between" {...props} />
);
