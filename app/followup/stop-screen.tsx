import { StopNotice } from "#app/onboarding/stop/stop-notice.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";

/** What cannot wait, before anything else. Her answer is kept; she can go on once she has read it. */
export function StopScreen({ stop, onGoOn: onContinue }: { stop: ScreeningStop; onGoOn: () => void }) {
  return (
    <Stack>
      <StopNotice stop={stop} level={2} />
      <p>Your answer is saved. Your doctor sees it.</p>
      <Button variant="secondary" wide onClick={onContinue}>
        I have read this, go on
      </Button>
    </Stack>
  );
}
