import { settings } from "#app/settings.ts";
import type { Message } from "#contract/messages/message.ts";

type Sender = Message["sender"];

/** Whether the patient wrote it themself: what a helper wrote for them has a title. */
const isPatient = ({ role, title }: Pick<Sender, "role" | "title">): boolean => role === "patient" && title === null;

/** The sender's name as the patient reads it. */
export const senderName = (sender: Pick<Sender, "role" | "name" | "title">): string =>
  isPatient(sender) ? "You" : sender.name || settings.brand.name;

/** A file in two words. */
const fileText = ({ type, name }: NonNullable<Message["attachment"]>): string =>
  type === "application/pdf" ? name : "Photo";

/** A message in one line: its text, else its file. */
export const oneLineText = ({ message, attachment }: Pick<Message, "message" | "attachment">): string =>
  message.replace(/\s+/gu, " ").trim() || (attachment ? fileText(attachment) : "");

/** The preview in the list of conversations. */
export const previewOf = (message: Message): string =>
  message.sender.role === "patient" ? `${senderName(message.sender)}: ${oneLineText(message)}` : oneLineText(message);

/** “1 new message”, “3 new messages”. */
export const newMessagesText = (count: number): string => `${count} new ${count === 1 ? "message" : "messages"}`;
