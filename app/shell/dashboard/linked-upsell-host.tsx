import { useEffect, useSyncExternalStore } from "react";
import { useLocation, useSearch } from "wouter";
import { followupOpener } from "#app/followup/followup-opener.ts";
import { LazySection } from "#app/router/error-boundary.tsx";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { withoutQueryParams } from "#app/browser/urls.ts";
import { useSafety } from "#app/treatment/overview/use-safety.ts";
import {
  type LinkedUpsell,
  linkedUpsellIn,
  upsellParam,
  hasUpsellParam,
  linkedUpsellState,
} from "#app/growth/upsell/linked-upsell.ts";
import { UpsellDeclinedNotice } from "#app/growth/upsell/upsell-notice.tsx";

const LinkedUpsellDialog = lazyRoute<{ asked: LinkedUpsell; onClose: () => void; onDenied: () => void }>(
  () => import("#app/growth/upsell/linked-upsell-dialog.tsx"),
).Part;

/**
 * Opens the upsell of a link to home (spec §4): after an open follow-up, before upsells that open by themselves, and never before a safety
 * warning.
 */
export function LinkedUpsellHost({ className }: { className?: string | undefined }) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { asked: linkedUpsell, denied: declined } = useSyncExternalStore(
    linkedUpsellState.subscribe,
    linkedUpsellState.get,
  );
  const { open: followupOpen } = useSyncExternalStore(followupOpener.subscribe, followupOpener.get);
  const { told: stopped } = useSafety();
  const home = path === "/home";

  useEffect(() => {
    if (stopped) linkedUpsellState.set({ asked: null, denied: false });
    if (!home || !hasUpsellParam(search) || stopped === undefined) return;
    const next = stopped ? null : linkedUpsellIn(search);
    if (next) linkedUpsellState.set({ asked: next, denied: false });
    navigate(path + withoutQueryParams(location.search, upsellParam), { replace: true });
  }, [home, path, search, stopped, navigate]);
  useEffect(() => (home ? () => linkedUpsellState.set({ asked: null, denied: false }) : undefined), [home]);

  if (!home || stopped !== false) return null;
  return (
    <>
      {declined && (
        <div className={className}>
          <UpsellDeclinedNotice />
        </div>
      )}
      {linkedUpsell && !followupOpen && (
        <LazySection place={linkedUpsell.code}>
          <LinkedUpsellDialog
            key={linkedUpsell.code}
            asked={linkedUpsell}
            onClose={() => linkedUpsellState.set({ asked: null })}
            onDenied={() => linkedUpsellState.set({ denied: true })}
          />
        </LazySection>
      )}
    </>
  );
}
