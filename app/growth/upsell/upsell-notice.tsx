import { useEffect, useRef } from "react";
import { moveFocusTo } from "#app/ui/focus.ts";
import css from "./upsell-notice.module.css";

/** The outcome of an upsell, shown in its place; takes the focus from its button. */
export function UpsellNotice({ children }: { children: string }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // A closing dialog returns the focus first.
    const frame = requestAnimationFrame(() => moveFocusTo(notice.current));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <p ref={notice} tabIndex={-1} className={css["news"]}>
      {children}
    </p>
  );
}

/** Shown after the patient declines an upsell. */
export const UpsellDeclinedNotice = () => <UpsellNotice>All right. We won't offer you this again.</UpsellNotice>;
