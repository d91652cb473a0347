import { useState } from "react";
import { type DraftText, joinFields } from "./draft-text.ts";
import type { DraftOf } from "./keep-draft.ts";
import { useDraft } from "./use-draft.ts";

/** What somebody writes in a form, kept as their draft, and what was missing when they sent it: said at its field until they write there. */
export function useWritten<W extends object>(work: DraftOf, { toText, fromText }: DraftText<W>) {
  const { draft, state } = useDraft(work, joinFields);
  const [missing, setMissing] = useState<Readonly<Record<string, string>>>({});
  return {
    written: fromText(state.text),
    /** Nothing is sent before: what was kept may say more. */
    loaded: state.loaded,
    missing,
    /** Whether something is; from then on it's said. */
    isMissing: (found: Readonly<Record<string, string>>): boolean => {
      setMissing(found);
      return Object.keys(found).length > 0;
    },
    write: (change: Partial<W>): void => {
      setMissing((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in change))));
      draft.write(toText({ ...fromText(draft.get().text), ...change }));
    },
    /** It was sent. */
    drop: draft.drop,
  };
}
