import type { ConversationRow } from "../conversations/conversations.ts";

/** `content.messages.mail`. */
interface UnreadMailDelays {
  readonly delayminutes: number;
  readonly windowhours: number;
}

const minuteMs = 60_000;

/** When to mail about a message written `at`, if it is still unread: after the delay, and at least one window after the last mail. */
export function mailDueAt(at: Date, mailedAt: Date | null, { delayminutes, windowhours }: UnreadMailDelays): Date {
  const afterDelay = at.getTime() + delayminutes * minuteMs;
  const afterWindow = mailedAt === null ? afterDelay : mailedAt.getTime() + windowhours * 60 * minuteMs;
  return new Date(Math.max(afterDelay, afterWindow));
}

type ConversationCounters = Pick<
  ConversationRow,
  | "last_seq"
  | "read_seq"
  | "received_count"
  | "received_read_count"
  | "needs_reply"
  | "waiting_since"
  | "mail_due_at"
  | "mailed_at"
>;

export const unreadCount = ({
  received_count,
  received_read_count,
}: Pick<ConversationCounters, "received_count" | "received_read_count">): number =>
  received_count - received_read_count;

export interface WrittenMessage {
  /** A helper writes for the patient, who reads it as somebody else's. */
  readonly authorSide: "patient" | "helper" | "practice" | "system";
  readonly needsReply: boolean;
  /** False where another mail covers it. */
  readonly sendsMail: boolean;
  /** When the practice writes: since when the patient waits for an answer to what it had not read. */
  readonly unansweredSince?: Date | null;
  readonly at: Date;
}

/** The changed counters of a conversation after one more message. */
export function countersAfterMessage(
  before: ConversationCounters,
  { authorSide, needsReply, sendsMail, unansweredSince = null, at }: WrittenMessage,
  delays: UnreadMailDelays,
) {
  const last_seq = before.last_seq + 1;
  if (authorSide === "patient")
    return {
      last_seq,
      // With nothing unread, the patient's own message counts as read.
      read_seq: unreadCount(before) === 0 ? last_seq : before.read_seq,
      received_count: before.received_count,
      needs_reply: false,
      waiting_since: before.waiting_since ?? at,
    };
  if (authorSide === "helper")
    return { last_seq, received_count: before.received_count + 1, waiting_since: before.waiting_since ?? at };
  const due = before.mail_due_at ?? mailDueAt(at, before.mailed_at, delays);
  return {
    last_seq,
    received_count: before.received_count + 1,
    needs_reply: before.needs_reply || needsReply,
    waiting_since: authorSide === "practice" ? unansweredSince : before.waiting_since,
    ...(sendsMail ? { mail_due_at: due } : {}),
  };
}

/** The read mark for `seq`, or for everything: never backwards, never beyond the last message. */
export const readMarkAt = (
  { read_seq, last_seq }: Pick<ConversationCounters, "read_seq" | "last_seq">,
  seq: number | undefined,
): number => Math.max(read_seq, Math.min(seq ?? last_seq, last_seq));

/**
 * The changed counters after the read mark moves to `seq`. `othersRead` counts the messages by others up to it; `unreadFrom` is when the
 * first one above it was written, from which a due mail is timed again.
 */
export function countersAfterRead(
  before: Pick<ConversationCounters, "mail_due_at" | "mailed_at">,
  seq: number,
  {
    othersRead: receivedReadCount,
    unreadFrom: firstUnreadAt,
  }: { readonly othersRead: number; readonly unreadFrom: Date | null },
  delays: UnreadMailDelays,
) {
  const read = { read_seq: seq, received_read_count: receivedReadCount };
  if (before.mail_due_at === null) return read;
  if (firstUnreadAt === null) return { ...read, mail_due_at: null };
  const due = mailDueAt(firstUnreadAt, before.mailed_at, delays);
  return { ...read, mail_due_at: due > before.mail_due_at ? due : before.mail_due_at };
}
