import type { Services } from "#server/platform/services.ts";
import type { ConversationRow } from "./conversations.ts";
import { hasAnswered } from "./desk-queries.ts";
import type { Said } from "./desk/answer.ts";
import { messagesAt, type MessageRow } from "./message-queries.ts";

/** Enough of the end of a conversation to know what she asks. */
const looksBack = 60;

export interface Exchange extends Said {
  /** Her last message. */
  readonly last: MessageRow;
}

/** What she wrote since the practice last did, and what that was about; null when there is nothing to answer. */
export async function exchangeIn(
  parts: Pick<Services, "secrets" | "db">,
  { id, kind, last_seq }: ConversationRow,
): Promise<Exchange | null> {
  const rows = await messagesAt(parts, id, { direction: "below", seq: last_seq + 1 }, looksBack);
  const told = rows.filter(({ role }) => role !== "system");
  const until = told.findIndex(({ role }) => role !== "patient");
  const burst = until === -1 ? told : told.slice(0, until);
  const [last] = burst;
  if (!last) return null;
  const asked = told[burst.length]?.needs_reply ?? false;
  const earlier = told.slice(burst.length).filter(({ role }, index, all) => role === "patient" && isBurst(all, index));
  return {
    kind,
    last,
    text: wordsOf(burst),
    file: burst.some(({ file_id }) => file_id !== null),
    before: asked ? wordsOf(earlier) : "",
    first: !(await hasAnswered(parts.db, id)),
  };
}

/** Whether a message of hers belongs to what the practice's last words were about. */
const isBurst = (rows: readonly MessageRow[], index: number): boolean => {
  const first = rows.findIndex(({ role }) => role === "patient");
  return rows.slice(first, index).every(({ role }) => role === "patient");
};

const wordsOf = (rows: readonly MessageRow[]): string =>
  rows
    .map(({ text }) => text)
    .toReversed()
    .join("\n")
    .trim();
