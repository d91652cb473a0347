import { type RefObject, useLayoutEffect, useRef } from "react";
import { moveFocusTo } from "./focus.ts";

/** Ref of the element that takes the focus over when `state` has changed and what had the focus is gone with it. */
export function useKeptFocus<E extends HTMLElement>(state: unknown): RefObject<E | null> {
  const heir = useRef<E>(null);
  const before = useRef(state);
  useLayoutEffect(() => {
    if (before.current !== state && document.activeElement === document.body) moveFocusTo(heir.current);
    before.current = state;
  }, [state]);
  return heir;
}
