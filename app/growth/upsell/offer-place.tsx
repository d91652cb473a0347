import { useRef, useState, useSyncExternalStore } from "react";
import { InsidePart } from "#app/router/inside-part.tsx";
import { lazyRoute } from "#app/router/lazy-route.tsx";
import { Button } from "#app/ui/button.tsx";
import type { Upsell } from "#contract/upsell.ts";
import { OfferCard } from "./offer-card.tsx";
import { offersAsked } from "./offers-asked.ts";
import { OfferDenied } from "./offer-news.tsx";
import { useDashboardOffers, useDeny } from "./use-offers.ts";
import { priceWords } from "./offer-words.ts";

const OfferDialog = lazyRoute(() => import("./offer-dialog.tsx")).Part;

/** One thing the practice offers besides, below all that matters more. */
export function OfferPlace({ quiet }: { quiet: boolean }) {
  const { data } = useDashboardOffers();
  const linked = useSyncExternalStore(offersAsked.subscribe, offersAsked.get);
  // Kept apart from the card, which leaves when the offer is accepted.
  const [opened, setOpened] = useState<Upsell | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const [denied, setDenied] = useState(false);
  // After a no she is left in peace until she comes again.
  const offer = quiet || denied || linked.denied ? undefined : data?.items[0];
  return (
    <>
      {offer && (
        <DashboardOffer
          key={offer.upsellId}
          offer={offer}
          onDenied={() => setDenied(true)}
          onOpen={(button) => {
            opener.current = button;
            setOpened(offer);
          }}
        />
      )}
      {denied && <OfferDenied />}
      {opened && (
        <InsidePart place={opened.upsellId}>
          <OfferDialog
            key={opened.upsellId}
            offer={opened}
            opener={opener}
            onClose={() => setOpened(null)}
            onDenied={() => setDenied(true)}
          />
        </InsidePart>
      )}
    </>
  );
}

/** The offer on her home page; opened, it is shown in full. */
function DashboardOffer({
  offer,
  onOpen,
  onDenied,
}: {
  offer: Upsell;
  onOpen: (button: HTMLElement) => void;
  onDenied: () => void;
}) {
  const { deny, busy, error } = useDeny(onDenied);
  return (
    <OfferCard
      offer={offer}
      tone="tint"
      terms={priceWords(offer)}
      trouble={error}
      actions={
        <>
          <Button variant="secondary" onClick={(event) => onOpen(event.currentTarget)}>
            Have a look
          </Button>
          <Button variant="secondary" busy={busy} busyLabel="Please wait" onClick={() => deny(offer.upsellId)}>
            No, thank you
          </Button>
        </>
      }
    />
  );
}
