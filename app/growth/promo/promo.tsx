import { useEffect, useState } from "react";
import { visitorCookies } from "#app/api/cookies.ts";
import { useSession } from "#app/api/session.ts";
import { marketingUrl, settings } from "#app/api/settings.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Link } from "#app/ui/link.tsx";
import { promoQuery } from "./codes.ts";
import { hiddenPromoName, hidePromo, isPromoHidden } from "./hidden-promo.ts";
import { promoWords, sessionPromo } from "./promos.ts";

const memory = () => localStorage;

/** One line on the offer she came with, while the practice makes it to her; she can hide it for this session, in every tab. */
export default function Promo({
  className,
  checkout = true,
}: {
  className?: string | undefined;
  /** She has a checkout before her; without one she is led to the store. */
  checkout?: boolean;
}) {
  const { record } = useSession();
  const [, again] = useState(0);
  const [now] = useState(() => new Date());
  // Hidden in another tab, it goes here as well.
  useEffect(() => {
    const look = ({ key }: StorageEvent) => key === hiddenPromoName && again((times) => times + 1);
    addEventListener("storage", look);
    return () => removeEventListener("storage", look);
  }, []);
  const email = record?.email ?? null;
  const promo = sessionPromo(visitorCookies, settings, now, record?.hasorder);
  if (promo === null || isPromoHidden(memory, promo.code, email, now)) return null;
  const hide = () => {
    hidePromo(memory, promo.code, email, now);
    again((times) => times + 1);
    document.querySelector<HTMLElement>("main")?.focus();
  };
  const [before, after] = promoWords(promo.code, checkout);
  return (
    <div className={className}>
      <Banner label="offer" title={promo.banner} onDismiss={hide}>
        <p>
          {before} <strong>{promo.code}</strong>
          {after}
        </p>
        {!checkout && (
          <Link standalone href={marketingUrl("/products", promoQuery(visitorCookies))}>
            Go to the store
          </Link>
        )}
      </Banner>
    </div>
  );
}
