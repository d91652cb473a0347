import { observable } from "#app/browser/observable.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";
import type { DraftKind } from "#contract/http/work.ts";

/** What a draft is about. */
export interface DraftOf {
  readonly kind: DraftKind;
  readonly id: string;
}

export interface DraftState {
  /** False until it is known whether there was one. */
  readonly loaded: boolean;
  readonly text: string;
  /** `none` there is nothing to keep · `waiting` typed and not sent yet, or the server couldn't be reached · `saved` */
  readonly kept: "none" | "waiting" | "saved";
  /** It was there when the page opened. */
  readonly restored: boolean;
}

/** How long somebody has paused before what they typed is sent, ms. */
export const pauseMs = 800;

/**
 * Keeps what one has written about something on the server, so that a lost line, a lock or another computer loses nothing. One save is under way at a time,
 * and the newest text is always sent last.
 */
export function createDraft(call: StaffCall, work: DraftOf, later: (run: () => void, ms: number) => () => void) {
  const store = observable<DraftState>({ loaded: false, text: "", kept: "none", restored: false });
  const params = { kind: work.kind, id: work.id };
  let cancel = () => {};
  let saving: Promise<void> | null = null;
  let saved = "";

  async function save(): Promise<void> {
    while (store.get().text !== saved) {
      const { text } = store.get();
      try {
        await call(staffWorkCalls.saveDraft, { params, body: { text } });
        saved = text;
      } catch {
        return;
      }
    }
    store.set({ kept: saved === "" ? "none" : "saved" });
  }
  const flush = (): Promise<void> => {
    cancel();
    saving ??= save().finally(() => (saving = null));
    return saving;
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Reads it; what was typed meanwhile stays. */
    load: async (): Promise<void> => {
      try {
        const { text } = await call(staffWorkCalls.draft, { params });
        if (store.get().text === "") {
          saved = text;
          store.set({ text, kept: text === "" ? "none" : "saved", restored: text !== "" });
        }
        store.set({ loaded: true });
      } catch {
        store.set({ loaded: true });
      }
    },
    write: (text: string): void => {
      store.set({ text, kept: "waiting" });
      cancel();
      cancel = later(() => void flush(), pauseMs);
    },
    flush,
    /** It was sent: there is nothing to keep any more. */
    drop: (): Promise<void> => {
      store.set({ text: "", kept: "none", restored: false });
      return flush();
    },
  };
}
