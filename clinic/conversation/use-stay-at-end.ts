import { useEffect, useLayoutEffect, useRef } from "react";

const toEnd = () => scrollTo({ top: document.documentElement.scrollHeight });
const isAtEnd = () => innerHeight + scrollY >= document.documentElement.scrollHeight - 160;

/** Whoever is at the end of the thread stays there: what has come, or takes room above the composer, doesn't hide what was read last. */
export function useStayAtEnd(hasMessages: boolean, content: readonly unknown[]) {
  const atEnd = useRef(true);
  useLayoutEffect(() => {
    if (hasMessages && atEnd.current) toEnd();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- what can take room is the caller's to list
  }, [hasMessages, ...content]);
  useEffect(() => {
    const note = () => void (atEnd.current = isAtEnd());
    addEventListener("scroll", note, { passive: true });
    return () => removeEventListener("scroll", note);
  }, []);
  return {
    goToEnd: (): void => void (atEnd.current = true),
    /** Somebody reads back. */
    leaveEnd: (): void => void (atEnd.current = false),
  };
}
