import { useState } from "react";
import { visitorCookies } from "#app/api/cookies.ts";
import { useSession } from "#app/api/session.ts";
import { marketingUrl, settings } from "#app/api/settings.ts";
import { Banner } from "#app/ui/banner.tsx";
import { Link } from "#app/ui/link.tsx";
import { promoQuery } from "./codes.ts";
import { hidePromo, isPromoHidden } from "./hidden-promo.ts";
import { promoWords, sessionPromo } from "./promos.ts";

const memory = () => sessionStorage;

/** One line on the offer she came with, while the practice makes it to her; she can hide it for this session. */
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
  const email = record?.email ?? null;
  const promo = sessionPromo(visitorCookies, settings, now, record?.hasorder);
  if (promo === null || isPromoHidden(memory, promo.code, email)) return null;
  const hide = () => {
    hidePromo(memory, promo.code, email);
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
