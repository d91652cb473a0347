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

/**
 * Whether a page may show what stands beside and below something that is `pending`: it is there, failed, or takes too long to be waited for without a
 * sign.
 */
export function useSettled(pending: boolean): boolean {
  const slow = useDelayedBusy(pending);
  return !pending || slow;
}
