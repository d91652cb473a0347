import type { Conversation } from "#contract/messages/calls.ts";

export const messagesPath = "/messages";

/** Path of a conversation. */
export const conversationPath = (kind: Conversation["kind"]): string => `/messages/${kind}`;
