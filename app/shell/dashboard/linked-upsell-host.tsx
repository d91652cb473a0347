import { useEffect, useSyncExternalStore } from "react";
import { useLocation, useSearch } from "wouter";
import { followupOpener } from "#app/followup/followup-opener.ts";
import { LazySection } from "#app/router/error-boundary.tsx";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { withoutQueryParams } from "#app/browser/urls.ts";
import { useSafety } from "#app/treatment/next-step/use-safety.ts";
import {
  type LinkedUpsell,
  linkedUpsellIn,
  upsellParam,
  hasUpsellParam,
  linkedUpsellState,
} from "#app/growth/upsell/linked-upsell.ts";
import { UpsellDeclinedNotice } from "#app/growth/upsell/upsell-notice.tsx";

const LinkedUpsellDialog = lazyRoute<{ linkedUpsell: LinkedUpsell; onClose: () => void; onDeclined: () => void }>(
  () => import("#app/growth/upsell/linked-upsell-dialog.tsx"),
).Part;

/**
 * Opens the upsell of a link to home (spec §4): after an open follow-up, before upsells that open by themselves, and never before a safety
 * warning.
 */
export function LinkedUpsellHost({ className }: { className?: string | undefined }) {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const { linkedUpsell, declined } = useSyncExternalStore(linkedUpsellState.subscribe, linkedUpsellState.get);
  const { open: followupOpen } = useSyncExternalStore(followupOpener.subscribe, followupOpener.get);
  const { stopped } = useSafety();
  const home = path === "/home";

  useEffect(() => {
    if (stopped) linkedUpsellState.set({ linkedUpsell: null, declined: false });
    if (!home || !hasUpsellParam(search) || stopped === undefined) return;
    const next = stopped ? null : linkedUpsellIn(search);
    if (next) linkedUpsellState.set({ linkedUpsell: next, declined: false });
    navigate(path + withoutQueryParams(location.search, upsellParam), { replace: true });
  }, [home, path, search, stopped, navigate]);
  useEffect(() => (home ? () => linkedUpsellState.set({ linkedUpsell: null, declined: false }) : undefined), [home]);

  if (!home || stopped !== false) return null;
  return (
    <>
      {declined && (
        <div className={className}>
          <UpsellDeclinedNotice />
        </div>
      )}
      {linkedUpsell && !followupOpen && (
        <LazySection resetKey={linkedUpsell.code}>
          <LinkedUpsellDialog
            key={linkedUpsell.code}
            linkedUpsell={linkedUpsell}
            onClose={() => linkedUpsellState.set({ linkedUpsell: null })}
            onDeclined={() => linkedUpsellState.set({ declined: true })}
          />
        </LazySection>
      )}
    </>
  );
}
