const historyEvents = ["pushState", "replaceState", "popstate"] as const;

/** Key of the current history entry, where the browser supports it. */
const entryKey = (): string =>
  (window as { navigation?: { currentEntry?: { key?: string } | null } }).navigation?.currentEntry?.key ??
  location.href;

/**
 * Remembers the scroll position of each history entry. `arrive()` returns where to begin on the page just reached: the top on a new page, the old
 * position after going back.
 */
function createScrollMemory() {
  const scrollPositions = new Map<string, number>();
  let current = "";
  let restoreTo = 0;
  return {
    start() {
      history.scrollRestoration = "manual";
      current = entryKey();
      for (const kind of historyEvents) {
        addEventListener(kind, () => {
          scrollPositions.set(current, scrollY);
          current = entryKey();
          restoreTo = kind === "popstate" ? (scrollPositions.get(current) ?? 0) : 0;
        });
      }
    },
    arrive: () => restoreTo,
  };
}

export const scrollMemory = createScrollMemory();
