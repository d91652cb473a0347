import type { Conversation } from "#contract/messages.ts";

export const listPath = "/messages";

/** Where a conversation is read. */
export const pathOf = (kind: Conversation["kind"]): string => `/messages/${kind}`;
