import { Suspense } from "react";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { visitorCookies } from "#app/api/session/cookies.ts";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { useCodeNotice } from "./code-news.ts";

type PromoProps = { className?: string | undefined };
const Promo = lazyRoute<PromoProps>(() => import("./promo-banner.tsx")).Part;
const HomePromo = lazyRoute<PromoProps>(() => import("./home-promo.tsx")).Part;

/** The place of this session's offer: for the few who came with one (spec §4). `home`: on the pages of a patient in care. */
export function PromoSlot({ className, home = false }: PromoProps & { home?: boolean }) {
  // A code that was refused takes its offer along.
  useCodeNotice();
  if (visitorCookies.get(cookieNames.sessionPromo) === null) return null;
  const PromoComponent = home ? HomePromo : Promo;
  return (
    <Suspense fallback={null}>
      <PromoComponent className={className} />
    </Suspense>
  );
}
