import { useState } from "react";
import type { Message } from "#contract/messages/message.ts";
import { isFromOthers, lastSeq } from "../thread/thread.ts";
import { oneLineText, newMessagesText, senderName } from "../message-summary.ts";
import type { OutgoingMessage } from "../outbox/outgoing-message.ts";

/** Up to this many messages arriving at once are read out word by word. */
const maxReadOut = 2;

/** What to announce of the messages that arrived since the page was opened, once: sender and text. */
export function useAnnouncement(messages: readonly Message[]): { readonly text: string; readonly seq: number } {
  const last = lastSeq(messages);
  const [announced, setAnnounced] = useState({ text: "", seq: last });
  if (last > announced.seq) {
    const arrivedMessages = messages.filter((message) => message.seq > announced.seq && isFromOthers(message));
    const text =
      arrivedMessages.length > maxReadOut
        ? newMessagesText(arrivedMessages.length)
        : arrivedMessages.map((message) => `${senderName(message.sender)}: ${oneLineText(message)}`).join(" ");
    setAnnounced({ text, seq: last });
  }
  return announced;
}

/** How many outgoing messages have arrived since the page was opened. */
export function useSentCount(outgoing: readonly OutgoingMessage[], messages: readonly Message[]): number {
  const [seen, setSeen] = useState({ outgoing, sent: 0 });
  if (
    seen.outgoing.some(({ clientid }, index) => clientid !== outgoing[index]?.clientid) ||
    seen.outgoing.length !== outgoing.length
  ) {
    const arrivedIds = new Set(messages.map(({ clientid }) => clientid));
    setSeen({ outgoing, sent: seen.sent + seen.outgoing.filter(({ clientid }) => arrivedIds.has(clientid)).length });
  }
  return seen.sent;
}
