import type { ComponentProps, CSSProperties } from "react";
import css from "./columns.module.css";

/** Two columns, stacked on a narrow screen. `first`: how many times as wide as the second the first is. */
export const Columns = ({ first = 1, ...rest }: Omit<ComponentProps<"div">, "className"> & { first?: number }) => (
  <div {...rest} className={css["columns"]} style={{ "--first": `${first}fr` } as CSSProperties} />
);

/** Stacked cards in one of the columns. */
export const Column = (props: Omit<ComponentProps<"div">, "className">) => <div {...props} className={css["column"]} />;
