import { Suspense } from "react";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";

type PromoProps = { className?: string | undefined };
const Promo = lazyRoute<PromoProps>(() => import("./promo-banner.tsx"), true).Part;
const HomePromo = lazyRoute<PromoProps>(() => import("./home-promo.tsx"), true).Part;

/**
 * Slot for the session promo, which only a few patients have (spec §4). It stands after the content of a page: it arrives late, and would move what
 * the patient is about to press. `home`: in the patient area.
 */
export function PromoSlot({ className, home = false }: PromoProps & { home?: boolean }) {
  if (visitorCookies.get(cookieNames.sessionPromo) === null) return null;
  const PromoComponent = home ? HomePromo : Promo;
  return (
    <Suspense fallback={null}>
      <PromoComponent className={className} />
    </Suspense>
  );
}
