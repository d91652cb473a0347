import { useEffect, useRef, useState } from "react";
import { isApiError, shownText } from "#app/api/api-error.ts";
import { shrinkImage } from "#app/onboarding/identity/shrink-image.ts";
import type { UploadItem } from "#app/ui/file-list.tsx";
import { isDrawable } from "#app/ui/file-rules.ts";

export interface Sending {
  readonly signal: AbortSignal;
  readonly onProgress: (part: number) => void;
}

const missing = "Please choose a file or take a photo first.";
const cancelled = "Not sent. Your file is still here.";

/** A file she chose, on its way: what to show of it, and how to send it, to stop and to begin again. */
export function useFileToSend() {
  const [file, setFile] = useState<File | null>(null);
  const [previewUrl, setPreviewUrl] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string>();
  const [news, setNews] = useState("");
  const way = useRef<AbortController | null>(null);
  useEffect(() => () => way.current?.abort(), []);
  useEffect(() => (previewUrl === null ? undefined : () => URL.revokeObjectURL(previewUrl)), [previewUrl]);

  function choose(chosen: File | null) {
    setFile(chosen);
    setPreviewUrl(chosen && isDrawable(chosen.type) ? URL.createObjectURL(chosen) : null);
    setError(undefined);
    setNews("");
  }

  /** Resolves with the answer, or null when there is no file, she stopped it or it failed; complaints at other fields are thrown. */
  async function send<T>(run: (file: File, sending: Sending) => Promise<T>): Promise<T | null> {
    setError(file ? undefined : missing);
    setNews("");
    if (!file) return null;
    const controller = new AbortController();
    way.current = controller;
    setProgress(0);
    try {
      const answer = await run(await shrinkImage(file), { signal: controller.signal, onProgress: setProgress });
      choose(null);
      return answer;
    } catch (failure) {
      if (controller.signal.aborted) setNews(cancelled);
      else if (isApiError(failure) && failure.fields.some(({ path }) => path !== "file")) throw failure;
      else setError(shownText(failure));
      return null;
    } finally {
      setProgress(null);
    }
  }

  const sending = progress !== null;
  const item: UploadItem | null = file && {
    id: "file",
    name: file.name,
    size: file.size,
    state: sending ? "uploading" : error ? "error" : "ready",
    ...(sending && { progress }),
    ...(error && { error: "Not sent" }),
    ...(previewUrl !== null && { previewUrl }),
  };
  return { file, item, error, news, sending, choose, send, cancel: () => way.current?.abort() };
}
