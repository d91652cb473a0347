import { errorMessage, isApiError } from "#app/api/api-error.ts";
import { observable } from "#app/browser/observable.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { isOutcomeUnknown } from "#clinic/api/refusal.ts";
import { holderIn } from "#clinic/work/hold-claim.ts";
import { care } from "#contract/care/calls.ts";
import type { Message } from "#contract/messages/message.ts";

export interface Words {
  readonly text: string;
  /** The last message that the writer has seen: what the patient writes meanwhile goes on waiting. */
  readonly answersSeq: number;
  readonly needsReply: boolean;
  /** Goes with the words, which may then be none. */
  readonly file: File | null;
}

export interface SendState {
  /** `unsure`: no answer came, so it may have been sent. Until that is known nothing else is sent. */
  readonly phase: "ready" | "sending" | "unsure";
  readonly problem: string;
  /** Somebody else has the conversation. */
  readonly claimedBy: string | null;
}

/** Sends messages one at a time. Each press has a key of its own; without an answer the same words go out again with the same key, so never twice. */
export function createSender(call: StaffCall, conversationId: string, newKey: () => string) {
  const store = observable<SendState>({ phase: "ready", problem: "", claimedBy: null });
  let pending: { readonly key: string; readonly words: Words } | null = null;

  const settle = () => {
    pending = null;
    store.set({ phase: "ready", problem: "", claimedBy: null });
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** The message as it was sent; null when it was not, or not known. A press while one is under way does nothing. */
    send: async (words: Words): Promise<Message | null> => {
      if (store.get().phase === "sending") return null;
      const { key, words: sent } = (pending ??= { key: newKey(), words });
      store.set({ phase: "sending", problem: "", claimedBy: null });
      try {
        const message = await sendWords(call, conversationId, key, sent);
        settle();
        return message;
      } catch (error) {
        // It may have been found in the thread meanwhile.
        if (pending?.key !== key) return null;
        if (isOutcomeUnknown(error)) {
          store.set({ phase: "unsure", problem: errorMessage(error) });
          return null;
        }
        pending = null;
        const claimedBy = isApiError(error) && error.code === "claimed" ? holderIn(error.details) : null;
        store.set({ phase: "ready", problem: claimedBy === null ? errorMessage(error) : "", claimedBy });
        return null;
      }
    },
    /** Looks for the message in what was read: it did arrive, although no answer came. */
    see: (messages: readonly Message[]): boolean => {
      if (pending === null || !messages.some(({ clientid }) => clientid === pending?.key)) return false;
      settle();
      return true;
    },
    clearProblem: () => {
      if (store.get().phase === "ready") store.set({ problem: "", claimedBy: null });
    },
  };
}

/** Refused as `conflict` if somebody of the practice has written what the writer hasn't seen. */
function sendWords(
  call: StaffCall,
  id: string,
  key: string,
  { text, answersSeq, needsReply, file }: Words,
): Promise<Message> {
  const body = { message: text, clientid: key, answersseq: answersSeq, seenseq: answersSeq };
  const params = { id };
  return file
    ? call(care.sendMessageAttachment, { params, body, file }, { key })
    : call(care.sendMessage, { params, body: { ...body, needsreply: needsReply } }, { key });
}
