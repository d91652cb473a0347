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
  /** False until it is known whether there was one. But for what can't wait nothing is sent before: the draft may say more. */
  readonly loaded: boolean;
  readonly text: string;
  /** `none` there is nothing to keep · `waiting` typed and not sent yet, or the server couldn't be reached · `saved` */
  readonly kept: "none" | "waiting" | "saved";
}

/** How long somebody has paused before what they typed is sent, ms. */
export const pauseMs = 800;

/** Puts what was kept together with what was typed before it was read; neither is empty. */
export type JoinDrafts = (kept: string, typed: string) => string;

/**
 * Keeps what one has written about something on the server, so that a lost line, a lock or another computer loses nothing. Nothing is saved before the
 * draft that is there has been read. One save is under way at a time, and the newest text is always sent last.
 */
export function createDraft(
  call: StaffCall,
  work: DraftOf,
  join: JoinDrafts,
  later: (run: () => void, ms: number) => () => void,
) {
  const store = observable<DraftState>({ loaded: false, text: "", kept: "none" });
  const params = { kind: work.kind, id: work.id };
  let cancel = () => {};
  let saving: Promise<void> | null = null;
  let reading: Promise<void> | null = null;
  /** Null until it is read. */
  let saved: string | null = null;

  async function read(): Promise<void> {
    try {
      const { text: kept } = await call(staffWorkCalls.draft, { params });
      const { text: typed } = store.get();
      saved = kept;
      const text = kept !== "" && typed !== "" ? join(kept, typed) : kept || typed;
      store.set({ loaded: true, text, kept: text !== kept ? "waiting" : text === "" ? "none" : "saved" });
    } catch {
      store.set({ loaded: true });
    }
  }
  /** Once it is read it isn't read again. */
  const load = async (): Promise<void> => {
    if (saved !== null) return;
    await (reading ??= read().finally(() => (reading = null)));
  };
  async function save(): Promise<void> {
    await load();
    if (saved === null) return;
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
    /** Reads it and keeps what was typed meanwhile. */
    load,
    write: (text: string): void => {
      store.set({ text, kept: "waiting" });
      cancel();
      cancel = later(() => void flush(), pauseMs);
    },
    flush,
    /** It was sent: there is nothing to keep any more, but for what nobody has read yet. */
    drop: async (): Promise<void> => {
      cancel();
      store.set({ text: "", kept: "none" });
      if (store.get().loaded) await flush();
    },
  };
}
