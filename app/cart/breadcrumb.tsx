import { cx } from "#app/ui/cx.ts";
import css from "./breadcrumb.module.css";
import { useCart } from "./widget/cart-context.ts";
import { checkoutSteps } from "./widget/screen-rules.ts";

/** The four steps. Completed ones are links; register is not one of them: there is no going back to it. */
export function Breadcrumb({ current }: { current: number }) {
  const { widget, state } = useCart();
  return (
    <nav aria-label="Checkout steps">
      <ol className={css["steps"]}>
        {checkoutSteps.map(({ screen, label }, index) => {
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
