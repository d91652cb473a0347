import type { Kind } from "./conversations.ts";

/** Page of the app that shows a conversation. */
export const conversationPath = (kind: Kind): `/messages/${Kind}` => `/messages/${kind}`;
