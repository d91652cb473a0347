import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { queryKey } from "#app/api/query.ts";
import { upload } from "#app/api/upload.ts";
import { shrinkImage } from "#app/browser/shrink-image.ts";
import type { UploadItem } from "#app/ui/forms/files/file-list.tsx";
import { FileUpload } from "#app/ui/forms/files/file-upload.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import { account } from "#contract/account/calls.ts";
import { SettingsSection } from "../settings/settings-section.tsx";

const photoTexts = {
  photo_id: {
    title: "Your photo ID",
    text: "A driver’s license, state ID or passport. Lay it flat in good light, so we can read every word.",
    label: "Photo of your ID",
    capture: "environment",
    call: account.uploadIdentification,
  },
  selfie: {
    title: "A photo of you",
    text: "Look into the camera, without sunglasses or a hat. We’ll compare it with your ID, and only your care team will see it.",
    label: "Photo of your face",
    capture: "user",
    call: account.uploadPhoto,
  },
} as const;

/** One requested photo; uploaded as soon as it is chosen. */
export function IdentityPhoto({ kind }: { kind: keyof typeof photoTexts }) {
  const cache = useQueryClient();
  const [item, setItem] = useState<UploadItem | null>(null);
  const file = useRef<File | null>(null);
  const { title, text, label, capture, call } = photoTexts[kind];

  async function send(chosen: File) {
    file.current = chosen;
    const { name, size } = chosen;
    setItem({ id: kind, name, size, state: "uploading", progress: 0 });
    const onProgress = (progress: number) => setItem({ id: kind, name, size, state: "uploading", progress });
    try {
      await upload(call, { file: await shrinkImage(chosen) }, { onProgress });
      await cache.invalidateQueries({ queryKey: queryKey(account.identity) });
      moveFocusTo(document.getElementById("standing"));
    } catch (error) {
      setItem({ id: kind, name, size, state: "error", error: errorMessage(error) });
    }
  }

  return (
    <SettingsSection id={kind} title={title}>
      <p>{text}</p>
      <FileUpload
        label={label}
        capture={capture}
        files={item ? [item] : []}
        disabled={item?.state === "uploading"}
        onFiles={([chosen]) => chosen && void send(chosen)}
        onRetry={() => file.current && void send(file.current)}
      />
    </SettingsSection>
  );
}
