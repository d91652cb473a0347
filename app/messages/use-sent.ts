import { useState } from "react";
import type { Message } from "#contract/entities.ts";
import type { OutgoingMessage } from "./outbox/outgoing-message.ts";

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
