import { limits } from "#contract/constants.ts";
import { useEffect, useState } from "react";

/** Runs `run` after `ms` milliseconds, unless the returned function is called first. */
export const after = (ms: number, run: () => void): (() => void) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** Latest time at which idle work begins, in ms. */
const maxWaitMs = 5000;

/** Runs `work` when the browser is idle; ignores a failure, as nobody waits for it. */
export function whenIdle(work: () => Promise<unknown>): void {
  const run = () => void work().catch(() => null);
  if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: maxWaitMs });
  else after(maxWaitMs / 5, run);
}

/** Drops a call that repeats the previous one, with the same arguments, within 800 ms (spec §9). */
export function throttled<A extends readonly unknown[]>(
  run: (...args: A) => void,
  now: () => number = () => performance.now(),
): (...args: A) => void {
  let last = { at: Number.NEGATIVE_INFINITY, what: "" };
  return (...args) => {
    const argsKey = JSON.stringify(args);
    if (now() - last.at < limits.throttleMs && argsKey === last.what) return;
    last = { at: now(), what: argsKey };
    run(...args);
  };
}

/** `value` once it has not changed for `ms`. */
export function useDebouncedValue<T>(value: T, ms: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}

/** True once `busy` has lasted 300 ms: quicker work shows no indicator. */
export function useDelayedBusy(busy: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), 300);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy]);
  return busy && slow;
}
