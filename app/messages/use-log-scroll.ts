import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { atEndAfterScroll, isNearEnd } from "./at-end.ts";

/** Nearer to the top than this, older ones are fetched. */
const nearTop = 240;

interface Ends {
  /** `seq` of the first message shown; changes when older ones come. */
  readonly first: number;
  /** Whatever stands last; changes when something comes. */
  readonly last: string;
  /** What stands last is hers: she goes along to it. */
  readonly mine: boolean;
}

/**
 * Where she is in the log. It opens at `start`, else at the end; stays at the end when she is there; and what she reads does not move
 * when older ones come above it.
 */
export function useLogScroll(
  log: RefObject<HTMLElement | null>,
  start: RefObject<HTMLElement | null>,
  { first, last, mine }: Ends,
  onTop: () => void,
) {
  // What stood last when she was seen to be at the end, which means that she has read it; of what came since nobody knows yet.
  const [ending, setEnding] = useState<string | null>(null);
  const end = useRef(true);
  const top = useRef(0);
  const was = useRef<{ first: number; last: string; height: number } | null>(null);

  const note = (box: HTMLElement, isAtEnd: boolean) => {
    top.current = box.scrollTop;
    end.current = isAtEnd;
    setEnding(isAtEnd ? last : null);
  };
  /** Whether she was at the end while the log was `height` px high; the browser may not have told yet that she scrolled. */
  const stoodAtEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement, height: number) =>
    atEndAfterScroll(end.current, top.current, {
      scrollTop,
      clientHeight,
      scrollHeight: Math.min(height, scrollHeight),
    });
  const toEnd = () => {
    const box = log.current;
    if (!box) return;
    box.scrollTo(0, box.scrollHeight);
    note(box, true);
  };

  useLayoutEffect(() => {
    const box = log.current;
    if (!box) return;
    const before = was.current;
    if (before?.first === first && before.last === last) return;
    was.current = { first, last, height: box.scrollHeight };
    if (!before) {
      if (start.current) box.scrollTo(0, start.current.offsetTop - box.clientHeight / 6);
      else box.scrollTo(0, box.scrollHeight);
    } else if (first < before.first) box.scrollBy(0, box.scrollHeight - before.height);
    else if (last !== before.last && (mine || stoodAtEnd(box, before.height))) box.scrollTo(0, box.scrollHeight);
    note(box, isNearEnd(box));
  });

  useEffect(() => {
    const box = log.current;
    if (!box) return;
    const keep = new ResizeObserver(() => {
      const isToStay = stoodAtEnd(box, was.current?.height ?? box.scrollHeight);
      if (was.current) was.current = { ...was.current, height: box.scrollHeight };
      if (isToStay) box.scrollTo(0, box.scrollHeight);
    });
    keep.observe(box);
    for (const part of box.children) keep.observe(part);
    return () => keep.disconnect();
  }, [log]);

  const onScroll = () => {
    const box = log.current;
    if (!box) return;
    note(box, atEndAfterScroll(end.current, top.current, box));
    if (box.scrollTop < nearTop) onTop();
  };
  return { atEnd: ending === last, onScroll, toEnd };
}
