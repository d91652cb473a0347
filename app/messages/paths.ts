import type { Conversation } from "#contract/messages/calls.ts";

export const messagesPath = "/messages";

/** Where a conversation is read. */
export const conversationPath = (kind: Conversation["kind"]): string => `/messages/${kind}`;
