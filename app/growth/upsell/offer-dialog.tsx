import { useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { isApiError, shownText } from "#app/api/api-error.ts";
import { queryOf } from "#app/api/query.ts";
import { ChangeTrouble } from "#app/treatment/change-trouble.tsx";
import { cardText, dollars } from "#app/treatment/money.ts";
import { useChange } from "#app/treatment/use-change.ts";
import { WayOutButton } from "#app/treatment/way-out-button.tsx";
import { wayOutOf } from "#app/treatment/way-out.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog, DialogClose } from "#app/ui/dialog.tsx";
import { Stack } from "#app/ui/stack.tsx";
import type { Upsell } from "#contract/upsell.ts";
import { payment } from "#contract/payment.ts";
import { type Acceptance, type Accepted, acceptOffer } from "./offer-calls.ts";
import { OfferDetails } from "./offer-details.tsx";
import { useDeny, useFreshOffers } from "./use-offers.ts";

/** An offer in full: she adds it, says no, or closes it and decides later. Stays until the outcome is known. */
export default function OfferDialog({
  offer,
  opener,
  onClose,
  onDenied,
}: {
  offer: Upsell;
  /** Gets the focus back. */
  opener?: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
  /** She said no; told before it closes. */
  onDenied?: (() => void) | undefined;
}) {
  const refetch = useFreshOffers();
  const [done, setDone] = useState<Accepted | null>(null);
  const sources = useQuery(queryOf(payment.sources, {}));
  const change = useChange<Acceptance, Accepted>(acceptOffer, { onAnswer: setDone });
  const no = useDeny(() => {
    onDenied?.();
    onClose();
  });
  const way = change.error ? wayOutOf(change.error) : null;
  const total = newTotal(change.error) ?? offer.total;
  const noCard = sources.data?.source === null;
  const busy = change.pending || no.pending;

  function close() {
    // What shows that it is done may be closed while the screens behind it are still fetched anew.
    if (busy && !done) return;
    if (done) void refetch();
    onClose();
  }

  if (done) return <Added done={done} opener={opener} onClose={close} />;
  const { upsellId, couponId } = offer;
  return (
    <Dialog
      title={offer.title}
      readTitle
      open
      opener={opener}
      onOpenChange={(next) => !next && close()}
      actions={
        <>
          <WayOutButton way={way} noCard={noCard}>
            <Button
              busy={change.busy}
              busyLabel="Adding it"
              onClick={() => busy || change.press({ upsellId, couponId, total })}
            >
              {way === "again" ? "Try again" : way === "sum" ? `Add it for ${dollars(total)}` : "Add to my treatment"}
            </Button>
          </WayOutButton>
          {way === "none" ? (
            <DialogClose>
              <Button variant="secondary">Close</Button>
            </DialogClose>
          ) : (
            <Button
              variant="secondary"
              busy={no.busy}
              busyLabel="Please wait"
              onClick={() => busy || no.deny(upsellId)}
            >
              No, thank you
            </Button>
          )}
        </>
      }
    >
      <Stack gap="md">
        <OfferDetails offer={total === offer.total ? offer : { ...offer, total }} card={yours(sources.data?.source)} />
        <ChangeTrouble error={change.error} noCard={noCard} />
        {no.error && <Alert kind="warning">{shownText(no.error)}</Alert>}
      </Stack>
    </Dialog>
  );
}

function Added({
  done: { message, order },
  opener,
  onClose,
}: {
  done: Accepted;
  opener: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={order.detail.some(({ prescription }) => prescription) ? "It is on its way to your doctor" : "Thank you"}
      description={message}
      readTitle
      open
      opener={opener}
      onOpenChange={(next) => !next && onClose()}
      actions={
        <>
          <DialogClose>
            <Button>Done</Button>
          </DialogClose>
          <ButtonLink variant="secondary" href={`/order/${order.id}`}>
            See your order
          </ButtonLink>
        </>
      }
    />
  );
}

/** The total the server answers with where it rose since she saw it. */
function newTotal(error: unknown): number | null {
  const total = isApiError(error) && error.code === "price_changed" ? error.details?.["totalamount"] : null;
  return typeof total === "number" ? total : null;
}

const yours = (source: Parameters<typeof cardText>[0] | undefined): string =>
  source ? `your ${cardText(source)}` : "your card";
