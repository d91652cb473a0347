import { useEffect, useRef } from "react";
import { moveFocusTo } from "#app/ui/focus.ts";
import css from "./upsell-notice.module.css";

/** What came of an offer, in the place where it stood; takes the focus its button had. */
export function UpsellNotice({ children }: { children: string }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // A dialog that closes gives the focus back first.
    const frame = requestAnimationFrame(() => moveFocusTo(notice.current));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <p ref={notice} tabIndex={-1} className={css["news"]}>
      {children}
    </p>
  );
}

/** She said no to an offer. */
export const UpsellDeclinedNotice = () => <UpsellNotice>All right. We will not offer this to you again.</UpsellNotice>;
