import { useEffect, useRef } from "react";
import { readNext } from "#app/ui/read-next.ts";
import css from "./offer-news.module.css";

/** What came of an offer, in the place where it stood; takes the focus its button had. */
export function OfferNews({ children }: { children: string }) {
  const place = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // A dialog that closes gives the focus back first.
    const frame = requestAnimationFrame(() => readNext(place.current));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <p ref={place} tabIndex={-1} className={css["news"]}>
      {children}
    </p>
  );
}

/** She said no to an offer. */
export const OfferDenied = () => <OfferNews>All right. We will not offer this to you again.</OfferNews>;
