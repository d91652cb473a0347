import { useQuery } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { isApiError, errorMessage } from "#app/api/api-error.ts";
import { queryOf } from "#app/api/query.ts";
import { ActionError, ErrorActionButton, errorActionOf } from "#app/payment/error-action.tsx";
import { cardOnFileText } from "#app/payment/card/card-number.ts";
import { formatDollars } from "#app/formats/money.ts";
import { useKeyedAction } from "#app/payment/use-keyed-action.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import { Dialog, DialogClose } from "#app/ui/layout/overlays/dialog.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { Upsell } from "#contract/growth/upsell.ts";
import { payment } from "#contract/payment.ts";
import { type UpsellAcceptance, type AcceptedUpsell, acceptUpsell } from "./upsell-calls.ts";
import { UpsellDetails } from "./upsell-details.tsx";
import { useDenyUpsell, useRefetchUpsells } from "./use-upsells.ts";

/** An upsell in full: the patient accepts it, declines it, or closes it to decide later. Stays open until the outcome is known. */
export default function UpsellDialog({
  upsell,
  opener,
  onClose,
  onDeclined,
}: {
  upsell: Upsell;
  /** Takes the focus back. */
  opener?: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
  /** The patient declined; called before the dialog closes. */
  onDeclined?: (() => void) | undefined;
}) {
  const refetch = useRefetchUpsells();
  const [accepted, setAccepted] = useState<AcceptedUpsell | null>(null);
  const sources = useQuery(queryOf(payment.sources, {}));
  const acceptAction = useKeyedAction<UpsellAcceptance, AcceptedUpsell>(acceptUpsell, { onDone: setAccepted });
  const declineAction = useDenyUpsell(() => {
    onDeclined?.();
    onClose();
  });
  const errorAction = acceptAction.error ? errorActionOf(acceptAction.error) : null;
  const total = raisedTotal(acceptAction.error) ?? upsell.total;
  const noCard = sources.data?.source === null;
  const busy = acceptAction.pending || declineAction.pending;

  function close() {
    // The confirmation can be closed while the screens behind it are still refetched.
    if (busy && !accepted) return;
    if (accepted) void refetch();
    onClose();
  }

  if (accepted) return <UpsellAccepted accepted={accepted} opener={opener} onClose={close} />;
  const { upsellId, couponId } = upsell;
  return (
    <Dialog
      title={upsell.title}
      focusTitle
      open
      opener={opener}
      onOpenChange={(next) => !next && close()}
      actions={
        <>
          <ErrorActionButton errorAction={errorAction} noCard={noCard}>
            <Button
              busy={acceptAction.busy}
              busyLabel="Adding it"
              onClick={() => busy || acceptAction.press({ upsellId, couponId, total })}
            >
              {errorAction === "again"
                ? "Try again"
                : errorAction === "sum"
                  ? `Add it for ${formatDollars(total)}`
                  : "Add to my treatment"}
            </Button>
          </ErrorActionButton>
          {errorAction === "none" ? (
            <DialogClose>
              <Button variant="secondary">Close</Button>
            </DialogClose>
          ) : (
            <Button
              variant="secondary"
              busy={declineAction.busy}
              busyLabel="Please wait"
              onClick={() => busy || declineAction.deny(upsellId)}
            >
              No, thank you
            </Button>
          )}
        </>
      }
    >
      <Stack gap={5}>
        <UpsellDetails
          offer={total === upsell.total ? upsell : { ...upsell, total }}
          card={yourCardText(sources.data?.source)}
        />
        <ActionError error={acceptAction.error} noCard={noCard} />
        {declineAction.error && <Alert tone="warning">{errorMessage(declineAction.error)}</Alert>}
      </Stack>
    </Dialog>
  );
}

function UpsellAccepted({
  accepted: { message, order },
  opener,
  onClose,
}: {
  accepted: AcceptedUpsell;
  opener: RefObject<HTMLElement | null> | undefined;
  onClose: () => void;
}) {
  return (
    <Dialog
      title={order.detail.some(({ prescription }) => prescription) ? "It's on its way to your doctor" : "Thank you"}
      description={message}
      focusTitle
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

/** The total in the server's response if it rose after the patient saw it. */
function raisedTotal(error: unknown): number | null {
  const total = isApiError(error) && error.code === "price_changed" ? error.details?.["totalamount"] : null;
  return typeof total === "number" ? total : null;
}

const yourCardText = (source: Parameters<typeof cardOnFileText>[0] | undefined): string =>
  source ? `your ${cardOnFileText(source)}` : "your card";
