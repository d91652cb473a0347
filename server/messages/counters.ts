import type { ConversationRow } from "./conversations.ts";
import { mailDue, type MailWaits } from "./mail-rules.ts";

type Counted = Pick<
  ConversationRow,
  "last_seq" | "read_seq" | "others" | "others_read" | "needs_reply" | "waiting_since" | "mail_due_at" | "mailed_at"
>;

export const unreadIn = ({ others, others_read }: Pick<Counted, "others" | "others_read">): number =>
  others - others_read;

export interface Written {
  readonly by: "patient" | "practice" | "system";
  readonly needsReply: boolean;
  /** False where another mail tells her of it. */
  readonly mail: boolean;
  /** Since when she waits for an answer to what the practice had not read when it wrote this. */
  readonly unanswered?: Date | null;
  readonly at: Date;
}

/** What one more message changes of a conversation. */
export function afterMessage(
  before: Counted,
  { by, needsReply, mail, unanswered = null, at }: Written,
  waits: MailWaits,
) {
  const last_seq = before.last_seq + 1;
  if (by === "patient")
    return {
      last_seq,
      // Nothing was unread: her own message is no news to her.
      read_seq: unreadIn(before) === 0 ? last_seq : before.read_seq,
      others: before.others,
      needs_reply: false,
      waiting_since: before.waiting_since ?? at,
    };
  const due = before.mail_due_at ?? mailDue(at, before.mailed_at, waits);
  return {
    last_seq,
    others: before.others + 1,
    needs_reply: before.needs_reply || needsReply,
    waiting_since: by === "practice" ? unanswered : before.waiting_since,
    ...(mail ? { mail_due_at: due } : {}),
  };
}

/** How far she has read when she says `seq`, or everything: never back, never beyond the last message. */
export const markTo = (
  { read_seq, last_seq }: Pick<Counted, "read_seq" | "last_seq">,
  seq: number | undefined,
): number => Math.max(read_seq, Math.min(seq ?? last_seq, last_seq));

/**
 * What moving the mark to `seq` changes of a conversation; `othersRead` are the messages by others up to it, and `unreadFrom` is when the
 * first one above it was written: a mail that is due waits for that one.
 */
export function afterMark(
  before: Pick<Counted, "mail_due_at" | "mailed_at">,
  seq: number,
  { othersRead, unreadFrom }: { readonly othersRead: number; readonly unreadFrom: Date | null },
  waits: MailWaits,
) {
  const read = { read_seq: seq, others_read: othersRead };
  if (before.mail_due_at === null) return read;
  if (unreadFrom === null) return { ...read, mail_due_at: null };
  const due = mailDue(unreadFrom, before.mailed_at, waits);
  return { ...read, mail_due_at: due > before.mail_due_at ? due : before.mail_due_at };
}
