import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Within this distance of the end, in px, the reader counts as being there. */
const nearEndPx = 64;

/** Scroll position of a box, in px. */
interface ScrollPosition {
  readonly scrollHeight: number;
  readonly scrollTop: number;
  readonly clientHeight: number;
}

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: ScrollPosition): boolean =>
  scrollHeight - scrollTop - clientHeight < nearEndPx;

/**
 * Whether the reader is at the end after a scroll event. Only scrolling up leaves the end: an event may fire when new messages are already below that
 * nobody has scrolled to yet.
 */
export const isAtEndAfterScroll = (wasAtEnd: boolean, previousTop: number, position: ScrollPosition): boolean =>
  isNearEnd(position) || (wasAtEnd && position.scrollTop >= previousTop);

/** Within this distance of the top, in px, older messages are fetched. */
const nearTopPx = 240;

interface LogEnds {
  /** `seq` of the first message shown; changes when older ones are loaded. */
  readonly first: number;
  /** Id of the last entry; changes when one is added. */
  readonly last: string;
  /** The last entry is the patient's own: scroll to it. */
  readonly mine: boolean;
}

/**
 * The scroll position of the log. It opens at `start`, else at the end; follows the end while the reader is there; and stays put when older messages
 * are added above.
 */
export function useLogScroll(
  log: RefObject<HTMLElement | null>,
  start: RefObject<HTMLElement | null>,
  { first, last, mine }: LogEnds,
  onTop: () => void,
) {
  // The last entry when the reader was seen at the end, so it has been read; whether later entries have been read is not known yet.
  const [lastSeenAtEnd, setLastSeenAtEnd] = useState<string | null>(null);
  const end = useRef(true);
  const top = useRef(0);
  const previous = useRef<{ first: number; last: string; height: number } | null>(null);

  const recordPosition = (box: HTMLElement, isAtEnd: boolean) => {
    top.current = box.scrollTop;
    end.current = isAtEnd;
    setLastSeenAtEnd(isAtEnd ? last : null);
  };
  /** Whether the reader was at the end while the log was `height` px high; the scroll event may not have fired yet. */
  const wasAtEnd = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement, height: number) =>
    isAtEndAfterScroll(end.current, top.current, {
      scrollTop,
      clientHeight,
      scrollHeight: Math.min(height, scrollHeight),
    });
  const scrollToEnd = () => {
    const box = log.current;
    if (!box) return;
    box.scrollTo(0, box.scrollHeight);
    recordPosition(box, true);
  };

  useLayoutEffect(() => {
    const box = log.current;
    if (!box) return;
    const before = previous.current;
    if (before?.first === first && before.last === last) return;
    previous.current = { first, last, height: box.scrollHeight };
    if (!before) {
      if (start.current) box.scrollTo(0, start.current.offsetTop - box.clientHeight / 6);
      else box.scrollTo(0, box.scrollHeight);
    } else if (first < before.first) box.scrollBy(0, box.scrollHeight - before.height);
    else if (last !== before.last && (mine || wasAtEnd(box, before.height))) box.scrollTo(0, box.scrollHeight);
    recordPosition(box, isNearEnd(box));
  });

  useEffect(() => {
    const box = log.current;
    if (!box) return;
    const resizeObserver = new ResizeObserver(() => {
      const shouldStayAtEnd = wasAtEnd(box, previous.current?.height ?? box.scrollHeight);
      if (previous.current) previous.current = { ...previous.current, height: box.scrollHeight };
      if (shouldStayAtEnd) box.scrollTo(0, box.scrollHeight);
    });
    resizeObserver.observe(box);
    for (const part of box.children) resizeObserver.observe(part);
    return () => resizeObserver.disconnect();
  }, [log]);

  const onScroll = () => {
    const box = log.current;
    if (!box) return;
    recordPosition(box, isAtEndAfterScroll(end.current, top.current, box));
    if (box.scrollTop < nearTopPx) onTop();
  };
  return { atEnd: lastSeenAtEnd === last, onScroll, toEnd: scrollToEnd };
}
