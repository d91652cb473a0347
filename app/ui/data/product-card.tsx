import type { ReactNode } from "react";
import { StatusBadge } from "./badge.tsx";
import { Button } from "../actions/button.tsx";
import { cx } from "../cx.ts";
import { CheckIcon, PlusIcon } from "../brand/base-icons.tsx";
import { Price } from "./price.tsx";
import css from "./product-card.module.css";

/** One product. With `onSelectedChange` it has its own Add/Added button; otherwise put buttons in `action`.
    `layout="row"` is the narrow form for carts and summaries. */
export function ProductCard({
  picture,
  name,
  detail,
  cents,
  was,
  per,
  rx = false,
  hsa = false,
  level = 3,
  layout = "card",
  selected = false,
  onSelectedChange,
  action,
  children,
}: {
  /** A path such as "/products/patch.svg". */
  picture: string;
  name: string;
  /** Form and strength: "Patch, 0.05 mg". */
  detail?: ReactNode;
  cents?: number | undefined;
  was?: number | undefined;
  per?: ReactNode;
  rx?: boolean | undefined;
  hsa?: boolean | undefined;
  level?: 2 | 3 | 4 | undefined;
  layout?: "card" | "row" | undefined;
  selected?: boolean | undefined;
  onSelectedChange?: ((selected: boolean) => void) | undefined;
  action?: ReactNode;
  children?: ReactNode;
}) {
  const Title = `h${level}` as const;
  return (
    <article className={cx(css["product"], css[layout], selected && css["selected"])}>
      <div className={css["picture"]}>
        <img src={picture} alt="" width={320} height={320} loading="lazy" />
      </div>
      <div className={css["text"]}>
        {(rx || hsa) && (
          <div className={css["badges"]}>
            {rx && <StatusBadge tone="neutral">Rx</StatusBadge>}
            {hsa && <StatusBadge tone="success">HSA eligible</StatusBadge>}
          </div>
        )}
        <Title className={css["name"]}>{name}</Title>
        {detail && <p className={css["detail"]}>{detail}</p>}
        {children && <div>{children}</div>}
        {cents !== undefined && (
          <p className={css["price"]}>
            <Price cents={cents} was={was} per={per} />
          </p>
        )}
      </div>
      {(action || onSelectedChange) && (
        <div className={css["action"]}>
          {action}
          {onSelectedChange && (
            <Button wide variant={selected ? "primary" : "secondary"} onClick={() => onSelectedChange(!selected)}>
              {selected ? <CheckIcon /> : <PlusIcon />}
              {selected ? "Added" : "Add"}
              <span className="visually-hidden">
                {" "}
                {name}
                {selected && ", press to remove"}
              </span>
            </Button>
          )}
        </div>
      )}
    </article>
  );
}
