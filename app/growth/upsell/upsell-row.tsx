import { Button } from "#app/ui/actions/button.tsx";
import type { Upsell } from "#contract/growth/upsell.ts";
import { upsellPriceText } from "./upsell-text.ts";
import css from "./upsell-row.module.css";

/** An upsell in one quiet row, below all that matters. What it is exactly, and the way to decline it, are in its details. */
export function UpsellRow({ upsell, onOpen }: { upsell: Upsell; onOpen: (button: HTMLElement) => void }) {
  const { upsellId, title, product } = upsell;
  const id = `offer-${upsellId}`;
  return (
    <section className={css["row"]} aria-labelledby={id}>
      <img className={css["picture"]} src={product.picture} alt="" width={48} height={48} loading="lazy" />
      <div className={css["text"]}>
        <h2 id={id} className={css["title"]}>
          {title}
        </h2>
        <p className={css["price"]}>{upsellPriceText(upsell)}</p>
      </div>
      <Button variant="quiet" onClick={(event) => onOpen(event.currentTarget)}>
        See details
        <span className="visually-hidden">: {title}</span>
      </Button>
    </section>
  );
}
