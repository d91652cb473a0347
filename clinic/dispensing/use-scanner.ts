import { useEffect, useEffectEvent, useRef } from "react";
import { afterKey, nothingTyped } from "./scan-keys.ts";

/**
 * Listens for a scanner while it is shown, wherever the focus is. The scanner's keys also went into the field that has it: `before` is what `snapshot` gave
 * as the first of them came, to put that back. Its Enter or Tab does nothing else.
 */
export function useScanner<T>(snapshot: () => T, onScan: (scanned: string, before: T) => void): void {
  const typed = useRef({ run: nothingTyped, before: null as { readonly value: T } | null });
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.metaKey) return;
    const { run, scanned } = afterKey(typed.current.run, {
      ...{ key: event.key, ctrlKey: event.ctrlKey, altKey: event.altKey, at: event.timeStamp },
    });
    const { before } = typed.current;
    const isNew = run.began !== typed.current.run.began || run.text === "";
    typed.current = { run, before: run.text === "" ? null : isNew ? { value: snapshot() } : before };
    if (scanned === null) return;
    event.preventDefault();
    event.stopPropagation();
    onScan(scanned, before ? before.value : snapshot());
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen, { capture: true });
    return () => document.removeEventListener("keydown", listen, { capture: true });
  }, []);
}
