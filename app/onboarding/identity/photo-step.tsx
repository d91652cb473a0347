import { useRef, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { errorMessage } from "#app/api/api-error.ts";
import { upload } from "#app/api/upload.ts";
import { Button } from "#app/ui/actions/button.tsx";
import type { UploadItem } from "#app/ui/forms/files/file-list.tsx";
import { FileUpload } from "#app/ui/forms/files/file-upload.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import { stepHref, isAhead, nextHref, previousHref } from "../flow/step-addresses.ts";
import { useGoToCurrentStep, useSaveOutcome } from "../flow/queries.ts";
import { StepFrame } from "../flow/step-frame.tsx";
import type { StepProps } from "../flow/step-page.tsx";
import { isStepConflict, signInPathHere } from "../flow/use-save-step.ts";
import { shrinkImage } from "#app/browser/shrink-image.ts";

const photoTexts = {
  photo_id: {
    title: "A photo of your ID",
    lead: "A driver’s license, state ID or passport. Lay it flat in good light, so we can read every word.",
    label: "Photo of your ID",
    capture: "environment",
  },
  selfie: {
    title: "Now a photo of you",
    lead: "Look into the camera, without sunglasses or a hat. We’ll compare it with your ID, and only your care team will see it.",
    label: "Photo of your face",
    capture: "user",
  },
} as const;

/** Steps 5.1 and 5.2: the photos needed to verify the patient's identity manually. */
export function PhotoStep({ record, view, kind }: StepProps & { kind: "photo_id" | "selfie" }) {
  const saveOutcome = useSaveOutcome();
  const goToCurrentStep = useGoToCurrentStep();
  const [item, setItem] = useState<UploadItem | null>(null);
  const [noPhoto, setNoPhoto] = useState(false);
  const sent = useRef<OnboardingRecord | null>(null);
  const file = useRef<File | null>(null);
  const { title, lead, label, capture } = photoTexts[kind];
  const alreadySent = isAhead(record, view.step) ? false : record.onboardingstep !== view.step;

  async function send(chosen: File) {
    file.current = chosen;
    setNoPhoto(false);
    const updateItem = (change: Partial<UploadItem>) =>
      setItem((before) => ({
        id: "photo",
        name: chosen.name,
        size: chosen.size,
        state: "uploading",
        ...before,
        ...change,
      }));
    setItem({ id: "photo", name: chosen.name, size: chosen.size, state: "uploading", progress: 0 });
    try {
      const body = { kind };
      const photo = await shrinkImage(chosen);
      const result = await upload(
        onboarding.uploadPhoto,
        { body, file: photo },
        { onProgress: (progress) => updateItem({ progress }), signInAt: signInPathHere() },
      );
      sent.current = result.onboarding;
      updateItem({ state: "done" });
    } catch (error) {
      if (isStepConflict(error)) return goToCurrentStep();
      updateItem({ state: "error", error: errorMessage(error) });
    }
  }

  function onContinue() {
    if (sent.current) {
      saveOutcome(sent.current);
      navigate(isAhead(sent.current, view.step) ? stepHref(sent.current.onboardingstep) : nextHref(sent.current, view));
    } else if (alreadySent) navigate(nextHref(record, view));
    else setNoPhoto(true);
  }

  return (
    <StepFrame view={view} back={previousHref(view)} title={title} lead={lead}>
      <Stack gap={6}>
        <FileUpload
          label={label}
          capture={capture}
          required={!alreadySent}
          error={noPhoto ? "Please choose or take a photo first." : undefined}
          files={item ? [item] : []}
          disabled={item?.state === "uploading"}
          onFiles={([chosen]) => chosen && void send(chosen)}
          onRetry={() => file.current && void send(file.current)}
        />
        <Button wide busy={item?.state === "uploading"} busyLabel="Sending your photo" onClick={onContinue}>
          {alreadySent && !item ? "Keep the photo I sent" : "Continue"}
        </Button>
      </Stack>
    </StepFrame>
  );
}
