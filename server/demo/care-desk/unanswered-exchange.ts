import type { Services } from "#server/platform/services.ts";
import type { ConversationRow } from "#server/messages/conversations.ts";
import { deskHasAnswered } from "./message-queries.ts";
import type { PatientText } from "./compose-answer.ts";
import { messagesFrom, type MessageRow } from "#server/messages/message-queries.ts";

/** Enough of a conversation's tail to know what the patient asks. */
const maxMessagesRead = 60;

export interface UnansweredExchange extends PatientText {
  /** The patient's last message. */
  readonly last: MessageRow;
}

/** What the patient wrote since the practice last did, with the context of its question; null when there is nothing to answer. */
export async function findUnansweredExchange(
  services: Pick<Services, "secrets" | "db">,
  { id, kind, last_seq }: ConversationRow,
): Promise<UnansweredExchange | null> {
  const rows = await messagesFrom(services, id, { direction: "below", seq: last_seq + 1 }, maxMessagesRead);
  const personMessages = rows.filter(({ role }) => role !== "system");
  const burstEnd = personMessages.findIndex(({ role }) => role !== "patient");
  const burst = burstEnd === -1 ? personMessages : personMessages.slice(0, burstEnd);
  const [lastMessage] = burst;
  if (!lastMessage) return null;
  const clinicAsked = personMessages[burst.length]?.needs_reply ?? false;
  const earlierBurst = personMessages
    .slice(burst.length)
    .filter(({ role }, index, all) => role === "patient" && belongsToBurst(all, index));
  return {
    kind,
    last: lastMessage,
    text: joinTexts(burst),
    file: burst.some(({ file_id }) => file_id !== null),
    before: clinicAsked ? joinTexts(earlierBurst) : "",
    first: !(await deskHasAnswered(services.db, id)),
  };
}

/** Whether the message at `index` is in the first run of consecutive patient messages in `rows`. */
const belongsToBurst = (rows: readonly MessageRow[], index: number): boolean => {
  const first = rows.findIndex(({ role }) => role === "patient");
  return rows.slice(first, index).every(({ role }) => role === "patient");
};

const joinTexts = (rows: readonly MessageRow[]): string =>
  rows
    .map(({ text }) => text)
    .toReversed()
    .join("\n")
    .trim();
