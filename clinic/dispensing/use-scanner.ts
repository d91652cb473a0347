import { useEffect, useEffectEvent, useRef, useState } from "react";
import { createKeyHold } from "./held-keys.ts";
import { afterKey, nothingTyped } from "./scan-keys.ts";

/**
 * Listens for a scanner while it is shown, wherever the focus is. The scanner's keys also went into the field that has it: `before` is what `snapshot` gave
 * as the first of them came, to put that back. Its Enter or Tab does nothing else. What isn't taken (`takes`) goes where any other text would.
 * `holdsKeys`: single keys are commands here, and no code may press them.
 */
export function useScanner<T>(
  snapshot: () => T,
  onScan: (scanned: string, before: T) => void,
  { takes = () => true, holdsKeys = false }: { takes?: (scanned: string) => boolean; holdsKeys?: boolean } = {},
): void {
  const typed = useRef({ run: nothingTyped, before: null as { readonly value: T } | null });
  const [hold] = useState(createKeyHold);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.metaKey || hold.isReleased(event)) return;
    // A page's scanner leaves a dialog's alone.
    if (holdsKeys && document.querySelector("dialog[open]")) return;
    const { run, scanned } = afterKey(typed.current.run, {
      ...{ key: event.key, ctrlKey: event.ctrlKey, altKey: event.altKey, at: event.timeStamp },
    });
    const { before } = typed.current;
    const isNew = run.began !== typed.current.run.began || run.text === "";
    typed.current = { run, before: run.text === "" ? null : isNew ? { value: snapshot() } : before };
    if (scanned === null || !takes(scanned)) return holdsKeys ? hold.hold(event) : undefined;
    hold.drop();
    event.preventDefault();
    event.stopPropagation();
    onScan(scanned, before ? before.value : snapshot());
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener("keydown", listen, { capture: true });
    return () => {
      hold.drop();
      document.removeEventListener("keydown", listen, { capture: true });
    };
  }, [hold]);
}
