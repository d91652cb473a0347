import { useEffect, useState, useSyncExternalStore } from "react";
import { observable } from "#app/browser/observable.ts";
import { call as staffCall } from "#clinic/api/call.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { dropWithData } from "#clinic/api/query.ts";
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
  /** Where nothing was kept. */
  initial = "",
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
      const first = before || initial;
      const text = first !== "" && typed !== "" ? join(first, typed) : first || typed;
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

interface HeldDraft {
  /** What it's about. */
  readonly key: string;
  readonly draft: ReturnType<typeof createDraft>;
  /** How many forms show it. */
  forms: number;
  readonly flush: () => void;
}
/** Of the forms that are open, and what wasn't saved yet when its form closed: opened again, it goes on with what was typed. */
const held = new Map<string, HeldDraft>();

const letGo = ({ key, flush }: HeldDraft): void => {
  removeEventListener("online", flush);
  held.delete(key);
};
dropWithData(() => held.forEach(letGo));

function holdDraft(key: string, create: () => HeldDraft["draft"]): HeldDraft {
  const before = held.get(key);
  if (before) return before;
  const draft = create();
  const entry = { key, draft, forms: 0, flush: () => void draft.flush() };
  held.set(key, entry);
  return entry;
}

/** Gives what closes the form. */
function openForm(entry: HeldDraft): () => void {
  entry.forms++;
  held.set(entry.key, entry);
  void entry.draft.load();
  addEventListener("online", entry.flush);
  return () => {
    entry.forms--;
    void entry.draft.flush().then(() => {
      if (entry.forms === 0 && entry.draft.get().status !== "unsaved" && held.get(entry.key) === entry) letGo(entry);
    });
  };
}

/**
 * One's own draft about something: read when the page opens, saved while one types, and again when the line is back. `initial` is what somebody else
 * prepared: it begins with that.
 */
export function useDraft<W>(work: DraftOf, { toText, fromText, join }: DraftText<W>, initial = "") {
  const [entry] = useState(() =>
    holdDraft(`${work.kind} ${work.id}`, () => createDraft(staffCall, work, join, later, initial)),
  );
  const { draft } = entry;
  const { loaded, text, status } = useSyncExternalStore(draft.subscribe, draft.get, draft.get);
  useEffect(() => openForm(entry), [entry]);
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
export function useFields<W extends object>(work: DraftOf, text: DraftText<W>, initial = "") {
  const draft = useDraft(work, text, initial);
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
