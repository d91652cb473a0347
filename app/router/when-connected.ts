/** Set while the browser has said, since this page was opened, that the connection is gone: one that always says so is not believed. */
let offline = false;
globalThis.addEventListener?.("offline", () => (offline = true));
globalThis.addEventListener?.("online", () => (offline = false));

/** Whether the connection is gone, as far as the browser tells. */
export const isOffline = (): boolean => offline;

/** Resolves as soon as there is a connection. A browser keeps an import that failed, so none begins without. */
export const whenConnected = (): Promise<void> =>
  new Promise((resolve) => (offline ? addEventListener("online", () => resolve(), { once: true }) : resolve()));
