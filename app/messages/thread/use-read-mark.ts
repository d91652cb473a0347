import { useEffect, useState } from "react";
import { useOnline } from "#app/browser/use-online.ts";
import { markRead } from "./queries.ts";
import { countFromOthers, type Thread, contiguousSeq } from "./thread.ts";
import { usePageVisible } from "#app/browser/visibility.ts";

/** Moves the read mark to the end while the patient sees the end. */
export function useReadMark(id: string, { messages, readseq }: Thread, atEnd: boolean): void {
  const visible = usePageVisible();
  const online = useOnline();
  // What lies above a gap does not count before the gap is filled.
  const seq = contiguousSeq(messages);
  const unread = seq > readseq && countFromOthers(messages, readseq) > 0;
  useEffect(() => {
    if (visible && online && atEnd && unread) void markRead(id, seq).catch(() => null);
  }, [id, seq, visible, online, atEnd, unread]);
}

/**
 * The `seq` above which unread messages begin; null where everything was read. It stays in place while the patient reads, and is set anew for
 * messages that arrived while the page was hidden.
 */
export function useUnreadDivider({ messages, readseq }: Thread): number | null {
  const visible = usePageVisible();
  const unread = countFromOthers(messages, readseq) > 0;
  const [shown, setShown] = useState({ after: unread ? readseq : null, visible });
  if (shown.visible !== visible) setShown({ after: visible && unread ? readseq : shown.after, visible });
  return shown.after;
}
