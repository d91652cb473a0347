import { StopNotice } from "#app/onboarding/stop/stop-notice.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";

/** A safety stop, shown before anything else. The answer is saved; the patient can go on after reading. */
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
