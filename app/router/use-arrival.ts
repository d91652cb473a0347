import { useEffect, useLayoutEffect, useRef } from "react";
import { moveFocusTo } from "#app/ui/focus.ts";
import { scrollMemory } from "./scroll.ts";

/** The first page is the browser's own page load: it reads the title and starts at the top by itself. */
let arrivals = 0;

/** On a new page: restores its scroll position, and focuses its heading, so that assistive technology reads on from there. */
export function useFocusOnArrival(path: string): void {
  const last = useRef<string | null>(null);
  const first = useRef(false);
  // Before paint: what the patient presses must not move away.
  useLayoutEffect(() => {
    if (last.current === path) return;
    last.current = path;
    arrivals += 1;
    first.current = arrivals === 1;
    if (!first.current) scrollTo(0, scrollMemory.arrive());
  }, [path]);
  // After the page's own effects: an element it focused keeps the focus.
  useEffect(() => {
    if (first.current) return;
    const main = document.querySelector("main") ?? document.body;
    if (main.contains(document.activeElement) && document.activeElement !== document.body) return;
    moveFocusTo(main.querySelector("h1") ?? main);
  }, [path]);
}
