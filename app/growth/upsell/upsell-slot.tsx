import { useRef, useState, useSyncExternalStore } from "react";
import { LazySection } from "#app/router/error-boundary.tsx";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import type { Upsell } from "#contract/growth/upsell.ts";
import { UpsellCard } from "./upsell-card.tsx";
import { linkedUpsellState } from "./linked-upsell.ts";
import { UpsellDeclinedNotice } from "./upsell-notice.tsx";
import { useDashboardUpsells, useDenyUpsell } from "./use-upsells.ts";
import { upsellPriceText } from "./upsell-text.ts";

const UpsellDialog = lazyRoute(() => import("./upsell-dialog.tsx")).Part;

/** One upsell of the practice, below everything more important. */
export function UpsellSlot({ quiet: hidden }: { quiet: boolean }) {
  const { data } = useDashboardUpsells();
  const linkedUpsell = useSyncExternalStore(linkedUpsellState.subscribe, linkedUpsellState.get);
  // Kept outside the card, which disappears when the upsell is accepted.
  const [openedUpsell, setOpenedUpsell] = useState<Upsell | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const [declined, setDeclined] = useState(false);
  // After a declined upsell no other is shown until the patient comes back.
  const upsell = hidden || declined || linkedUpsell.declined ? undefined : data?.items[0];
  return (
    <>
      {upsell && (
        <DashboardUpsell
          key={upsell.upsellId}
          offer={upsell}
          onDeclined={() => setDeclined(true)}
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

/** The upsell on the home page; opening it shows it in full. */
function DashboardUpsell({
  offer: upsell,
  onOpen,
  onDeclined,
}: {
  offer: Upsell;
  onOpen: (button: HTMLElement) => void;
  onDeclined: () => void;
}) {
  const { deny, busy, error } = useDenyUpsell(onDeclined);
  return (
    <UpsellCard
      upsell={upsell}
      tone="tint"
      terms={upsellPriceText(upsell)}
      error={error}
      actions={
        <>
          <Button variant="secondary" onClick={(event) => onOpen(event.currentTarget)}>
            Have a look
          </Button>
          <Button variant="secondary" busy={busy} busyLabel="Please wait" onClick={() => deny(upsell.upsellId)}>
            No, thank you
          </Button>
        </>
      }
    />
  );
}
