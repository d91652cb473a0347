import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
/** Set while the browser has reported, since this page was opened, that the connection is gone: one that always reports so is not believed. */
let offline = false;
globalThis.addEventListener?.("offline", () => (offline = true));
globalThis.addEventListener?.("online", () => (offline = false));

/** Whether the connection is gone, as far as the browser reports. */
export const isOffline = (): boolean => offline;

/** Resolves as soon as there is a connection. A browser caches a failed import, so none begins without. */
export const whenConnected = (): Promise<void> =>
  new Promise((resolve) => (offline ? addEventListener("online", () => resolve(), { once: true }) : resolve()));

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
