import { useRef, useState } from "react";
import { type ApiError, isApiError, unexpectedResponse } from "#app/api/api-error.ts";
import type { SavedFile } from "#app/browser/save-file.ts";
import { useDelayedBusy } from "#app/browser/use-delayed.ts";
import { downloadDocument, type DocumentRequest } from "./fetch-document.ts";

export interface Download {
  readonly start: (request: DocumentRequest) => void;
  /** Clears the outcome: it belongs to a previous choice. */
  readonly clearResult: () => void;
  /** In preparation for longer than 300 ms. */
  readonly busy: boolean;
  /** The last file. */
  readonly saved: SavedFile | null;
  readonly error: ApiError | null;
}

/** Downloads one document at a time; ignores a press while one is being prepared. */
export function useDownload(): Download {
  const running = useRef(false);
  const [state, setState] = useState<{ saved: SavedFile | null; error: ApiError | null; running: boolean }>({
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
    clearResult: () => setState((now) => ({ ...now, saved: null, error: null })),
    busy: useDelayedBusy(state.running),
    saved: state.saved,
    error: state.error,
  };
}
