import { useEffect } from "react";
import { useCart } from "./context.ts";

/** Tells the widget that a payment is being confirmed, until it is not or its screen is gone. */
export function useWidgetBusy(busy: boolean): void {
  const { widget } = useCart();
  useEffect(() => widget.setBusy(busy), [widget, busy]);
  useEffect(() => () => widget.setBusy(false), [widget]);
}
