import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import css from "./cancel.module.css";

/** The offer's button and an equally large cancel button. Without an offer: cancel and go back. */
export function CancelButtons({
  offer,
  isPlural,
  busy,
  onCancel,
  onStay,
}: {
  offer: { readonly kind: "discount" | "pause"; readonly text: string } | null;
  isPlural: boolean;
  busy: boolean;
  onCancel: () => void;
  onStay: () => void;
}) {
  if (!offer)
    return (
      <div className={css["buttons"]}>
        <Button wide busy={busy} busyLabel="Canceling" onClick={onCancel}>
          {isPlural ? "Cancel subscriptions" : "Cancel subscription"}
        </Button>
        <ButtonLink wide variant="secondary" href="/treatment">
          {isPlural ? "Keep them" : "Keep it"}
        </ButtonLink>
      </div>
    );
  return (
    <Card as="section" tone="accent" gap={4} aria-labelledby="offer">
      <h2 id="offer" className={css["offerTitle"]}>
        {offer.text}
      </h2>
      <p>We'll only ask once. Either is fine.</p>
      <div className={css["buttons"]}>
        <Button wide variant="secondary" busy={busy} onClick={onStay}>
          {offer.kind === "pause" ? "Take a break" : "Stay with the discount"}
        </Button>
        <Button wide variant="secondary" busy={busy} onClick={onCancel}>
          Cancel anyway
        </Button>
      </div>
    </Card>
  );
}
