import { useEffect, useState } from "react";
import { useOnline } from "#app/router/use-online.ts";
import { markRead } from "./queries.ts";
import { othersAbove, type Thread, unbrokenUpTo } from "./thread.ts";
import { useVisible } from "./use-visible.ts";

/** Moves the read mark to the end while she has the end before her eyes. */
export function useReadMark(id: string, { messages, readseq }: Thread, atEnd: boolean): void {
  const visible = useVisible();
  const online = useOnline();
  // What lies above a gap does not count before the gap is filled.
  const seq = unbrokenUpTo(messages);
  const unread = seq > readseq && othersAbove(messages, readseq) > 0;
  useEffect(() => {
    if (visible && online && atEnd && unread) void markRead(id, seq).catch(() => null);
  }, [id, seq, visible, online, atEnd, unread]);
}

/**
 * The `seq` above which what she had not read begins; null where she had read all. It stays where it was while she reads, and comes
 * anew for what came while the page was behind others.
 */
export function useDivider({ messages, readseq }: Thread): number | null {
  const visible = useVisible();
  const unread = othersAbove(messages, readseq) > 0;
  const [shown, setShown] = useState({ after: unread ? readseq : null, visible });
  if (shown.visible !== visible) setShown({ after: visible && unread ? readseq : shown.after, visible });
  return shown.after;
}
