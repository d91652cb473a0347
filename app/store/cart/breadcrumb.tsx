import type { CartScreen } from "#contract/frame-limits.ts";
import { cx } from "#app/ui/cx.ts";
import css from "./breadcrumb.module.css";
import { useCart } from "./context.ts";

const steps: readonly { readonly screen: CartScreen; readonly label: string }[] = [
  { screen: "cart", label: "Cart" },
  { screen: "register", label: "Account" },
  { screen: "shipping", label: "Shipping" },
  { screen: "billing", label: "Checkout" },
];

/** The four steps (spec §2.3). Those behind her lead back; her account is no step to go back to. */
export function Breadcrumb({ current }: { current: number }) {
  const { widget, state } = useCart();
  return (
    <nav aria-label="Checkout steps">
      <ol className={css["steps"]}>
        {steps.map(({ screen, label }, index) => {
          const back = index < current && screen !== "register";
          return (
            <li
              key={screen}
              className={cx(css["step"], index < current && css["done"], index === current && css["current"])}
              aria-current={index === current ? "step" : undefined}
            >
              {back ? (
                <button type="button" disabled={state.busy} onClick={() => widget.show(screen)}>
                  {label}
                </button>
              ) : (
                <span>{label}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
