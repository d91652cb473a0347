import type { ReactNode } from "react";
import css from "./price.module.css";

const usdFormat = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Integer cents as "$1,234.50". */
export function formatCents(cents: number): string {
  return usdFormat.format(cents / 100);
}

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
