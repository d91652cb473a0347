import { formatCents } from "#contract/fields/numbers.ts";
import type { ReactNode } from "react";
import css from "./price.module.css";

/** `was` is a former price, struck through; `per` follows: "/ month". */
export function Price({ cents, was, per }: { cents: number; was?: number | undefined; per?: ReactNode }) {
  return (
    <span className={css["price"]}>
      {was !== undefined && (
        <>
          <span className="visually-hidden">Was </span>
          <s className={css["was"]}>{formatCents(was)}</s>
          <span className="visually-hidden"> now</span>{" "}
        </>
      )}
      {formatCents(cents)}
      {per && <span className={css["per"]}> {per}</span>}
    </span>
  );
}
