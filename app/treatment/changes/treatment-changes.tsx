import { Stack } from "#app/ui/layout/stack.tsx";
import type { TreatmentChange } from "#contract/treatment/changes.ts";
import { ResultMessage, useResultMessage } from "#app/ui/feedback/result-message.tsx";
import { visibleChanges } from "./visible-changes.ts";
import { DecidedTreatmentChange } from "./decided-change.tsx";
import { PendingTreatmentChange } from "./pending-change.tsx";

/**
 * The doctor's changes: those the patient has to decide on, and those that take effect with the next order. `primary`: the page shows
 * nothing more urgent.
 */
export function TreatmentChanges({
  changes,
  primary = true,
}: {
  changes: readonly TreatmentChange[];
  primary?: boolean;
}) {
  const { message, say: setMessage, ref } = useResultMessage();
  const visible = visibleChanges(changes);
  const first = visible.find(({ status }) => status === "waiting");
  if (visible.length === 0 && message === "") return null;
  return (
    <Stack>
      <ResultMessage ref={ref} message={message} />
      {visible.map((change) =>
        change.status === "waiting" ? (
          <PendingTreatmentChange
            key={change.id}
            change={change}
            primary={primary && change === first}
            onDecided={setMessage}
          />
        ) : (
          <DecidedTreatmentChange key={change.id} change={change} />
        ),
      )}
    </Stack>
  );
}
