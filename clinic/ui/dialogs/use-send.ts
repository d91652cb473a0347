import { useState } from "react";
import { errorMessage, isApiError } from "#app/api/api-error.ts";
import { createIntentKey } from "#clinic/api/intent-key.ts";

/**
 * Sends what a dialog or a form asks for, one request at a time. `send` gives `work` an idempotency key that stays the same until it has worked: pressed
 * again with nothing changed, it is the same intent. A failure is `problem`, in words; one that belongs to fields is told apart by `fieldError`.
 */
export function useSend() {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [keys] = useState(() => createIntentKey());

  async function send(intent: unknown, work: (key: string) => Promise<void>): Promise<void> {
    if (sending) return;
    setSending(true);
    setFailure(null);
    try {
      await work(keys.of(intent));
      keys.done();
    } catch (error) {
      setFailure(error);
    } finally {
      setSending(false);
    }
  }

  return {
    send,
    sending,
    /** What was thrown, for a dialog that tells failures apart; null: nothing. */
    failure,
    /** The failure was dealt with: it's shown no longer. */
    forget: () => setFailure(null),
    problem: failure === null ? "" : errorMessage(failure),
    fieldError: (path: string): string | undefined =>
      isApiError(failure) ? failure.fields.find((field) => field.path === path)?.message : undefined,
  };
}
