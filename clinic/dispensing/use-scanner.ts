import { useEffect, useEffectEvent, useRef } from "react";
import { isTaken } from "#clinic/ui/taken-keys.ts";
import { afterKey, isWithinCode, nothingTyped } from "./scan-keys.ts";

/**
 * Listens for a scanner while it is shown, wherever the focus is. The scanner's keys also went into the field that has it: `before` is what `snapshot` gave
 * as the first of them came, to put that back. Its Enter or Tab does nothing else. What isn't taken (`takes`) goes where any other text would.
 * `onPage`: single keys are commands here, which no code may give, and a dialog's scanner is left alone.
 */
export function useScanner<T>(
  snapshot: () => T,
  onScan: (scanned: string, before: T) => void,
  { takes = () => true, onPage = false }: { takes?: (scanned: string) => boolean; onPage?: boolean } = {},
): void {
  const typed = useRef({ run: nothingTyped, before: null as { readonly value: T } | null });
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.metaKey) return;
    if (onPage && document.querySelector("dialog[open]")) return;
    const pressed = { key: event.key, ctrlKey: event.ctrlKey, altKey: event.altKey, at: event.timeStamp };
    if (onPage && isWithinCode(typed.current.run, pressed) && !isTaken(event.target, event.key))
      event.stopPropagation();
    const { run, scanned } = afterKey(typed.current.run, pressed);
    const { before } = typed.current;
    const isNew = run.began !== typed.current.run.began || run.text === "";
    typed.current = { run, before: run.text === "" ? null : isNew ? { value: snapshot() } : before };
    if (scanned === null || !takes(scanned)) return;
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
