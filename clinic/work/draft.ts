import { useEffect, useState, useSyncExternalStore } from "react";
import { observable } from "#app/browser/observable.ts";
import { call as staffCall } from "#clinic/api/call.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";
import type { DraftKind } from "#contract/http/work.ts";
import type { DraftText } from "./draft-text.ts";

/** What a draft is about. */
export interface DraftOf {
  readonly kind: DraftKind;
  readonly id: string;
}

export interface DraftState {
  /** False until it is known whether there was one. But for what can't wait nothing is sent before: the draft may say more. */
  readonly loaded: boolean;
  readonly text: string;
  /** `none` nothing is written · `unsaved` typed and not sent yet, or the server couldn't be reached · `saved` */
  readonly status: "none" | "unsaved" | "saved";
}

/** How long somebody has paused before what they typed is sent, ms. */
export const pauseMs = 800;

/**
 * Keeps what one has written about something on the server, so that a lost line, a lock or another computer loses nothing. Nothing is saved before the
 * draft that is there has been read. One save is under way at a time, and the newest text is always sent last.
 */
export function createDraft(
  call: StaffCall,
  work: DraftOf,
  join: DraftText<unknown>["join"],
  later: (run: () => void, ms: number) => () => void,
) {
  const store = observable<DraftState>({ loaded: false, text: "", status: "none" });
  const params = { kind: work.kind, id: work.id };
  let cancel = () => {};
  let saving: Promise<void> | null = null;
  let reading: Promise<void> | null = null;
  /** Null until it is read. */
  let saved: string | null = null;

  async function read(): Promise<void> {
    try {
      const { text: before } = await call(staffWorkCalls.draft, { params });
      const { text: typed } = store.get();
      saved = before;
      const text = before !== "" && typed !== "" ? join(before, typed) : before || typed;
      store.set({ loaded: true, text, status: text !== before ? "unsaved" : text === "" ? "none" : "saved" });
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
    store.set({ status: saved === "" ? "none" : "saved" });
  }
  const flush = (): Promise<void> => {
    cancel();
    saving ??= save().finally(() => (saving = null));
    return saving;
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Reads it, and adds what was typed before. */
    load,
    write: (text: string): void => {
      store.set({ text, status: "unsaved" });
      cancel();
      cancel = later(() => void flush(), pauseMs);
    },
    flush,
    /** It was sent: nothing is left of it, but for what nobody has read yet. */
    drop: async (): Promise<void> => {
      cancel();
      store.set({ text: "", status: "none" });
      if (store.get().loaded) await flush();
    },
  };
}

/** Where it stands, as it's shown. */
export const draftStatusTexts: Readonly<Record<DraftState["status"], string>> = {
  none: "",
  unsaved: "Not saved yet",
  saved: "Draft saved",
};

const later = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** One's own draft about something: read when the page opens, saved while one types, and again when the line is back. */
export function useDraft<W>(work: DraftOf, { toText, fromText, join }: DraftText<W>) {
  const [draft] = useState(() => createDraft(staffCall, work, join, later));
  const { loaded, text, status } = useSyncExternalStore(draft.subscribe, draft.get, draft.get);
  useEffect(() => {
    void draft.load();
    const flush = () => void draft.flush();
    addEventListener("online", flush);
    return () => {
      removeEventListener("online", flush);
      flush();
    };
  }, [draft]);
  return {
    value: fromText(text),
    /** But for what can't wait nothing is sent before: the draft may say more. */
    loaded,
    status,
    /** As it is now, also within a press. */
    latest: (): W => fromText(draft.get().text),
    write: (value: W): void => draft.write(toText(value)),
    drop: draft.drop,
  };
}
export type Draft<W> = ReturnType<typeof useDraft<W>>;

/** The draft of a form's fields, and what was missing of them when it was sent: shown at its field until somebody writes there. */
export function useFields<W extends object>(work: DraftOf, text: DraftText<W>) {
  const draft = useDraft(work, text);
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  return {
    ...draft,
    missing,
    /** Whether something is; it's shown from then on. */
    isMissing: (found: Readonly<Record<string, string>>): boolean => {
      setMissing(found);
      return Object.keys(found).length > 0;
    },
    change: (change: Partial<W>): void => {
      setMissing((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
      draft.write({ ...draft.latest(), ...change });
    },
  };
}
