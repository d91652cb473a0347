import type { ReactNode } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import type { Upsell } from "#contract/growth/upsell.ts";
import css from "./upsell-card.module.css";
import { ProductPicture } from "./product-picture.tsx";

/** An offer in short: what it is, what it costs, and its buttons. */
export function UpsellCard({
  offer: upsell,
  tone,
  terms,
  trouble: error,
  actions,
  children,
}: {
  offer: Upsell;
  tone: "tint" | "accent";
  /** What it costs, and when it is paid where that is not at once. */
  terms: string;
  trouble: Error | null;
  /** Its ways on; taking it and leaving it are equally easy. */
  actions: ReactNode;
  /** More that has to be said of it. */
  children?: ReactNode;
}) {
  const { upsellId, title, text, product } = upsell;
  const id = `offer-${upsellId}`;
  return (
    <Card as="section" tone={tone} className={css["card"]} aria-labelledby={id}>
      <ProductPicture src={product.picture} />
      <div className={css["text"]}>
        <h2 id={id} className={css["title"]}>
          {title}
        </h2>
        <p>{text}</p>
        <p className={css["muted"]}>
          {product.name}, {terms}
        </p>
        {children}
        {error && <Alert kind="warning">{errorMessage(error)}</Alert>}
        <div className={css["buttons"]}>{actions}</div>
      </div>
    </Card>
  );
}
