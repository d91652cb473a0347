import { useEffect, useEffectEvent } from "react";

/** While `enabled`, runs `onConnected` each time the connection is back. */
export function useReconnect(onConnected: () => void, enabled = true): void {
  const onReconnect = useEffectEvent(onConnected);
  useEffect(() => {
    if (!enabled) return;
    const listener = () => onReconnect();
    addEventListener("online", listener);
    return () => removeEventListener("online", listener);
  }, [enabled]);
}
