import { useRef, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { shownText } from "#app/api/api-error.ts";
import { upload } from "#app/api/upload.ts";
import { Button } from "#app/ui/button.tsx";
import type { UploadItem } from "#app/ui/file-list.tsx";
import { FileUpload } from "#app/ui/file-upload.tsx";
import { Stack } from "#app/ui/stack.tsx";
import { onboarding, type OnboardingRecord } from "#contract/onboarding.ts";
import { hrefOf, isAhead, nextHref, previousHref } from "../places.ts";
import { useGoToHerStep, useKeep } from "../queries.ts";
import { StepFrame } from "../step-frame.tsx";
import type { StepOnPage } from "../step-page.tsx";
import { movedOn, signInAt } from "../use-save-step.ts";
import { shrinkImage } from "./shrink-image.ts";

const words = {
  photo_id: {
    title: "A photo of your ID",
    lead: "A driver’s license, state ID or passport. Lay it flat in good light, so that every word can be read.",
    label: "Photo of your ID",
    capture: "environment",
  },
  selfie: {
    title: "Now a photo of you",
    lead: "Look into the camera, without sunglasses or a hat. We compare it with your ID, and only your care team sees it.",
    label: "Photo of your face",
    capture: "user",
  },
} as const;

/** Steps 5.1 and 5.2: what a person needs to check her identity. */
export function PhotoStep({ record, view, kind }: StepOnPage & { kind: "photo_id" | "selfie" }) {
  const keep = useKeep();
  const goToHerStep = useGoToHerStep();
  const [item, setItem] = useState<UploadItem | null>(null);
  const [missing, setMissing] = useState(false);
  const sent = useRef<OnboardingRecord | null>(null);
  const file = useRef<File | null>(null);
  const { title, lead, label, capture } = words[kind];
  const given = isAhead(record, view.step) ? false : record.onboardingstep !== view.step;

  async function send(chosen: File) {
    file.current = chosen;
    setMissing(false);
    const show = (change: Partial<UploadItem>) =>
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
      const reply = await upload(
        onboarding.uploadPhoto,
        { body, file: photo },
        { onProgress: (progress) => show({ progress }), signInAt: signInAt() },
      );
      sent.current = reply.onboarding;
      show({ state: "done" });
    } catch (error) {
      if (movedOn(error)) return goToHerStep();
      show({ state: "error", error: shownText(error) });
    }
  }

  function goOn() {
    if (sent.current) {
      keep(sent.current);
      navigate(isAhead(sent.current, view.step) ? hrefOf(sent.current.onboardingstep) : nextHref(sent.current, view));
    } else if (given) navigate(nextHref(record, view));
    else setMissing(true);
  }

  return (
    <StepFrame view={view} back={previousHref(view)} title={title} lead={lead}>
      <Stack gap="lg">
        <FileUpload
          label={label}
          capture={capture}
          required={!given}
          error={missing ? "Please choose or take a photo first." : undefined}
          files={item ? [item] : []}
          disabled={item?.state === "uploading"}
          onFiles={([chosen]) => chosen && void send(chosen)}
          onRetry={() => file.current && void send(file.current)}
        />
        <Button wide busy={item?.state === "uploading"} busyLabel="Sending your photo" onClick={goOn}>
          {given && !item ? "Keep the photo I sent" : "Continue"}
        </Button>
      </Stack>
    </StepFrame>
  );
}
