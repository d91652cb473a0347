import { useEffect, useRef, useState } from "react";
import { isApiError, errorMessage } from "#app/api/api-error.ts";
import { shrinkImage } from "#app/browser/shrink-image.ts";
import type { UploadItem } from "#app/ui/forms/files/file-list.tsx";
import { isDrawable } from "#app/browser/file-rules.ts";

export interface UploadOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
}

const missingText = "Please choose a file or take a photo first.";
const cancelledText = "Not sent. Your file is still here.";

/** The upload of a chosen file: its state, and how to send, stop and restart it. */
export function useFileUpload() {
  const [file, setFile] = useState<File | null>(null);
  const [previewUrl, setPreviewUrl] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const [statusText, setStatusText] = useState("");
  const controllerRef = useRef<AbortController | null>(null);
  useEffect(() => () => controllerRef.current?.abort(), []);
  useEffect(() => (previewUrl === null ? undefined : () => URL.revokeObjectURL(previewUrl)), [previewUrl]);

  function choose(chosen: File | null) {
    setFile(chosen);
    setPreviewUrl(chosen && isDrawable(chosen.type) ? URL.createObjectURL(chosen) : null);
    setError(undefined);
    setStatusText("");
  }

  /** Resolves with the response, or null when there is no file or the upload was stopped or failed; issues with other fields are thrown. */
  async function send<T>(run: (file: File, uploading: UploadOptions) => Promise<T>): Promise<T | null> {
    setError(file ? undefined : missingText);
    setStatusText("");
    if (!file) return null;
    const controller = new AbortController();
    controllerRef.current = controller;
    setProgress(0);
    try {
      const answer = await run(await shrinkImage(file), { signal: controller.signal, onProgress: setProgress });
      choose(null);
      return answer;
    } catch (failure) {
      if (controller.signal.aborted) setStatusText(cancelledText);
      else if (isApiError(failure) && failure.fields.some(({ path }) => path !== "file")) throw failure;
      else setError(errorMessage(failure));
      return null;
    } finally {
      setProgress(null);
    }
  }

  const uploading = progress !== null;
  const item: UploadItem | null = file && {
    id: "file",
    name: file.name,
    size: file.size,
    state: uploading ? "uploading" : error ? "error" : "ready",
    ...(uploading && { progress }),
    ...(error && { error: "Not sent" }),
    ...(previewUrl !== null && { previewUrl }),
  };
  return {
    file,
    item,
    error,
    news: statusText,
    sending: uploading,
    choose,
    send,
    cancel: () => controllerRef.current?.abort(),
  };
}
