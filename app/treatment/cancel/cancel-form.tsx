import { useState } from "react";
import { useSearch } from "wouter";
import { shownText } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Textarea } from "#app/ui/textarea.tsx";
import type { Subscription } from "#contract/entities.ts";
import { useChange } from "../use-change.ts";
import { wayOutOf } from "../way-out.ts";
import css from "./cancel.module.css";
import type { Outcome } from "./cancel-subscription.tsx";
import { carryOut, type Decision, type Reply } from "./carry-out.ts";
import { chosenAtFirst, offerFor, warningsFor } from "./choice.ts";
import { Decide } from "./decide.tsx";
import { Which } from "./which.tsx";

/** Longest reason the call takes. */
const reasonMax = 1000;

/** Which to cancel, why if she likes to say, and the decision itself. */
export function CancelForm({
  subscriptions,
  patientid,
  onDone,
}: {
  /** Those that can be cancelled. */
  subscriptions: readonly Subscription[];
  patientid: string;
  onDone: (outcome: Outcome) => void;
}) {
  const asked = new URLSearchParams(useSearch()).get("subscription");
  const [ticked, setTicked] = useState(() => chosenAtFirst(subscriptions, asked));
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const { press, busy, error } = useChange<Decision, Reply>((decision, key) => carryOut(decision, patientid, key), {
    subscriptionsOf: ({ subscriptions: all }) => all,
    // Whom to turn to in an emergency waits for nothing.
    onAnswer: (reply, decision) => decision.kind === "cancel" && lead(reply, decision),
    // What the patient stays with is drawn from what is fetched anew.
    onAgreed: (reply, decision) => decision.kind === "stay" && lead(reply, decision),
  });
  function lead(reply: Reply, { kind, ids }: Decision) {
    const emergency = "emergency" in reply ? reply.emergency : null;
    onDone({ kind, ids, message: reply.message, after: reply.subscriptions, emergency });
  }
  const chosen = subscriptions.filter(({ id }) => subscriptions.length === 1 || ticked.includes(id));
  const offered = offerFor(chosen);

  const decide = (kind: Decision["kind"], ids: readonly string[]) => {
    if (ids.length === 0) return setMissing(true);
    press({ kind, ids, all: ids.length === subscriptions.length, reason: reason.trim() });
  };

  return (
    <div className={css["form"]}>
      <Which
        subscriptions={subscriptions}
        ticked={ticked}
        error={missing && chosen.length === 0 ? "Please choose what you want to cancel." : undefined}
        onTick={setTicked}
      />
      {warningsFor(chosen).map((warning) => (
        <Alert key={warning} kind="warning">
          {warning}
        </Alert>
      ))}
      <details className={css["why"]}>
        <summary className={css["whySummary"]}>Tell us why, if you like</summary>
        <Textarea
          label="Your reason"
          hint="We read it to do better. You do not have to write anything."
          rows={2}
          maxLength={reasonMax}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </details>
      {error && (
        <Alert kind="warning">
          {shownText(error)}
          {wayOutOf(error) === "again" && " Nothing you chose is lost. Please press again."}
        </Alert>
      )}
      <Decide
        offer={offered?.offer ?? null}
        several={chosen.length > 1}
        busy={busy}
        onCancel={() =>
          decide(
            "cancel",
            chosen.map(({ id }) => id),
          )
        }
        onStay={() => decide("stay", offered?.ids ?? [])}
      />
    </div>
  );
}
