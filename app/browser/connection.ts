/** Set while the browser has reported, since this page was opened, that the connection is gone: one that always reports so is not believed. */
let offline = false;
globalThis.addEventListener?.("offline", () => (offline = true));
globalThis.addEventListener?.("online", () => (offline = false));

/** Whether the connection is gone, as far as the browser reports. */
export const isOffline = (): boolean => offline;

/** Resolves as soon as there is a connection. A browser caches a failed import, so none begins without. */
export const whenConnected = (): Promise<void> =>
  new Promise((resolve) => (offline ? addEventListener("online", () => resolve(), { once: true }) : resolve()));
