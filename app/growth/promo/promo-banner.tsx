import { useEffect, useState } from "react";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { useSession } from "#app/api/session/session.ts";
import { marketingUrl, settings } from "#app/settings.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { promoQuery } from "./promo-codes.ts";
import { hiddenPromoKey, hidePromo, isPromoHidden } from "./hidden-promo.ts";
import { promoText, sessionPromo } from "./session-promo.ts";

const browserStorage = () => localStorage;

/** One line about the promo the patient came with, while it is valid and open to them; they can hide it for this session, in every tab. */
export default function PromoBanner({
  className,
  checkout = true,
}: {
  className?: string | undefined;
  /** The patient has a checkout ahead; otherwise the banner links to the store. */
  checkout?: boolean;
}) {
  const { record } = useSession();
  const [, rerender] = useState(0);
  const [now] = useState(() => new Date());
  // Hiding it in another tab hides it here too.
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => key === hiddenPromoKey && rerender((times) => times + 1);
    addEventListener("storage", onStorage);
    return () => removeEventListener("storage", onStorage);
  }, []);
  const email = record?.email ?? null;
  const promo = sessionPromo(visitorCookies, settings, now, record?.hasorder);
  if (promo === null || isPromoHidden(browserStorage, promo.code, email, now)) return null;
  const hide = () => {
    hidePromo(browserStorage, promo.code, email, now);
    rerender((times) => times + 1);
    document.querySelector<HTMLElement>("main")?.focus();
  };
  const [textBefore, textAfter] = promoText(promo.code, checkout);
  return (
    <div className={className}>
      <Banner label="offer" title={promo.banner} onDismiss={hide}>
        <p>
          {textBefore} <strong>{promo.code}</strong>
          {textAfter}
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
