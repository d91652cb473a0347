import { useState, useSyncExternalStore } from "react";
import { type ActOptions, createAct, type PressOptions } from "./act.ts";

/** What an act is about, and what becomes of it; each may be left out. */
interface UseActOptions<In> extends ActOptions<In>, Pick<PressOptions<never>, "fields" | "onFailure"> {
  /** Of the work item: who else has it is learned from a refusal. */
  readonly claim?: { readonly lost: (to: string) => void; readonly takeOver: () => Promise<void> } | undefined;
  /** What was written for it: nothing is left of it once it's sent. */
  readonly draft?:
    | { readonly drop: () => Promise<void>; readonly missing?: Readonly<Record<string, string>> }
    | undefined;
}

/** One act of a form, a dialog or a page: `send` takes what is asked for, the call that asks for it, and what follows once it has worked. */
export function useAct<In = unknown>({ claim, draft, fields, onFailure, ...options }: UseActOptions<In> = {}) {
  const [act] = useState(() => createAct<In>(options));
  const state = useSyncExternalStore(act.subscribe, act.get, act.get);
  const { failure } = state;
  const errors: Readonly<Record<string, string | undefined>> = {
    ...(failure?.kind === "refused" && failure.fields),
    ...draft?.missing,
  };
  return {
    ...state,
    isUnknown: failure?.kind === "outcome_unknown",
    /** What is missing of the fields of the form, and what the server says of them. */
    errors,
    fieldError: (field: string): string | undefined => errors[field],
    send: <I extends In, Out>(
      intent: I,
      work: (intent: I, key: string) => Promise<Out>,
      done?: (out: Out) => Promise<void> | void,
    ): Promise<Out | null> =>
      act.send(intent, work, {
        fields,
        done: async (out) => {
          await draft?.drop();
          await done?.(out);
        },
        onFailure: (found) => {
          if (found.kind === "claimed") claim?.lost(found.claimedBy);
          return onFailure?.(found);
        },
      }),
    /** Takes the work item over from whoever has claimed it. */
    takeOver: async (): Promise<void> => {
      await claim?.takeOver();
      act.forget();
    },
    forget: act.forget,
    found: act.found,
  };
}
