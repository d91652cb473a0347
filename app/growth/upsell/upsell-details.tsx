import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import type { Upsell } from "#contract/growth/upsell.ts";
import { openArticle } from "#app/support/help-center/article-links.ts";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Disclosure } from "#app/ui/actions/disclosure.tsx";
import { SummaryList } from "#app/ui/data/summary-list.tsx";
import css from "./upsell-details.module.css";
import { chargeTexts, upsellSummaryRows } from "./upsell-text.ts";
import { ProductPicture } from "#app/catalogue/product-picture.tsx";

/** Everything about an upsell: what it is and is for, what to know about it, its price, and what happens to the card. */
export function UpsellDetails({ offer: upsell, card }: { offer: Upsell; card: string }) {
  const { product, text, article } = upsell;
  return (
    <Stack gap={4} className={css["details"]}>
      <div className={css["product"]}>
        <ProductPicture small src={product.picture} />
        <div>
          <Cluster gap={2} align="normal" className={css["badges"]}>
            {product.prescription && <StatusBadge>Rx</StatusBadge>}
            {product.hsa === "eligible" && <StatusBadge tone="success">HSA eligible</StatusBadge>}
            {product.hsa === "needs_letter" && <StatusBadge tone="success">HSA with a letter</StatusBadge>}
          </Cluster>
          <h3 className={css["name"]}>{product.name}</h3>
          <p className={css["muted"]}>
            {product.form}, {product.strength}
          </p>
        </div>
      </div>
      <p>{text}</p>
      {product.notices.length > 0 && (
        <div className={css["notices"]}>
          <h3>Good to know</h3>
          <ul>
            {product.notices.map((notice) => (
              <li key={notice}>
                <EmergencyText>{notice}</EmergencyText>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Disclosure summary="How to use it">
        <p>{product.howtouse}</p>
      </Disclosure>
      {article !== null && (
        <Button variant="quiet" onClick={() => openArticle(article)}>
          Read more about this
        </Button>
      )}
      <SummaryList rows={upsellSummaryRows(upsell)} />
      {chargeTexts(upsell, card).map((sentence) => (
        <p key={sentence} className={css["muted"]}>
          {sentence}
        </p>
      ))}
    </Stack>
  );
}
