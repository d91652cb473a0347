import { navigate } from "wouter/use-browser-location";
import { AnswerNotices } from "#app/emergency/answer-notices.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { Emergency } from "#contract/emergency/emergency.ts";
import { type AnsweredStep, clearAnsweredStep } from "../notices/answered-step.ts";
import { useInterstitial } from "../flow/interstitial-host.tsx";
import { StepFrame } from "../flow/step-frame.tsx";

/** Replaces the answered screen until it is read: nothing else is asked of a patient whose words tell of an emergency. */
export function EmergencyPage({
  notices,
  emergency,
  stepTitle,
  progress,
  next,
  interstitial,
}: AnsweredStep & { emergency: Emergency }) {
  const show = useInterstitial();
  async function onContinue() {
    await show(interstitial);
    clearAnsweredStep();
    navigate(next);
  }
  return (
    <StepFrame
      progress={progress}
      back={null}
      emergency={emergency}
      eyebrow={stepTitle}
      title="About what you just told us"
      lead="We've let the practice know. Please don't wait to hear from us."
    >
      <Stack gap={6}>
        <p>If you're safe, or you meant something else, you can continue your visit.</p>
        <AnswerNotices notices={notices.map(({ text }) => text)} />
        <Button wide onClick={() => void onContinue()}>
          Continue
        </Button>
        <Button wide variant="quiet" onClick={clearAnsweredStep}>
          Change my answer
        </Button>
      </Stack>
    </StepFrame>
  );
}
