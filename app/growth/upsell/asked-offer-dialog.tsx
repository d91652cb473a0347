import { isApiError, shownText } from "#app/api/api-error.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog, DialogClose } from "#app/ui/dialog.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { Asked } from "./asked-offer.ts";
import OfferDialog from "./offer-dialog.tsx";
import { refusedOffer } from "./offer-words.ts";
import { useAskedOffer } from "./use-offers.ts";

/** The offer of a link she followed; where she cannot have it, a sentence on what to do instead. */
export default function AskedOfferDialog({
  asked,
  onClose,
  onDenied,
}: {
  asked: Asked;
  onClose: () => void;
  onDenied: () => void;
}) {
  const { data, error, isFetching, refetch } = useAskedOffer(asked);
  if (data) return <OfferDialog offer={data} onClose={onClose} onDenied={onDenied} />;
  const final = isApiError(error) && error.status >= 400 && error.status < 500 && error.code !== "rate_limited";
  const refused = final ? refusedOffer(error) : null;
  return (
    <Dialog
      title={error ? (refused?.title ?? "This did not load") : "One moment"}
      {...(error && { description: shownText(error) })}
      readTitle
      open
      onOpenChange={(next) => !next && onClose()}
      actions={
        error && (
          <>
            {!final && (
              <Button busy={isFetching} busyLabel="Loading" onClick={() => void refetch()}>
                Try again
              </Button>
            )}
            {refused?.doctor && <ButtonLink href="/messages/doctor">Write to your doctor</ButtonLink>}
            <DialogClose>
              <Button variant={final && !refused?.doctor ? "primary" : "secondary"}>Close</Button>
            </DialogClose>
          </>
        )
      }
    >
      {!error && <Skeleton kind="text" count={4} />}
    </Dialog>
  );
}
