import { useEffect, useState, useSyncExternalStore } from "react";
import { call } from "#clinic/api/call.ts";
import { createDraft, type DraftOf, type JoinDrafts } from "./keep-draft.ts";

const later = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** One's own draft about something: read when the page opens, kept while one types, and sent on when the line is back. */
export function useDraft(work: DraftOf, join: JoinDrafts) {
  const [draft] = useState(() => createDraft(call, work, join, later));
  const state = useSyncExternalStore(draft.subscribe, draft.get, draft.get);
  useEffect(() => {
    void draft.load();
    const flush = () => void draft.flush();
    addEventListener("online", flush);
    return () => {
      removeEventListener("online", flush);
      flush();
    };
  }, [draft]);
  return { draft, state };
}
