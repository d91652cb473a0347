import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { limits } from "#contract/constants.ts";
import type { Interstitial as Shown } from "#contract/onboarding/steps.ts";
import { DoctorPortrait } from "#app/ui/brand/illustrations/doctor-portrait.tsx";
import { GrowingSeed } from "#app/ui/brand/illustrations/growing-seed.tsx";
import { LockLeaf } from "#app/ui/brand/illustrations/lock-leaf.tsx";
import { MarigoldBranch } from "#app/ui/brand/illustrations/marigold-branch.tsx";
import { MoonLeaves } from "#app/ui/brand/illustrations/moon-leaves.tsx";
import { ParcelSprig } from "#app/ui/brand/illustrations/parcel-sprig.tsx";
import { Interstitial } from "#app/ui/layout/overlays/interstitial.tsx";

const pictures = [GrowingSeed, LockLeaf, MoonLeaves, DoctorPortrait, MarigoldBranch, ParcelSprig] as const;

type ShowInterstitial = (interstitial: Shown | null) => Promise<void>;
const InterstitialContext = createContext<ShowInterstitial>(() => Promise.resolve());

/** Shows a full-screen interstitial and resolves when it is gone; resolves at once for null. */
export const useInterstitial = (): ShowInterstitial => useContext(InterstitialContext);

/** Hides the interstitial after 5 s; with a message type it stays until the patient continues (spec §4). */
export function InterstitialHost({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<{ interstitial: Shown; resolve: () => void } | null>(null);
  const show = useCallback<ShowInterstitial>(
    (interstitial) =>
      interstitial ? new Promise((resolve) => setCurrent({ interstitial, resolve })) : Promise.resolve(),
    [],
  );
  return (
    <InterstitialContext value={show}>
      {current && (
        <Loader
          interstitial={current.interstitial}
          onGone={() => {
            setCurrent(null);
            current.resolve();
          }}
        />
      )}
      <div hidden={current !== null}>{children}</div>
    </InterstitialContext>
  );
}

function Loader({ interstitial, onGone }: { interstitial: Shown; onGone: () => void }) {
  const isSticky = interstitial.messagetype !== null;
  const onGoneRef = useRef(onGone);
  useEffect(() => {
    onGoneRef.current = onGone;
  });
  useEffect(() => {
    if (isSticky) return;
    const timer = setTimeout(() => onGoneRef.current(), limits.loaderAutoHideMs);
    return () => clearTimeout(timer);
  }, [isSticky]);
  const Picture = pictures[interstitial.type - 1] ?? GrowingSeed;
  return (
    <main>
      <Interstitial title={interstitial.title} illustration={<Picture />} onContinue={isSticky ? onGone : undefined}>
        <p>{interstitial.text}</p>
      </Interstitial>
    </main>
  );
}
