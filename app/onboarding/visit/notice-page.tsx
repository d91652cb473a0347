import { navigate } from "wouter/use-browser-location";
import { AnswerNotices } from "#app/emergency/answer-notices.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { Emergency } from "#contract/emergency/emergency.ts";
import type { Interstitial } from "#contract/onboarding/steps.ts";
import { useInterstitial } from "./interstitial-host.tsx";
import { StepFrame } from "./step-frame.tsx";

/**
 * The server's notices about a saved answer, and where the visit continues. Kept in the history state of the answered screen, so that a
 * reload loses nothing.
 */
export interface AnswerNotice {
  readonly notices: readonly string[];
  /** The patient's text reveals an emergency: whom to turn to. */
  readonly emergency: Emergency | null;
  /** Title of the step the answer belongs to. */
  readonly stepTitle: string;
  readonly progress: number;
  readonly next: string;
  readonly interstitial: Interstitial | null;
}

const clearNotice = () => navigate(location.pathname + location.search, { replace: true, state: null });

/** Replaces the answered screen until the notice is read: it belongs to that answer, not to the next question. */
export function NoticePage({ notices, emergency, stepTitle, progress, next, interstitial }: AnswerNotice) {
  const show = useInterstitial();
  async function onContinue() {
    await show(interstitial);
    clearNotice();
    navigate(next);
  }
  return (
    <StepFrame
      progress={progress}
      back={null}
      emergency={emergency}
      eyebrow={stepTitle}
      title="About what you just told us"
      lead={emergency && "We've let the practice know. Please don't wait to hear from us."}
    >
      <Stack gap={6}>
        {emergency && <p>If you're safe, or you meant something else, you can continue your visit.</p>}
        <AnswerNotices notices={notices} />
        <Button wide onClick={() => void onContinue()}>
          Continue
        </Button>
        <Button wide variant="quiet" onClick={clearNotice}>
          Change my answer
        </Button>
      </Stack>
    </StepFrame>
  );
}
