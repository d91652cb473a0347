import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import css from "./divided-list.module.css";

/** Items with a line between them and, with `topLine`, above the first. */
export const DividedList = ({ topLine = false, children }: { topLine?: boolean; children: ReactNode }) => (
  <ul className={cx(css["list"], topLine && css["topLine"])}>{children}</ul>
);
