import { isApiError, errorMessage } from "#app/api/api-error.ts";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import { Dialog, DialogClose } from "#app/ui/layout/overlays/dialog.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import type { LinkedUpsell } from "./linked-upsell.ts";
import UpsellDialog from "./upsell-dialog.tsx";
import { upsellRefusal } from "./upsell-text.ts";
import { useLinkedUpsell } from "./use-upsells.ts";

/** The upsell of a followed link; if the patient cannot have it, a sentence on what to do instead. */
export default function LinkedUpsellDialog({
  linkedUpsell,
  onClose,
  onDeclined,
}: {
  linkedUpsell: LinkedUpsell;
  onClose: () => void;
  onDeclined: () => void;
}) {
  const { data, error, isFetching, refetch } = useLinkedUpsell(linkedUpsell);
  if (data) return <UpsellDialog upsell={data} onClose={onClose} onDeclined={onDeclined} />;
  const isFinal = isApiError(error) && error.status >= 400 && error.status < 500 && error.code !== "rate_limited";
  const refusal = isFinal ? upsellRefusal(error) : null;
  return (
    <Dialog
      title={error ? (refusal?.title ?? "This didn't load") : "One moment"}
      {...(error && { description: errorMessage(error) })}
      focusTitle
      open
      onOpenChange={(next) => !next && onClose()}
      actions={
        error && (
          <>
            {!isFinal && (
              <Button busy={isFetching} busyLabel="Loading" onClick={() => void refetch()}>
                Try again
              </Button>
            )}
            {refusal?.doctor && <ButtonLink href="/messages/doctor">Message your doctor</ButtonLink>}
            <DialogClose>
              <Button variant={isFinal && !refusal?.doctor ? "primary" : "secondary"}>Close</Button>
            </DialogClose>
          </>
        )
      }
    >
      {!error && <Skeleton shape="text" count={4} />}
    </Dialog>
  );
}
