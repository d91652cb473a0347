import { useEffect } from "react";
import { useCart } from "#app/cart/widget/cart-context.ts";

/** Marks the widget busy while a payment is being confirmed and its screen is mounted. */
export function useWidgetBusy(busy: boolean): void {
  const { widget } = useCart();
  useEffect(() => widget.setBusy(busy), [widget, busy]);
  useEffect(() => () => widget.setBusy(false), [widget]);
}
