import type { ComponentProps } from "react";
import css from "./columns.module.css";
import { cx } from "../cx.ts";

/** Two columns, stacked on a narrow screen. `firstWider`: the first is wider. */
export const Columns = ({
  firstWider = false,
  ...rest
}: Omit<ComponentProps<"div">, "className"> & { firstWider?: boolean }) => (
  <div {...rest} className={cx(css["columns"], firstWider && css["wider"])} />
);

/** Stacked cards in one of the columns. */
export const Column = (props: Omit<ComponentProps<"div">, "className">) => <div {...props} className={css["column"]} />;
