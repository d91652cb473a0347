import { Stack } from "#app/ui/layout/stack.tsx";
import { useState } from "react";
import { useSearch } from "wouter";
import { errorMessage } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { useKeyedAction } from "#app/payment/use-keyed-action.ts";
import { errorActionOf } from "#app/payment/error-action.tsx";
import css from "./cancel.module.css";
import type { CancelOutcome } from "./cancel-page.tsx";
import { submitCancelDecision, type CancelDecision, type CancelResult } from "./submit-cancel-decision.ts";
import { initialSelection, cancelGaps, cancelOfferFor, cancelWarnings } from "./cancel-rules.ts";
import { CancelButtons } from "./confirm-cancel.tsx";
import { SubscriptionSelection } from "./choose-subscription.tsx";
import { CountedTextarea } from "#app/ui/forms/counted.tsx";

/** Maximum length of the reason, in characters, as the call limits it. */
const reasonMax = 1000;

/** Which subscriptions to cancel, an optional reason, and the decision itself. */
export function CancelForm({
  subscriptions,
  patientid,
  onDone,
}: {
  /** The subscriptions that can be cancelled. */
  subscriptions: readonly Subscription[];
  patientid: string;
  onDone: (outcome: CancelOutcome) => void;
}) {
  const linkedId = new URLSearchParams(useSearch()).get("subscription");
  const [selectedIds, setSelectedIds] = useState(() => initialSelection(subscriptions, linkedId));
  const [reason, setReason] = useState("");
  const [noneSelected, setNoneSelected] = useState(false);
  const { press, busy, error } = useKeyedAction<CancelDecision, CancelResult>(
    (decision, key) => submitCancelDecision(decision, patientid, key),
    {
      subscriptionsOf: ({ subscriptions: all }) => all,
      // Don't delay: the result may say whom to turn to in an emergency.
      onDone: (result, decision) => decision.kind === "cancel" && onCancelResult(result, decision),
      // Rendered from refetched data.
      onRefetched: (result, decision) => decision.kind === "stay" && onCancelResult(result, decision),
    },
  );
  function onCancelResult(result: CancelResult, { kind, ids }: CancelDecision) {
    const emergency = "emergency" in result ? result.emergency : null;
    onDone({ kind, ids, message: result.message, after: result.subscriptions, emergency });
  }
  const chosen = subscriptions.filter(({ id }) => subscriptions.length === 1 || selectedIds.includes(id));
  const cancelOffer = cancelOfferFor(chosen);

  const submitDecision = (kind: CancelDecision["kind"], ids: readonly string[]) => {
    if (ids.length === 0) return setNoneSelected(true);
    press({ kind, ids, all: ids.length === subscriptions.length, reason: reason.trim() });
  };

  return (
    <Stack gap={6}>
      <SubscriptionSelection
        subscriptions={subscriptions}
        selectedIds={selectedIds}
        error={noneSelected && chosen.length === 0 ? "Please choose what you want to cancel." : undefined}
        onSelect={setSelectedIds}
      />
      {[...cancelGaps(chosen), ...cancelWarnings(chosen)].map((warning) => (
        <Alert key={warning} tone="warning">
          {warning}
        </Alert>
      ))}
      <details className={css["why"]}>
        <summary className={css["whySummary"]}>Tell us why, if you like</summary>
        <CountedTextarea
          label="Your reason"
          mark="optional"
          hint="We read this to do better."
          rows={2}
          limit={reasonMax}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </details>
      {error && (
        <Alert tone="warning">
          {errorMessage(error)}
          {errorActionOf(error) === "again" && " We kept your choices. Please press again."}
        </Alert>
      )}
      <CancelButtons
        offer={cancelOffer?.offer ?? null}
        isPlural={chosen.length > 1}
        busy={busy}
        onCancel={() =>
          submitDecision(
            "cancel",
            chosen.map(({ id }) => id),
          )
        }
        onStay={() => submitDecision("stay", cancelOffer?.ids ?? [])}
      />
    </Stack>
  );
}
