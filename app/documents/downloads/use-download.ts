import { useRef, useState } from "react";
import { type ApiError, isApiError, unexpectedResponse } from "#app/api/api-error.ts";
import { useDelayedBusy } from "#app/forms/use-slow.ts";
import { downloadDocument, type DocumentRequest } from "./fetch-document.ts";

export interface Download {
  readonly start: (request: DocumentRequest) => void;
  /** What she chose is another one now: the news of the one before go. */
  readonly forget: () => void;
  /** Being prepared for longer than 300 ms. */
  readonly busy: boolean;
  /** Name of the file that was handed over last. */
  readonly saved: string | null;
  readonly error: ApiError | null;
}

/** One document at a time; a press while one is being prepared does nothing. */
export function useDownload(): Download {
  const running = useRef(false);
  const [state, setState] = useState<{ saved: string | null; error: ApiError | null; running: boolean }>({
    saved: null,
    error: null,
    running: false,
  });

  async function run(request: DocumentRequest) {
    if (running.current) return;
    running.current = true;
    setState({ saved: null, error: null, running: true });
    try {
      setState({ saved: await downloadDocument(request), error: null, running: false });
    } catch (failure) {
      const error = isApiError(failure) ? failure : unexpectedResponse(0, null, failure);
      setState({ saved: null, error, running: false });
    } finally {
      running.current = false;
    }
  }

  return {
    start: (request) => void run(request),
    forget: () => setState((now) => ({ ...now, saved: null, error: null })),
    busy: useDelayedBusy(state.running),
    saved: state.saved,
    error: state.error,
  };
}
