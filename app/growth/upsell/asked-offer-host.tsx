import { useEffect, useSyncExternalStore } from "react";
import { useLocation, useSearch } from "wouter";
import { opening } from "#app/followup/opening-store.ts";
import { InsidePart } from "#app/router/inside-part.tsx";
import { lazyRoute } from "#app/router/lazy-route.tsx";
import { queryWithout } from "#app/router/query-without.ts";
import { useSafety } from "#app/treatment/use-safety.ts";
import { offersAsked } from "./offers-asked.ts";
import { type Asked, askedIn, askedName, hasAsked } from "./asked-offer.ts";
import { OfferDenied } from "./offer-news.tsx";

const AskedOfferDialog = lazyRoute<{ asked: Asked; onClose: () => void; onDenied: () => void }>(
  () => import("./asked-offer-dialog.tsx"),
).Part;

/** Opens the offer of a link she followed to home (spec §4), after a review that is open, before one that would open by itself; never before what is to be read for safety. */
export function AskedOfferHost({ className }: { className?: string | undefined }) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { asked, denied } = useSyncExternalStore(offersAsked.subscribe, offersAsked.get);
  const { open: reviewing } = useSyncExternalStore(opening.subscribe, opening.get);
  const { told: stopped } = useSafety();
  const home = path === "/home";

  useEffect(() => {
    if (stopped) offersAsked.set({ asked: null, denied: false });
    if (!home || !hasAsked(search) || stopped === undefined) return;
    const next = stopped ? null : askedIn(search);
    if (next) offersAsked.set({ asked: next, denied: false });
    navigate(path + queryWithout(location.search, askedName), { replace: true });
  }, [home, path, search, stopped, navigate]);
  useEffect(() => (home ? () => offersAsked.set({ asked: null, denied: false }) : undefined), [home]);

  if (!home || stopped !== false) return null;
  return (
    <>
      {denied && (
        <div className={className}>
          <OfferDenied />
        </div>
      )}
      {asked && !reviewing && (
        <InsidePart place={asked.code}>
          <AskedOfferDialog
            key={asked.code}
            asked={asked}
            onClose={() => offersAsked.set({ asked: null })}
            onDenied={() => offersAsked.set({ denied: true })}
          />
        </InsidePart>
      )}
    </>
  );
}
