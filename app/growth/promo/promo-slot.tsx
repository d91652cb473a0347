import { Suspense } from "react";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { useCodeNotice } from "./code-news.ts";

type PromoProps = { className?: string | undefined };
const Promo = lazyRoute<PromoProps>(() => import("./promo-banner.tsx")).Part;
const HomePromo = lazyRoute<PromoProps>(() => import("./home-promo.tsx")).Part;

/** Slot for the session promo, which only a few patients have (spec §4). `home`: in the patient area. */
export function PromoSlot({ className, home = false }: PromoProps & { home?: boolean }) {
  // Rerenders when a code is refused, because that drops its promo.
  useCodeNotice();
  if (visitorCookies.get(cookieNames.sessionPromo) === null) return null;
  const PromoComponent = home ? HomePromo : Promo;
  return (
    <Suspense fallback={null}>
      <PromoComponent className={className} />
    </Suspense>
  );
}
