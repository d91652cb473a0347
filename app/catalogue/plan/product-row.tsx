import type { ReactNode } from "react";
import { ChevronDownIcon } from "#app/ui/brand/base-icons.tsx";
import css from "./product-row.module.css";

/** A product as one row; with children it opens to all there is to know about it. */
export function ProductRow({
  picture,
  name,
  detail,
  price,
  open = false,
  children,
}: {
  picture: string;
  name: string;
  /** Strength, or why it is offered: one line. */
  detail: ReactNode;
  price?: ReactNode;
  /** Opened from the start. */
  open?: boolean;
  children?: ReactNode;
}) {
  const head = (
    <>
      <img src={picture} alt="" width={56} height={56} />
      <span className={css["text"]}>
        <span className={css["name"]}>{name}</span>
        <span className={css["detail"]}>{detail}</span>
      </span>
      {price && <span className={css["price"]}>{price}</span>}
    </>
  );
  if (!children) return <div className={css["head"]}>{head}</div>;
  return (
    <details className={css["row"]} open={open}>
      <summary className={css["head"]}>
        {head}
        <ChevronDownIcon />
      </summary>
      <div className={css["more"]}>{children}</div>
    </details>
  );
}
