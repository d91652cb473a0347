import { useRef, useState, useSyncExternalStore } from "react";
import { LazySection } from "#app/router/error-boundary.tsx";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import type { Upsell } from "#contract/growth/upsell.ts";
import { linkedUpsellState } from "./linked-upsell.ts";
import { UpsellDeclinedNotice } from "./upsell-notice.tsx";
import { useDashboardUpsells } from "./use-upsells.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { upsellPriceText } from "./upsell-text.ts";
import css from "./upsell-slot.module.css";

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

/** An upsell in one quiet row, below all that matters. What it is exactly, and the way to decline it, are in its details. */
function UpsellRow({ upsell, onOpen }: { upsell: Upsell; onOpen: (button: HTMLElement) => void }) {
  const { upsellId, title, product } = upsell;
  const id = `offer-${upsellId}`;
  return (
    <section className={css["row"]} aria-labelledby={id}>
      <img className={css["picture"]} src={product.picture} alt="" width={48} height={48} loading="lazy" />
      <div className={css["text"]}>
        <h2 id={id} className={css["title"]}>
          {title}
        </h2>
        <p className={css["price"]}>{upsellPriceText(upsell)}</p>
      </div>
      <Button variant="quiet" onClick={(event) => onOpen(event.currentTarget)}>
        See details
        <span className="visually-hidden">: {title}</span>
      </Button>
    </section>
  );
}
