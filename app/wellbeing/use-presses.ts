import { useRef, useState } from "react";
import { useSendWhenConnected } from "#app/api/use-send-when-connected.ts";

/** Presses that are shown at once and saved one after the other. */
export interface Presses<V> {
  /** What was pressed and is not saved yet, by what it was pressed on. */
  readonly pending: ReadonlyMap<string, V>;
  /** There is no connection; the presses are kept, and sent once there is, while the page is open. */
  readonly waiting: boolean;
  /** Why the last press was refused. */
  readonly error: unknown;
  readonly press: (key: string, value: V) => void;
}

/**
 * Saves presses with `save`, which must be repeatable: the last press on a key counts, and an earlier one that was not sent is dropped. A refused press
 * is taken back and `onRefused` looks again.
 */
export function usePresses<V>(save: (key: string, value: V) => Promise<void>, onRefused: () => void): Presses<V> {
  const [pending, setPending] = useState<ReadonlyMap<string, V>>(new Map());
  const [error, setError] = useState<unknown>(null);
  const latest = useRef(pending);
  const sending = useRef(false);
  const { run, waiting } = useSendWhenConnected(async (key: string) => {
    const value = latest.current.get(key) as V;
    await save(key, value);
    return value;
  });

  function keep(next: ReadonlyMap<string, V>) {
    latest.current = next;
    setPending(next);
  }
  const without = (key: string) => new Map([...latest.current].filter(([each]) => each !== key));

  async function send() {
    if (sending.current) return;
    sending.current = true;
    for (let [key] = latest.current.keys(); key !== undefined; [key] = latest.current.keys()) {
      try {
        const saved = await run(key);
        if (Object.is(latest.current.get(key), saved)) keep(without(key));
      } catch (refusal) {
        keep(without(key));
        setError(refusal);
        onRefused();
      }
    }
    sending.current = false;
  }

  return {
    pending,
    waiting,
    error,
    press: (key, value) => {
      setError(null);
      keep(new Map(latest.current).set(key, value));
      void send();
    },
  };
}
