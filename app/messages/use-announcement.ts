import { useState } from "react";
import type { Message } from "#contract/entities.ts";
import { byOthers, lastSeq } from "./thread.ts";
import { gist, newMessages, senderName } from "./words.ts";

/** How many are read out word by word when they come at once. */
const mostSpoken = 2;

/** What to read out of what has come since the page was opened, once: who, and what it says. */
export function useAnnouncement(messages: readonly Message[]): { readonly words: string; readonly seq: number } {
  const last = lastSeq(messages);
  const [said, setSaid] = useState({ words: "", seq: last });
  if (last > said.seq) {
    const come = messages.filter((message) => message.seq > said.seq && byOthers(message));
    const words =
      come.length > mostSpoken
        ? newMessages(come.length)
        : come.map((message) => `${senderName(message.sender)}: ${gist(message)}`).join(" ");
    setSaid({ words, seq: last });
  }
  return said;
}
