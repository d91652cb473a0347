import { useEffect, useState } from "react";

/** `value` once it has not changed for `ms`. */
export function useDebouncedValue<T>(value: T, ms: number): T {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return debounced;
}

/** True once `busy` has lasted `ms`: quicker work shows no indicator. */
export function useDelayedBusy(busy: boolean, ms = 300): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setSlow(true), ms);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [busy, ms]);
  return busy && slow;
}

/**
 * Whether a page may show what it has (`ready`), where something `pending` would arrive above it and move it: that is there, has failed, or has kept
 * the page waiting for three seconds. What has been shown stays: a query that failed is pending again with each refetch.
 */
export function useSettled(ready: boolean, pending: boolean): boolean {
  const tooSlow = useDelayedBusy(ready && pending, 3000);
  const [wasSettled, setWasSettled] = useState(false);
  const settled = ready && (wasSettled || !pending || tooSlow);
  if (settled && !wasSettled) setWasSettled(true);
  return settled;
}
