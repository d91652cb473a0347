import { useRef } from "react";
import { useKeys } from "../use-keys.ts";

/** `j` and `k` move the focus along the rows of a list, which are links or buttons, so Enter opens. Returns the list's ref. */
export function useRowKeys<E extends HTMLElement>() {
  const list = useRef<E>(null);
  const move = (by: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : Math.min(Math.max(at + by, 0), rows.length - 1)];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  useKeys({ j: () => move(1), k: () => move(-1) });
  return list;
}
