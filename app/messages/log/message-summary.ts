import { settings } from "#app/settings.ts";
import type { Message } from "#contract/messages/message.ts";

type Sender = Message["sender"];

/** The sender's name as the patient reads it. */
export const senderName = ({ role, name }: Pick<Sender, "role" | "name">): string =>
  role === "patient" ? "You" : name || settings.brand.name;

/** A file in two words. */
const fileText = ({ type, name }: NonNullable<Message["attachment"]>): string =>
  type === "application/pdf" ? name : "Photo";

/** A message in one line: its text, else its file. */
export const oneLineText = ({ message, attachment }: Pick<Message, "message" | "attachment">): string =>
  message.replace(/\s+/gu, " ").trim() || (attachment ? fileText(attachment) : "");

/** The preview in the list of conversations. */
export const previewOf = (message: Message): string =>
  message.sender.role === "patient" ? `You: ${oneLineText(message)}` : oneLineText(message);

/** “1 new message”, “3 new messages”. */
export const newMessagesText = (count: number): string => `${count} new ${count === 1 ? "message" : "messages"}`;

/** Text as it is sent: without the control characters that pasted text may contain. */
export const cleanText = (text: string): string => text.replace(/[^\P{Cc}\n\r\t]/gu, "").trim();

/** Longest message, in characters as the server counts them. */
export const maxMessageLength = 5000;
const warnBelow = 500;

const thousands = new Intl.NumberFormat("en-US");

/** The hint about the length: null while there is enough room. */
export function lengthState(text: string): { readonly hint: string; readonly over: boolean } | null {
  const left = maxMessageLength - cleanText(text).length;
  if (left > warnBelow) return null;
  const characters = (count: number) => `${thousands.format(count)} ${count === 1 ? "character" : "characters"}`;
  return left < 0
    ? { hint: `${characters(-left)} too many. You can send it in two messages.`, over: true }
    : { hint: `${characters(left)} left`, over: false };
}
