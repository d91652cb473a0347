import type { Message } from "#contract/messages/message.ts";
import { dayKey } from "#app/formats/dates.ts";

export interface MessageRowData {
  readonly message: Message;
  /** First of a run by one person: shows sender and time. */
  readonly first: boolean;
  /** The unread messages begin here. */
  readonly unread: boolean;
}

export interface MessageDay {
  readonly key: string;
  readonly rows: readonly MessageRowData[];
}

/** Messages by one person within this time are one run, ms. */
const runMs = 5 * 60_000;

const isSameRun = (one: Message, other: Message): boolean =>
  one.sender.id === other.sender.id && Date.parse(other.createdat) - Date.parse(one.createdat) < runMs;

/** Messages by local day; others' unread ones begin above `divider`; null: no divider. */
export function groupByDay(messages: readonly Message[], divider: number | null): readonly MessageDay[] {
  const days: { key: string; rows: MessageRowData[] }[] = [];
  // Where the unread messages begin above the first message loaded, the divider is not here.
  let dividerPlaced = divider === null || (messages[0]?.seq ?? 1) > divider + 1;
  for (const [index, message] of messages.entries()) {
    const key = dayKey(message.createdat);
    const before = messages[index - 1];
    const newDay = days.at(-1)?.key !== key;
    const unread = !dividerPlaced && message.seq > (divider ?? 0) && message.sender.role !== "patient";
    dividerPlaced ||= unread;
    if (newDay) days.push({ key, rows: [] });
    days.at(-1)?.rows.push({ message, unread, first: newDay || unread || !before || !isSameRun(before, message) });
  }
  return days;
}
