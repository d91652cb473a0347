import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

function subscribe(listener: () => void) {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}

/** Whether the browser reports a connection. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

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
