import { practiceDay } from "#clinic/ui/labels/practice-time.ts";
import type { ClinicConversation, Handover } from "#contract/care/conversations.ts";
import type { Message } from "#contract/messages/message.ts";

export interface ThreadDay {
  /** `YYYY-MM-DD` of the practice. */
  readonly day: string;
  readonly messages: readonly Message[];
}

/** Newest first, as they are read, to days with the oldest message first. A message that two pages have is there once. */
export function threadDays(newestFirst: readonly Message[]): readonly ThreadDay[] {
  const bySeq = new Map(newestFirst.map((message) => [message.seq, message]));
  const days: { day: string; messages: Message[] }[] = [];
  for (const message of [...bySeq.values()].toSorted((a, b) => a.seq - b.seq)) {
    const day = practiceDay(message.createdat);
    const last = days.at(-1);
    if (last?.day === day) last.messages.push(message);
    else days.push({ day, messages: [message] });
  }
  return days;
}

/**
 * The first message that waits for an answer, or the one that stands for a question handed over to here. Null when none does, or it is older than what
 * was read.
 */
export function firstUnanswered(
  messages: readonly Message[],
  { kind, waitingsince }: Pick<ClinicConversation, "kind" | "waitingsince">,
  handovers: readonly Pick<Handover, "to" | "seq">[],
): Message | null {
  if (waitingsince === null) return null;
  const from = Date.parse(waitingsince);
  const answered = messages
    .filter(({ sender, misfiled }) => !["patient", "system"].includes(sender.role) && misfiled !== "withdrawn")
    .reduce((last, { seq }) => Math.max(last, seq), 0);
  const handedHere = new Set(handovers.flatMap(({ to, seq }) => (to === kind && seq > answered ? [seq] : [])));
  const waiting = messages.filter(
    ({ sender, createdat, seq }) =>
      handedHere.has(seq) ||
      (sender.role === "patient" && Date.parse(createdat) >= from && (seq > answered || !handedHere.size)),
  );
  return waiting.toSorted((a, b) => a.seq - b.seq)[0] ?? null;
}

/** The last `seq` before the first gap: what lies above one, like an answer just sent, doesn't show what came before it. 0 where nothing is loaded. */
export function contiguousSeq(messages: readonly Message[]): number {
  const seqs = [...new Set(messages.map(({ seq }) => seq))].toSorted((a, b) => a - b);
  const gap = seqs.findIndex((seq, index) => index > 0 && seq !== (seqs[index - 1] ?? 0) + 1);
  return (gap === -1 ? seqs.at(-1) : seqs[gap - 1]) ?? 0;
}

/**
 * Up to where the practice has read now; null when there is nothing to tell the server. What is behind the lock screen or in another tab nobody reads.
 */
export const seqToMark = ({
  shownSeq,
  markedSeq,
  visible,
  open,
}: {
  readonly shownSeq: number;
  readonly markedSeq: number;
  readonly visible: boolean;
  readonly open: boolean;
}): number | null => (visible && open && shownSeq > markedSeq ? shownSeq : null);

/** Among what is new since `seq`, the practice wrote exactly these words: they were sent from another tab or computer. */
export const wasSentElsewhere = (messages: readonly Message[], seq: number, text: string): boolean =>
  text.trim() !== "" &&
  messages.some((message) => message.seq > seq && message.sender.role !== "patient" && message.message === text.trim());

const roles = {
  patient: "Patient",
  doctor: "Doctor",
  nurse: "Nurse",
  patient_services: "Patient services",
  system: "System",
} as const;

/** Who wrote it, and as what. */
export function authorOf({ sender }: Pick<Message, "sender">): { readonly name: string; readonly role: string | null } {
  const { name, title } = sender;
  const role = title ?? roles[sender.role];
  return name === "" || name.toLowerCase() === role.toLowerCase() ? { name: role, role: null } : { name, role };
}
