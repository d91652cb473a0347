import { errorMessage, isApiError } from "#app/api/api-error.ts";
import { observable } from "#app/browser/observable.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { isOutcomeUnknown } from "#clinic/api/refusal.ts";
import { care } from "#contract/care/calls.ts";
import type { ClinicConversation } from "#contract/care/conversations.ts";

interface HandOverState {
  /** `unsure`: no answer came, so it may have happened. */
  readonly phase: "ready" | "sending" | "unsure";
  readonly problem: string;
}

/** Hands over once, however often it's pressed: without an answer the same goes out again with the same key. */
export function createHandOver(call: StaffCall, conversationId: string, newKey: () => string) {
  const store = observable<HandOverState>({ phase: "ready", problem: "" });
  let pending: { readonly key: string; readonly body: { readonly note: string; readonly seq: number } } | null = null;
  return {
    get: store.get,
    subscribe: store.subscribe,
    /** The conversation as it is then; null when it was refused, or isn't known. */
    send: async (body: { readonly note: string; readonly seq: number }): Promise<ClinicConversation | null> => {
      if (store.get().phase === "sending") return null;
      const { key, body: sent } = (pending ??= { key: newKey(), body });
      store.set({ phase: "sending", problem: "" });
      try {
        const changed = await call(care.handOverConversation, { params: { id: conversationId }, body: sent }, { key });
        pending = null;
        store.set({ phase: "ready" });
        return changed;
      } catch (error) {
        if (isOutcomeUnknown(error)) {
          store.set({ phase: "unsure", problem: "" });
          return null;
        }
        pending = null;
        const holder = isApiError(error) && error.code === "claimed";
        store.set({
          phase: "ready",
          problem: holder ? `${errorMessage(error)} Take over first.` : errorMessage(error),
        });
        return null;
      }
    },
  };
}
