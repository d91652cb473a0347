import { Stack } from "#app/ui/stack.tsx";
import type { TreatmentChange } from "#contract/treatment.ts";
import { News, useNews } from "../news-place.tsx";
import { shownChanges } from "./change-text.ts";
import { DecidedChange } from "./decided-change.tsx";
import { WaitingChange } from "./waiting-change.tsx";

/** What her doctor changed: what she has to decide on, and what comes with her next order. `primary`: nothing more urgent needs her. */
export function Changes({ changes, primary = true }: { changes: readonly TreatmentChange[]; primary?: boolean }) {
  const { message, say, ref } = useNews();
  const shown = shownChanges(changes);
  const first = shown.find(({ status }) => status === "waiting");
  if (shown.length === 0 && message === "") return null;
  return (
    <Stack>
      <News ref={ref} message={message} />
      {shown.map((change) =>
        change.status === "waiting" ? (
          <WaitingChange key={change.id} change={change} primary={primary && change === first} onDecided={say} />
        ) : (
          <DecidedChange key={change.id} change={change} />
        ),
      )}
    </Stack>
  );
}
