import { useRef, useState, useSyncExternalStore } from "react";
import { LazySection } from "#app/router/error-boundary.tsx";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import type { Upsell } from "#contract/growth/upsell.ts";
import { linkedUpsellState } from "./linked-upsell.ts";
import { UpsellDeclinedNotice } from "./upsell-notice.tsx";
import { UpsellRow } from "./upsell-row.tsx";
import { useDashboardUpsells } from "./use-upsells.ts";

const UpsellDialog = lazyRoute(() => import("./upsell-dialog.tsx")).Part;

/** One upsell of the practice, below everything more important. */
export function UpsellSlot({ quiet: hidden }: { quiet: boolean }) {
  const { data } = useDashboardUpsells();
  const linkedUpsell = useSyncExternalStore(linkedUpsellState.subscribe, linkedUpsellState.get, linkedUpsellState.get);
  // Kept outside the row, which disappears when the upsell is accepted.
  const [openedUpsell, setOpenedUpsell] = useState<Upsell | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const [declined, setDeclined] = useState(false);
  // After a declined upsell no other is shown until the patient comes back.
  const upsell = hidden || declined || linkedUpsell.declined ? undefined : data?.items[0];
  return (
    <>
      {upsell && (
        <UpsellRow
          key={upsell.upsellId}
          upsell={upsell}
          onOpen={(button) => {
            opener.current = button;
            setOpenedUpsell(upsell);
          }}
        />
      )}
      {declined && <UpsellDeclinedNotice />}
      {openedUpsell && (
        <LazySection resetKey={openedUpsell.upsellId}>
          <UpsellDialog
            key={openedUpsell.upsellId}
            upsell={openedUpsell}
            opener={opener}
            onClose={() => setOpenedUpsell(null)}
            onDeclined={() => setDeclined(true)}
          />
        </LazySection>
      )}
    </>
  );
}
