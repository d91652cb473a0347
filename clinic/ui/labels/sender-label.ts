import type { Message } from "#contract/messages/message.ts";

/** Who of the practice wrote a message, in one line. */
export const senderLabel = ({ name, title }: Message["sender"]): string => (title ? `${name} (${title})` : name);
