import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";
import { limits } from "#contract/constants.ts";
import type { Interstitial as Shown } from "#contract/onboarding.ts";
import { DoctorPortrait } from "#app/ui/illustrations/doctor-portrait.tsx";
import { GrowingSeed } from "#app/ui/illustrations/growing-seed.tsx";
import { LockLeaf } from "#app/ui/illustrations/lock-leaf.tsx";
import { MarigoldBranch } from "#app/ui/illustrations/marigold-branch.tsx";
import { MoonLeaves } from "#app/ui/illustrations/moon-leaves.tsx";
import { ParcelSprig } from "#app/ui/illustrations/parcel-sprig.tsx";
import { Interstitial } from "#app/ui/interstitial.tsx";

const pictures = [GrowingSeed, LockLeaf, MoonLeaves, DoctorPortrait, MarigoldBranch, ParcelSprig] as const;

type Show = (shown: Shown | null) => Promise<void>;
const Host = createContext<Show>(() => Promise.resolve());

/** Shows a full-screen interstitial and resolves when it has gone; null resolves at once. */
export const useInterstitial = (): Show => useContext(Host);

/** Hides itself after 5 s; with a message type it stays until she continues (spec §4). */
export function InterstitialHost({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<{ shown: Shown; gone: () => void } | null>(null);
  const show = useCallback<Show>(
    (shown) => (shown ? new Promise((gone) => setCurrent({ shown, gone })) : Promise.resolve()),
    [],
  );
  return (
    <Host value={show}>
      {current && (
        <Loader
          shown={current.shown}
          onGone={() => {
            setCurrent(null);
            current.gone();
          }}
        />
      )}
      <div hidden={current !== null}>{children}</div>
    </Host>
  );
}

function Loader({ shown, onGone }: { shown: Shown; onGone: () => void }) {
  const stays = shown.messagetype !== null;
  const gone = useRef(onGone);
  useEffect(() => {
    gone.current = onGone;
  });
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => gone.current(), limits.loaderAutoHideMs);
    return () => clearTimeout(timer);
  }, [stays]);
  const Picture = pictures[shown.type - 1] ?? GrowingSeed;
  return (
    <main>
      <Interstitial title={shown.title} illustration={<Picture />} onContinue={stays ? onGone : undefined}>
        <p>{shown.text}</p>
      </Interstitial>
    </main>
  );
}
