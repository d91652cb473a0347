import { useState } from "react";
import type { Message } from "#contract/entities.ts";
import { isFromOthers, lastSeq } from "../thread/thread.ts";
import { oneLineText, newMessagesText, senderName } from "./message-summary.ts";

/** How many are read out word by word when they come at once. */
const maxReadOut = 2;

/** What to read out of what has come since the page was opened, once: who, and what it says. */
export function useAnnouncement(messages: readonly Message[]): { readonly words: string; readonly seq: number } {
  const last = lastSeq(messages);
  const [announced, setAnnounced] = useState({ words: "", seq: last });
  if (last > announced.seq) {
    const arrivedMessages = messages.filter((message) => message.seq > announced.seq && isFromOthers(message));
    const text =
      arrivedMessages.length > maxReadOut
        ? newMessagesText(arrivedMessages.length)
        : arrivedMessages.map((message) => `${senderName(message.sender)}: ${oneLineText(message)}`).join(" ");
    setAnnounced({ words: text, seq: last });
  }
  return announced;
}
