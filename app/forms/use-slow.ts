import { useEffect, useState } from "react";

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
