import { Suspense } from "react";
import { cookieNames } from "#app/api/cookie-names.ts";
import { visitorCookies } from "#app/api/cookies.ts";
import { lazyRoute } from "#app/router/lazy-route.tsx";
import { useCodeNews } from "./code-news.ts";

type Part = { className?: string | undefined };
const Promo = lazyRoute<Part>(() => import("./promo.tsx")).Part;
const HomePromo = lazyRoute<Part>(() => import("./home-promo.tsx")).Part;

/** The place of this session's offer: for the few who came with one (spec §4). `home`: on the pages of a patient in care. */
export function PromoPlace({ className, home = false }: Part & { home?: boolean }) {
  // A code that was refused takes its offer along.
  useCodeNews();
  if (visitorCookies.get(cookieNames.sessionPromo) === null) return null;
  const Offer = home ? HomePromo : Promo;
  return (
    <Suspense fallback={null}>
      <Offer className={className} />
    </Suspense>
  );
}
