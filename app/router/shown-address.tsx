import { createContext, type ReactNode, useContext, useDeferredValue, useMemo } from "react";
import { Router } from "wouter";
import { navigate } from "wouter/use-browser-location";

/** The address of a page on screen. For a moment after a press it isn't yet the browser's. */
interface ShownAddress {
  readonly path: string;
  readonly search: string;
}

const ShownAddress = createContext<ShownAddress>({ path: "", search: "" });
const useShownPath = (): [string, typeof navigate] => [useContext(ShownAddress).path, navigate];
const useShownSearch = (): string => useContext(ShownAddress).search;

/**
 * The latest page of which everything is ready to be shown: a press that leads to another one first shows what it costs nothing to show, such as the chosen tab;
 * the page follows in pieces that let other presses through. `together`: both pages stand in the same frame; without it the new one is shown at once.
 */
export function useShownPage<Page>(page: Page, together: (before: Page, after: Page) => boolean): Page {
  const before = useDeferredValue(page);
  return together(before, page) ? before : page;
}

/** What is below has this address, whatever the browser's is by now. */
export function WithAddress({ path, search, children }: ShownAddress & { children: ReactNode }) {
  const address = useMemo(() => ({ path, search }), [path, search]);
  return (
    <ShownAddress value={address}>
      <Router hook={useShownPath} searchHook={useShownSearch}>
        {children}
      </Router>
    </ShownAddress>
  );
}
