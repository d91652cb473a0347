import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { ReactNode } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import type { Upsell } from "#contract/growth/upsell.ts";
import css from "./upsell-card.module.css";
import { ProductPicture } from "#app/catalogue/product-picture.tsx";

/** An upsell among the add-ons of the visit: product, price and buttons. */
export function UpsellCard({
  upsell,
  terms,
  error,
  actions,
  children,
}: {
  upsell: Upsell;
  /** The price, and when it is paid if not at once. */
  terms: string;
  error: Error | null;
  /** The buttons; accepting and declining are equally easy. */
  actions: ReactNode;
  /** Further notes. */
  children?: ReactNode;
}) {
  const { upsellId, title, text, product } = upsell;
  const id = `offer-${upsellId}`;
  return (
    <Card as="section" tone="tint" className={css["card"]} aria-labelledby={id}>
      <ProductPicture src={product.picture} />
      <Stack gap={4}>
        <h2 id={id} className={css["title"]}>
          {title}
        </h2>
        <p>{text}</p>
        <p className={css["muted"]}>
          {product.name}, {terms}
        </p>
        {children}
        {error && <Alert tone="warning">{errorMessage(error)}</Alert>}
        <Cluster align="normal" className={css["buttons"]}>
          {actions}
        </Cluster>
      </Stack>
    </Card>
  );
}
