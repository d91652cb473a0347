import { formatCents } from "#contract/fields/numbers.ts";
import { Suspense, useRef } from "react";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { settings } from "#app/settings.ts";
import { TrashIcon } from "#app/ui/brand/base-icons.tsx";
import { QuantityStepper } from "#app/ui/actions/quantity-stepper.tsx";
import { cartQuantityMax } from "#contract/cart/frame-limits.ts";
import { useCart } from "../widget/cart-context.ts";
import { type CartLineWithProduct, unitCents } from "../widget/cart-lines.ts";
import type { CartObstacle } from "./obstacles.ts";
import css from "./cart-screen.module.css";

const LineObstacle = lazyRoute<{ obstacle: CartObstacle }>(() => import("./line-obstacle.tsx")).Part;

/** One product: picture, name, dosage, price, quantity and a way to remove it. 0 removes it too. */
export function CartRow({
  line,
  product,
  pricing,
  obstacle,
}: CartLineWithProduct & { obstacle: CartObstacle | undefined }) {
  const { widget, leaveWidget: leave } = useCart();
  const cents = unitCents({ pricing });
  const row = useRef<HTMLLIElement>(null);
  const detail = [product.strength, pricing.label].filter(Boolean).join(", ");
  /** Two lines may be of one product. */
  const name = `${product.name}, ${detail}`;
  const productPage =
    settings.marketingOrigin + settings.brand.marketingpages.product.replace("{productid}", product.productid);

  function setLineQuantity(quantity: number) {
    // The row is removed with the focused control: its neighbour, or the heading, gets the focus.
    if (quantity < 1) {
      const sibling = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
      const next = sibling?.querySelector<HTMLElement>("a") ?? document.querySelector<HTMLElement>("h1");
      if (next?.tagName === "H1") next.tabIndex = -1;
      next?.focus();
    }
    widget.setQuantity(line.pricingid, quantity);
  }
  return (
    <li ref={row} className={css["row"]}>
      <img className={css["picture"]} src={product.picture} alt="" width={72} height={72} />
      <div className={css["what"]}>
        <a
          className={css["name"]}
          href={productPage}
          target="_top"
          onClick={(event) => {
            event.preventDefault();
            void leave(productPage).catch(() => open(productPage, "_top"));
          }}
        >
          {product.name}
        </a>
        <p className={css["detail"]}>{detail}</p>
      </div>
      <p className={css["price"]}>
        {formatCents(cents * line.quantity)}
        {line.quantity > 1 && <span className={css["each"]}>{formatCents(cents)} each</span>}
      </p>
      <div className={css["quantity"]}>
        <QuantityStepper value={line.quantity} min={0} max={cartQuantityMax} label={name} onChange={setLineQuantity} />
      </div>
      <button type="button" className={css["remove"]} aria-label={`Remove ${name}`} onClick={() => setLineQuantity(0)}>
        <TrashIcon />
      </button>
      {obstacle && (
        <div className={css["obstacle"]}>
          <Suspense fallback={null}>
            <LineObstacle obstacle={obstacle} />
          </Suspense>
        </div>
      )}
    </li>
  );
}
