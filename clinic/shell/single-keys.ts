import { useSyncExternalStore } from "react";

const name = "clinic-single-keys";
const listeners = new Set<() => void>();

/** Whether single keys do something. Voice control types letters, so they can be switched off (WCAG 2.1.4); this computer remembers it. */
export const singleKeys = {
  get: (): boolean => {
    try {
      return localStorage.getItem(name) !== "off";
    } catch {
      return true;
    }
  },
  set: (on: boolean): void => {
    try {
      if (on) localStorage.removeItem(name);
      else localStorage.setItem(name, "off");
    } catch {
      // It then counts for this page only as it was.
    }
    for (const listener of listeners) listener();
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

export const useSingleKeys = () => useSyncExternalStore(singleKeys.subscribe, singleKeys.get, singleKeys.get);
